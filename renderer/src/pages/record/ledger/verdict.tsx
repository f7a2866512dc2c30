import { formatCount } from '../../../lib/format.ts';
import { CheckList } from '../../../parts/report/check-list.tsx';
import { VerdictBox } from '../../../parts/report/verdict-box.tsx';
import { TrustSigner } from '../../../parts/trust/trust-signer.tsx';
import { HashText } from '../../../ui/hash-text.tsx';
import { TimeText } from '../../../ui/time-text.tsx';
import type { LedgerReport } from './check/report.ts';
import { chainSentence, signerToTrust } from './verdict-words.ts';
import { CHAIN_TITLES, OUTCOME_WORDS } from './words.ts';

/** Nothing was broken, because nothing is there. */
const NOTHING = { word: 'No blocks', look: 'skipped' } as const;

/** What a walk over blocks found: the verdict, what can be done, the head to keep, the checks. */
export function ChainVerdictView({ report }: { readonly report: LedgerReport }) {
  const { outcome, head, restores, checks, chain, signers } = report;
  const { word, look } = report.blocks === 0 && report.brokenAt === null ? NOTHING : OUTCOME_WORDS[outcome];
  const waiting = outcome === 'PENDING' ? signerToTrust(signers) : null;
  return (
    <div className="space-y-3">
      <VerdictBox
        look={look}
        word={word}
        {...(waiting === null ? {} : { actions: <TrustSigner keySetId={waiting} /> })}
      >
        <p>{chainSentence(report)}</p>
      </VerdictBox>
      {restores.length > 0 && (
        <ul className="max-w-prose list-disc ps-5">
          {restores.map(({ height, restoredAt }) => (
            <li key={height}>
              A backup was restored <TimeText value={restoredAt} />; block {formatCount(height)} of{' '}
              {CHAIN_TITLES[chain]} says so. What came after that backup is gone.
            </li>
          ))}
        </ul>
      )}
      {head !== null && (
        <div>
          <p className="text-13 text-muted">
            Head: hash of block {formatCount(head.height)}
            {report.brokenAt === null ? '' : ', the last one that holds'}. Keep it elsewhere; that newer blocks were cut
            off shows only against a head kept elsewhere.
          </p>
          <HashText value={head.hash} label={`head of ${CHAIN_TITLES[chain]}`} />
        </div>
      )}
      <section aria-label="Checks">
        <CheckList checks={checks} />
      </section>
    </div>
  );
}
