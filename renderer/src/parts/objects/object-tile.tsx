/** One icon and one tint for each kind of object, wherever it appears: lists, palette, tree, map, empty pages. */
import {
  Anchor,
  BadgeCheck,
  Banknote,
  Blocks,
  Bot,
  Boxes,
  Calculator,
  Cpu,
  FileCheck2,
  FileClock,
  FileSearch,
  HeartPulse,
  KeyRound,
  KeySquare,
  LockKeyhole,
  type LucideIcon,
  Network,
  PersonStanding,
  Radar,
  ReceiptText,
  Scale,
  ScrollText,
  ShieldCheck,
  Square,
  SquareFunction,
  TicketCheck,
  TriangleAlert,
  UserRound,
  Video,
  Waypoints,
  Webhook,
} from 'lucide-react';
import type { ReactNode } from 'react';

const TINTS = {
  amber: { sign: 'text-tint-amber', ground: 'bg-tint-amber/12' },
  blue: { sign: 'text-tint-blue', ground: 'bg-tint-blue/12' },
  green: { sign: 'text-tint-green', ground: 'bg-tint-green/12' },
  indigo: { sign: 'text-tint-indigo', ground: 'bg-tint-indigo/12' },
  orange: { sign: 'text-tint-orange', ground: 'bg-tint-orange/12' },
  rose: { sign: 'text-tint-rose', ground: 'bg-tint-rose/12' },
  sky: { sign: 'text-tint-sky', ground: 'bg-tint-sky/12' },
  slate: { sign: 'text-tint-slate', ground: 'bg-tint-slate/12' },
  teal: { sign: 'text-tint-teal', ground: 'bg-tint-teal/12' },
  violet: { sign: 'text-tint-violet', ground: 'bg-tint-violet/12' },
} as const;

interface ObjectLook {
  readonly icon: LucideIcon;
  /** Text colour and quiet ground of the same tint. */
  readonly tint: (typeof TINTS)[keyof typeof TINTS];
}

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
  call: { icon: Video, tint: TINTS.teal },
  computation: { icon: Calculator, tint: TINTS.indigo },
  chain: { icon: Blocks, tint: TINTS.indigo },
  device: { icon: Cpu, tint: TINTS.teal },
  document: { icon: FileClock, tint: TINTS.sky },
  fheKey: { icon: SquareFunction, tint: TINTS.amber },
  finding: { icon: TriangleAlert, tint: TINTS.orange },
  invoice: { icon: Banknote, tint: TINTS.green },
  key: { icon: KeyRound, tint: TINTS.amber },
  keySet: { icon: ShieldCheck, tint: TINTS.green },
  person: { icon: PersonStanding, tint: TINTS.teal },
  policy: { icon: Scale, tint: TINTS.indigo },
  proof: { icon: BadgeCheck, tint: TINTS.violet },
  receipt: { icon: ReceiptText, tint: TINTS.teal },
  searchIndex: { icon: FileSearch, tint: TINTS.blue },
  secret: { icon: LockKeyhole, tint: TINTS.violet },
  session: { icon: Network, tint: TINTS.rose },
  signal: { icon: Radar, tint: TINTS.orange },
  target: { icon: Waypoints, tint: TINTS.sky },
  validation: { icon: HeartPulse, tint: TINTS.rose },
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
    <span
      aria-hidden="true"
      className={`inline-flex shrink-0 items-center justify-center ${box} ${tint.sign} ${tint.ground}`}
    >
      <Icon size={icon} />
    </span>
  );
}

/** The tile of an object before its name. It is the name by which the cells of a table are aligned. */
export function ObjectName({ kind, children }: { readonly kind: ObjectKind; readonly children: ReactNode }) {
  return (
    <span className="flex items-baseline gap-2.5">
      <span className="-my-1 flex self-center">
        <ObjectTile kind={kind} />
      </span>
      {children}
    </span>
  );
}

/** The sign alone, for the drawing of an empty page. */
export function ObjectSign({ kind }: { readonly kind: ObjectKind }) {
  const { icon: Icon, tint } = OBJECTS[kind];
  return <Icon aria-hidden size={20} className={tint.sign} />;
}
