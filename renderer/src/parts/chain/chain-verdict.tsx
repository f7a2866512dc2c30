import { formatCount } from '../../lib/format.ts';
import { HashText } from '../../ui/hash-text.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { type AuditVerdict, isShorter } from './audit-verdict.ts';

export interface ChainVerdictProps {
  readonly verdict: AuditVerdict;
  /** The verdict before, as the console was told it. */
  readonly before: AuditVerdict | null;
  /** What is counted, for example "entry" and "entries". */
  readonly words: readonly [one: string, many: string];
}

/** The outcome of a walk that this window made over a signed chain: where it is broken, or its head to keep elsewhere. */
export function ChainVerdict({ verdict, before, words: [one, many] }: ChainVerdictProps) {
  const { at, intact, entries, brokenAt, head } = verdict;
  const isCut = isShorter(before, verdict);
  return (
    <div className="space-y-2">
      <div className="flex flex-wrap items-center gap-x-3">
        {intact ? (
          <StatusMark
            look={isCut ? 'inconclusive' : 'verified'}
            label={isCut ? 'Intact, but shorter than before' : 'Intact'}
          />
        ) : (
          <StatusMark look="failed" label={`Broken at ${one} ${formatCount(brokenAt ?? 0)}`} />
        )}
        <span className="text-muted">
          {formatCount(entries)} {entries === 1 ? one : many}, walked <TimeText value={at} />
        </span>
      </div>
      {!intact && (
        <p className="max-w-prose">
          The {one} at this place was changed, removed or inserted, or its signature does not hold. What stands before
          it is as it was written. Keep a copy of the data folder before anything else, then run{' '}
          <code>touchstone doctor</code>.
        </p>
      )}
      {isCut && before !== null && (
        <p className="max-w-prose">
          The console saw {formatCount(before.entries)} {many}, <TimeText value={before.at} />. The newest were cut off,
          or this is another data folder.
        </p>
      )}
      {head !== null && (
        <div>
          <p className="text-13 text-muted">
            Head: hash of the last {intact ? '' : 'intact '}
            {one}. Keep it elsewhere; that the newest {many} were cut off shows only against it.
          </p>
          <HashText value={head} label="head of the chain" />
        </div>
      )}
    </div>
  );
}
