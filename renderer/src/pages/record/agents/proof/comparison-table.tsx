import { HashText } from '../../../../ui/hash-text.tsx';
import { type StatusLook, StatusMark } from '../../../../ui/status-mark.tsx';
import type { Comparison } from './proof-words.ts';

const WORDS: Readonly<Record<StatusLook, string>> = {
  verified: 'The same',
  failed: 'Differs',
  inconclusive: 'Inconclusive',
  pending: 'Waiting',
  skipped: 'Not compared',
};

const SIGNED: Readonly<Partial<Record<StatusLook, string>>> = { verified: 'Holds', failed: 'Does not hold' };

/** What is stated and what this window recomputed, side by side; a hash that equals is written once. */
export function ComparisonTable({ found }: { readonly found: readonly Comparison[] }) {
  return (
    <ul aria-label="Stated and recomputed" className="divide-y divide-line rounded border border-line">
      {found.map(({ id, title, stated, recomputed, look }) => (
        <li key={id} className="px-3 py-2" data-comparison={id} data-look={look}>
          <div className="flex flex-wrap items-baseline justify-between gap-x-3">
            <span className="font-medium">{title}</span>
            <StatusMark
              size="small"
              look={look}
              label={(id === 'signature' ? SIGNED[look] : undefined) ?? WORDS[look]}
            />
          </div>
          <dl className="grid gap-x-3 text-13 min-[480px]:grid-cols-[88px_minmax(0,1fr)]">
            <dt className="text-muted">stated</dt>
            <dd>
              <Value value={stated} label={`${title}, stated`} />
            </dd>
            <dt className="text-muted">recomputed</dt>
            <dd>
              {stated === recomputed ? (
                <span className="text-muted">the same value</span>
              ) : (
                <Value value={recomputed} label={`${title}, recomputed`} />
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
