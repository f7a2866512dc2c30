import { CheckList } from '../../../parts/report/check-list.tsx';
import { OutcomeBanner } from '../../../parts/report/outcome-banner.tsx';
import { TrustSigner } from '../../../parts/trust/trust-signer.tsx';
import { AGENT_ASKS } from '../../../parts/verification/meaning.ts';
import { isAgentReport } from '../../../parts/verification/messages.ts';
import { useOutcomeAnnouncement } from '../../../parts/verification/use-outcome-announcement.ts';
import { useShownFile } from '../../../parts/verification/use-shown-file.ts';
import { ErrorState } from '../../../ui/error-state.tsx';
import { ProgressBar } from '../../../ui/progress-bar.tsx';
import { Section } from '../../../ui/section.tsx';
import { words } from '../../../words/compute/joint-computation.ts';
import type { ProofFile } from './proof-file.ts';

const { detail: texts } = words;

/** The signed transcript, verified in this window like any file. */
export function ProofSection({ file }: { readonly file: ProofFile }) {
  const { detail } = useShownFile(file);
  const full = detail?.status === 'ready' ? detail.full : null;
  const report = full !== null && isAgentReport(full.report) ? full.report : null;
  useOutcomeAnnouncement(full);
  return (
    <Section title={texts.proof}>
      {report !== null && (
        <div className="space-y-6">
          <OutcomeBanner
            report={report}
            actions={report.code === 'SIGNER_NOT_TRUSTED' && <TrustSigner keySetId={file.keySetId} />}
          />
          <CheckList checks={report.checks} asks={AGENT_ASKS} />
        </div>
      )}
      {detail?.status === 'error' && <ErrorState title={texts.unverified}>{detail.message}</ErrorState>}
      {(detail === null || detail.status === 'loading') && (
        <div className="min-h-40">
          <ProgressBar label={texts.verifying} />
        </div>
      )}
    </Section>
  );
}
