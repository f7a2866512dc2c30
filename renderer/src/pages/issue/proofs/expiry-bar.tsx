import { parseIsoTime } from '@touchstone/core/time.ts';
import { formatSpan } from '../../../lib/format.ts';
import { useNow } from '../../../lib/window/use-now.ts';
import { TimeText } from '../../../ui/time-text.tsx';
import { words } from '../../../words/issue/proofs.ts';
import { elapsedShare } from './proof-items.ts';

const { detail: texts } = words;

export interface ExpiryBarProps {
  readonly from: string;
  readonly until: string;
}

/** How much of a proof's time is over, with both ends and what is left in words. */
export function ExpiryBar({ from, until }: ExpiryBarProps) {
  const now = useNow(1_000);
  const share = elapsedShare(from, until, now);
  const leftMs = (parseIsoTime(until) ?? 0) - now;
  const left = leftMs <= 0 ? texts.over : texts.left(formatSpan(Math.ceil(leftMs / 1_000)));
  return (
    <div className="max-w-2xl">
      <div aria-hidden="true" className="h-2 overflow-hidden rounded-full border border-line-strong bg-sunken">
        <div className="h-full bg-accent forced-colors:bg-[Highlight]" style={{ width: `${(1 - share) * 100}%` }} />
      </div>
      <div className="mt-2 flex flex-wrap justify-between gap-x-6 gap-y-1 text-13">
        <p>
          <span className="text-muted">{texts.made}</span> <TimeText value={from} />
        </p>
        <p className="font-medium tabular-nums">{left}</p>
        <p>
          <span className="text-muted">{texts.until}</span> <TimeText value={until} />
        </p>
      </div>
    </div>
  );
}
