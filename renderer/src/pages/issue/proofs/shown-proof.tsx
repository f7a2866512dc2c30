import type { AgentReport } from '@touchstone/core/verdict/verification-report.ts';
import { Download } from 'lucide-react';
import { formatSize } from '../../../lib/format.ts';
import { useNow } from '../../../lib/window/use-now.ts';
import { downloadText } from '../../../parts/download/download.ts';
import { JsonTree } from '../../../parts/json/json-tree.tsx';
import { HideSheet } from '../../../parts/list-page/hide-sheet.tsx';
import type { FactItem } from '../../../parts/page/facts.tsx';
import { Page } from '../../../parts/page/page.tsx';
import { CheckList } from '../../../parts/report/check-list.tsx';
import { OutcomeBanner } from '../../../parts/report/outcome-banner.tsx';
import { TrustSigner } from '../../../parts/trust/trust-signer.tsx';
import { AGENT_ASKS } from '../../../parts/verification/meaning.ts';
import { isAgentReport } from '../../../parts/verification/messages.ts';
import { useOutcomeAnnouncement } from '../../../parts/verification/use-outcome-announcement.ts';
import { useShownFile } from '../../../parts/verification/use-shown-file.ts';
import { AgoText } from '../../../ui/ago-text.tsx';
import { Button } from '../../../ui/button.tsx';
import { Disclosure } from '../../../ui/disclosure.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { HashText } from '../../../ui/hash-text.tsx';
import { ProgressBar } from '../../../ui/progress-bar.tsx';
import { Section } from '../../../ui/section.tsx';
import { StatusMark } from '../../../ui/status-mark.tsx';
import { words } from '../../../words/issue/proofs.ts';
import { words as chainNames } from '../../../words/parts/chain-names.ts';
import { ALL_PROOFS } from './all-proofs.ts';
import { ClaimBadges } from './claim-badges.tsx';
import { claimTitle } from './claim-title.ts';
import { StateBadge } from './columns.tsx';
import { ExpiryBar } from './expiry-bar.tsx';
import { OtherSide } from './other-side.tsx';
import { jsonOf, provenBitsOf, type SavedProof, sizeOf } from './proof-file.ts';
import { stateOf } from './proof-items.ts';
import { type PublicInputs, sourceText } from './public-inputs.ts';
import { hideProof, type Proof } from './queries.ts';
import { useProofsSearch } from './search.ts';
import { useProofVerbs } from './use-proof-verbs.tsx';

const { detail: texts } = words;

export interface ShownProofProps {
  readonly proof: Proof;
  readonly inputs: PublicInputs;
  /** The STARK proof, base64. */
  readonly bytes: string;
  readonly file: SavedProof;
}

/** A proof that can be given away: the check in this window first, its commitment, its time, what others see. */
export function ShownProof({ proof, inputs, bytes, file }: ShownProofProps) {
  const { search, setSearch } = useProofsSearch();
  const { commitment, attestation_type: type, expires_at, record } = proof;
  const now = useNow(15_000);
  const { detail } = useShownFile(file);
  const full = detail?.status === 'ready' ? detail.full : null;
  // What was handed over is a privacy proof, and so is what was judged.
  const report = full !== null && isAgentReport(full.report) ? full.report : null;
  useOutcomeAnnouncement(full);
  const title = claimTitle(type, inputs);
  return (
    <Page
      title={title}
      place={commitment}
      crumbs={ALL_PROOFS}
      object="proof"
      state={<StateBadge state={stateOf(proof, now)} />}
      lead={<ClaimBadges type={type} />}
      facts={factsOf(proof, inputs, bytes, report, now)}
      action={
        <Button
          variant="primary"
          icon={<Download aria-hidden size={15} />}
          onPress={() => void downloadText(file.name, file.text)}
        >
          {texts.save}
        </Button>
      }
      more={useProofVerbs(proof)}
    >
      <div className="space-y-8">
        {report !== null && (
          <OutcomeBanner
            report={report}
            actions={
              report.code === 'SIGNER_NOT_TRUSTED' &&
              record !== undefined && <TrustSigner keySetId={record.keyset_id} />
            }
          />
        )}
        {detail?.status === 'error' && <ErrorState title={texts.unverified}>{detail.message}</ErrorState>}
        {(detail === null || detail.status === 'loading') && (
          <div className="min-h-40">
            <ProgressBar label={texts.verifying} />
          </div>
        )}
        <div className="grid gap-x-12 gap-y-8 min-[1100px]:grid-cols-2">
          <Section title={texts.commitment} lead={texts.commitmentLead}>
            <HashText value={commitment} label={texts.commitmentLabel} />
            <p className="text-13 text-muted">{texts.onChain(proof.proof_size_bytes)}</p>
          </Section>
          <Section title={texts.validity}>
            <ExpiryBar from={inputs.issued_at} until={expires_at} />
          </Section>
        </div>
        <OtherSide type={type} inputs={inputs} />
        {report !== null && (
          <Section title={texts.checks}>
            <CheckList checks={report.checks} asks={AGENT_ASKS} />
          </Section>
        )}
        <Disclosure title={texts.raw} level={2}>
          <JsonTree document={jsonOf(inputs)} label={texts.rawLabel} />
        </Disclosure>
      </div>
      <HideSheet
        texts={words.hide}
        isOpen={search.act === 'hide'}
        onClose={() => setSearch({ act: undefined })}
        id={commitment}
        name={title}
        hide={hideProof}
        onHidden={() => setSearch({ act: undefined, proof: undefined })}
      />
    </Page>
  );
}

/** The check of the STARK in a report. */
const STARK_CHECK = 'integrity.proof';

function factsOf(
  { chain, expires_at }: Proof,
  inputs: PublicInputs,
  bytes: string,
  report: AgentReport | null,
  now: number,
): readonly FactItem[] {
  const { facts } = texts;
  const holds = report?.checks.find(({ id }) => id === STARK_CHECK)?.status === 'passed';
  const bits = provenBitsOf(bytes);
  return [
    { label: facts.until, value: <AgoText value={expires_at} now={now} /> },
    { label: facts.chain, value: chainNames[chain] },
    {
      label: facts.bits,
      value:
        report === null ? (
          <StatusMark look="skipped" size="small" />
        ) : holds && bits !== null ? (
          texts.bits(bits)
        ) : (
          <StatusMark look="failed" size="small" />
        ),
    },
    { label: facts.size, value: formatSize(sizeOf(bytes)) },
    { label: facts.source, value: sourceText(inputs.source) },
  ];
}
