import { CheckList } from '../../../parts/report/check-list.tsx';
import { VerdictBox } from '../../../parts/report/verdict-box.tsx';
import { TrustSigner } from '../../../parts/trust/trust-signer.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { HashText } from '../../../ui/hash-text.tsx';
import { Section } from '../../../ui/section.tsx';
import { TimeText } from '../../../ui/time-text.tsx';
import { words } from '../../../words/record/ledger.ts';
import { chainReportLines } from './block-lines.ts';
import type { LedgerResult } from './check/messages.ts';
import type { LedgerReport } from './check/report.ts';
import { OUTCOME_LOOKS } from './outcome.ts';
import { chainSentence, signerToTrust } from './verdict-words.ts';

const { verify: texts } = words;

/** What the worker says about a chain or a file. */
export function LedgerResultView({ result }: { readonly result: LedgerResult }) {
  if (result.kind === 'report') return <ChainVerdictView report={result.report} />;
  if (result.kind !== 'unreadable') return null;
  return (
    <ErrorState title={texts.unreadable}>
      {result.field !== '' && texts.at(<code>{result.field}</code>)}
      {result.message} {texts.nothing}
    </ErrorState>
  );
}

/** What a walk over blocks found: the verdict, what can be done, the head to keep, the checks. */
function ChainVerdictView({ report }: { readonly report: LedgerReport }) {
  const { outcome, head, restores, checks, chain, signers } = report;
  // Nothing is broken where nothing is there.
  const isEmpty = report.blocks === 0 && report.brokenAt === null;
  const waiting = outcome === 'PENDING' ? signerToTrust(signers) : null;
  return (
    <div className="space-y-3">
      <VerdictBox
        look={isEmpty ? 'skipped' : OUTCOME_LOOKS[outcome]}
        word={isEmpty ? texts.noBlocks : words.outcomes[outcome]}
        text={{ title: texts.title(words.chains[chain]), lines: () => chainReportLines(report) }}
        {...(waiting === null ? {} : { actions: <TrustSigner keySetId={waiting} /> })}
      >
        <p>{chainSentence(report)}</p>
      </VerdictBox>
      {restores.length > 0 && (
        <ul className="max-w-prose list-disc ps-5">
          {restores.map(({ height, restoredAt }) => (
            <li key={height}>{texts.restored(<TimeText value={restoredAt} />, height, words.chains[chain])}</li>
          ))}
        </ul>
      )}
      {head !== null && (
        <div>
          <p className="text-13 text-muted">{texts.head(head.height, report.brokenAt !== null)}</p>
          <HashText value={head.hash} label={texts.headLabel(words.chains[chain])} />
        </div>
      )}
      <Section title={texts.checks}>
        <CheckList checks={checks} />
      </Section>
    </div>
  );
}
