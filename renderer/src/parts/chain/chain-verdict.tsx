import { formatCount } from '../../lib/format.ts';
import { HashText } from '../../ui/hash-text.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { words } from '../../words/parts/chain.ts';
import { type AuditVerdict, isShorter } from './audit-verdict.ts';

export interface ChainVerdictProps {
  readonly verdict: AuditVerdict;
  /** The verdict before, as the console was told it. */
  readonly before: AuditVerdict | null;
  /** What is counted, for example "entry" and "entries". */
  readonly names: readonly [one: string, many: string];
}

/** The outcome of a walk that this window made over a signed chain: where it is broken, or its head to keep elsewhere. */
export function ChainVerdict({ verdict, before, names: [one, many] }: ChainVerdictProps) {
  const { at, intact, entries, brokenAt, head } = verdict;
  const isCut = isShorter(before, verdict);
  return (
    <div className="space-y-2">
      <div className="flex flex-wrap items-center gap-x-3">
        {intact ? (
          <StatusMark look={isCut ? 'inconclusive' : 'verified'} label={isCut ? words.shorter : words.intact} />
        ) : (
          <StatusMark look="failed" label={words.brokenAt(one, formatCount(brokenAt ?? 0))} />
        )}
        <span className="text-muted">{words.walked(entries, one, many, <TimeText value={at} />)}</span>
      </div>
      {!intact && <p className="max-w-prose">{words.broken(one, <code>touchstone doctor</code>)}</p>}
      {isCut && before !== null && (
        <p className="max-w-prose">{words.cut(before.entries, one, many, <TimeText value={before.at} />)}</p>
      )}
      {head !== null && (
        <div>
          <p className="text-13 text-muted">{words.head(intact, one, many)}</p>
          <HashText value={head} label={words.headLabel} />
        </div>
      )}
    </div>
  );
}
