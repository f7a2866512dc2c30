import type { UseQueryResult } from '@tanstack/react-query';
import { VerdictBox } from '../../../parts/report/verdict-box.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { ProgressBar } from '../../../ui/progress-bar.tsx';
import { type StatusLook, StatusMark } from '../../../ui/status-mark.tsx';
import { words } from '../../../words/issue/proofs.ts';
import type { CheckState, LocalCheck } from './check/messages.ts';

const { check: texts } = words;

const LOOKS: Readonly<Record<CheckState, StatusLook>> = {
  passed: 'verified',
  failed: 'failed',
  not_performed: 'skipped',
};

const CHECKS = ['stark', 'commitment', 'signature'] as const;

/** `verified` needs the signature too: without it only the arithmetic holds. */
export function verdictOf(check: LocalCheck): 'verified' | 'inconclusive' | 'failed' {
  const states = CHECKS.map((name) => check[name]);
  if (states.includes('failed')) return 'failed';
  return states.includes('not_performed') ? 'inconclusive' : 'verified';
}

/** What this window found out about a proof by itself: the verdict first, then the three checks. */
export function CheckSection({ result }: { readonly result: UseQueryResult<LocalCheck> }) {
  const { data: check, error, refetch } = result;
  if (error !== null) {
    return (
      <ErrorState title={texts.broken} onRetry={() => void refetch()}>
        {error.message}
      </ErrorState>
    );
  }
  if (check === undefined) {
    return (
      <div className="min-h-28">
        <ProgressBar label={texts.running} />
      </div>
    );
  }
  const verdict = verdictOf(check);
  const sentence = texts.sentences[verdict](check.provenBits ?? 0);
  const lines = () => [sentence, ...CHECKS.map((name) => `${texts.checks[name]} ${texts.states[check[name]]}.`)];
  return (
    <VerdictBox look={verdict} word={texts.verdicts[verdict]} text={{ title: texts.title, lines }}>
      <p>{sentence}</p>
      <ul className="mt-2 space-y-1 text-13">
        {CHECKS.map((name) => (
          <li key={name} data-check={name} data-status={check[name]} className="flex flex-wrap items-baseline gap-x-2">
            <StatusMark look={LOOKS[check[name]]} size="small" label={texts.states[check[name]]} />
            <span>{texts.checks[name]}</span>
          </li>
        ))}
      </ul>
    </VerdictBox>
  );
}
