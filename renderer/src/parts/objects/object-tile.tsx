/** One icon and one tint for each kind of object, wherever it appears: lists, palette, tree, map, empty pages. */
import {
  Anchor,
  Bot,
  Boxes,
  Cpu,
  FileCheck2,
  FileClock,
  KeyRound,
  KeySquare,
  type LucideIcon,
  Network,
  ReceiptText,
  ScrollText,
  ShieldCheck,
  Square,
  TicketCheck,
  UserRound,
  Vault,
  Webhook,
} from 'lucide-react';

interface ObjectLook {
  readonly icon: LucideIcon;
  /** Text colour and quiet ground of the same tint. */
  readonly tint: string;
}

const TINTS = {
  amber: 'text-tint-amber bg-tint-amber/12',
  blue: 'text-tint-blue bg-tint-blue/12',
  green: 'text-tint-green bg-tint-green/12',
  indigo: 'text-tint-indigo bg-tint-indigo/12',
  orange: 'text-tint-orange bg-tint-orange/12',
  rose: 'text-tint-rose bg-tint-rose/12',
  sky: 'text-tint-sky bg-tint-sky/12',
  slate: 'text-tint-slate bg-tint-slate/12',
  teal: 'text-tint-teal bg-tint-teal/12',
  violet: 'text-tint-violet bg-tint-violet/12',
} as const;

/** Icons of objects and of pages are not the same: the page of agents shows sessions, receipts and approvals too. */
export const OBJECTS = {
  account: { icon: UserRound, tint: TINTS.slate },
  agent: { icon: Bot, tint: TINTS.rose },
  anchor: { icon: Anchor, tint: TINTS.sky },
  apiKey: { icon: KeySquare, tint: TINTS.slate },
  approval: { icon: TicketCheck, tint: TINTS.orange },
  artifact: { icon: FileCheck2, tint: TINTS.blue },
  auditEntry: { icon: ScrollText, tint: TINTS.slate },
  block: { icon: Boxes, tint: TINTS.indigo },
  cacheEntry: { icon: Square, tint: TINTS.slate },
  device: { icon: Cpu, tint: TINTS.teal },
  document: { icon: FileClock, tint: TINTS.sky },
  key: { icon: KeyRound, tint: TINTS.amber },
  keySet: { icon: ShieldCheck, tint: TINTS.green },
  receipt: { icon: ReceiptText, tint: TINTS.teal },
  secret: { icon: Vault, tint: TINTS.violet },
  session: { icon: Network, tint: TINTS.rose },
  webhook: { icon: Webhook, tint: TINTS.orange },
} as const satisfies Record<string, ObjectLook>;

export type ObjectKind = keyof typeof OBJECTS;

const SIZES = {
  small: { box: 'size-6 rounded-sm', icon: 14 },
  large: { box: 'size-9 rounded-md', icon: 18 },
} as const;

/** The sign of a kind of object on its tint; decorative, so its name or kind must stand beside it. */
export function ObjectTile({ kind, size = 'small' }: { readonly kind: ObjectKind; readonly size?: 'small' | 'large' }) {
  const { icon: Icon, tint } = OBJECTS[kind];
  const { box, icon } = SIZES[size];
  return (
    <span aria-hidden="true" className={`inline-flex shrink-0 items-center justify-center ${box} ${tint}`}>
      <Icon size={icon} />
    </span>
  );
}
