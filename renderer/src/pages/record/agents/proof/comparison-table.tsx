import { HashText } from '../../../../ui/hash-text.tsx';
import { type StatusLook, StatusMark } from '../../../../ui/status-mark.tsx';
import { words } from '../../../../words/record/agents-session-proof.ts';
import type { Comparison } from './proof-words.ts';

const { table: texts } = words;
const SIGNED: Readonly<Partial<Record<StatusLook, string>>> = texts.signed;

/** What is stated and what this window recomputed, side by side; a hash that equals is written once. */
export function ComparisonTable({ found }: { readonly found: readonly Comparison[] }) {
  return (
    <ul aria-label={texts.label} className="divide-y divide-line border-y border-line">
      {found.map(({ id, title, stated, recomputed, look }) => (
        <li key={id} className="py-2" data-comparison={id} data-look={look}>
          <div className="flex flex-wrap items-baseline justify-between gap-x-3">
            <span className="font-medium">{title}</span>
            <StatusMark
              size="small"
              look={look}
              label={(id === 'signature' ? SIGNED[look] : undefined) ?? texts.looks[look]}
            />
          </div>
          <dl className="grid gap-x-3 text-13 min-[480px]:grid-cols-[88px_minmax(0,1fr)]">
            <dt className="text-muted">{texts.stated}</dt>
            <dd>
              <Value value={stated} label={texts.statedOf(title)} />
            </dd>
            <dt className="text-muted">{texts.recomputed}</dt>
            <dd>
              {stated === recomputed ? (
                <span className="text-muted">{texts.sameValue}</span>
              ) : (
                <Value value={recomputed} label={texts.recomputedOf(title)} />
              )}
            </dd>
          </dl>
        </li>
      ))}
    </ul>
  );
}

function Value({ value, label }: { readonly value: string; readonly label: string }) {
  return /^[0-9a-f]{64}$/.test(value) ? <HashText value={value} label={label} /> : value;
}
