import { isJsonObject, type JsonObject } from '@touchstone/core/canonical-json.ts';
import { Download } from 'lucide-react';
import { useMemo } from 'react';
import { formatSize } from '../../../lib/format.ts';
import { useNow } from '../../../lib/window/use-now.ts';
import { downloadText } from '../../../parts/download/download.ts';
import { JsonTree } from '../../../parts/json/json-tree.tsx';
import { Page } from '../../../parts/page/page.tsx';
import { AgoText } from '../../../ui/ago-text.tsx';
import { Button } from '../../../ui/button.tsx';
import { Disclosure } from '../../../ui/disclosure.tsx';
import { HashText } from '../../../ui/hash-text.tsx';
import { Section } from '../../../ui/section.tsx';
import { StatusMark } from '../../../ui/status-mark.tsx';
import { words } from '../../../words/issue/proofs.ts';
import { words as chainNames } from '../../../words/parts/chain-names.ts';
import { ALL_PROOFS } from './all-proofs.ts';
import { useLocalCheck } from './check/use-local-check.ts';
import { CheckSection } from './check-section.tsx';
import { ClaimBadges } from './claim-badges.tsx';
import { claimTitle } from './claim-title.ts';
import { StateBadge } from './columns.tsx';
import { ExpiryBar } from './expiry-bar.tsx';
import { HideSheet } from './hide-sheet.tsx';
import { OtherSide } from './other-side.tsx';
import { proofFileName, proofFileText } from './proof-file.ts';
import { stateOf } from './proof-items.ts';
import { type PublicInputs, sourceText } from './public-inputs.ts';
import type { Proof } from './queries.ts';
import { useProofsSearch } from './search.ts';
import { useProofVerbs } from './use-proof-verbs.tsx';

const { detail: texts } = words;

export interface ShownProofProps {
  readonly proof: Proof;
  readonly inputs: PublicInputs;
  /** The STARK proof, base64. */
  readonly bytes: string;
}

/** A proof that can be given away: what it claims, its commitment, the check in this window, what others see. */
export function ShownProof({ proof, inputs, bytes }: ShownProofProps) {
  const { search, setSearch } = useProofsSearch();
  const { commitment, attestation_type: type, chain, expires_at } = proof;
  const now = useNow(1_000);
  const asked = useMemo(
    () => ({
      commitment,
      publicInputs: jsonOf(inputs),
      proof: bytes,
      record: proof.record === undefined ? null : jsonOf(proof.record),
    }),
    [commitment, inputs, bytes, proof.record],
  );
  const result = useLocalCheck(asked);
  const title = claimTitle(type, inputs);
  const { facts } = texts;
  const bits = result.data?.provenBits ?? null;
  return (
    <Page
      title={title}
      place={commitment}
      crumbs={ALL_PROOFS}
      object="proof"
      state={
        <>
          <StateBadge state={stateOf(proof, now)} />
          <ClaimBadges type={type} />
        </>
      }
      facts={[
        { label: facts.until, value: <AgoText value={expires_at} now={now} /> },
        { label: facts.chain, value: chainNames[chain] },
        {
          label: facts.bits,
          value:
            bits === null ? (
              <StatusMark look="skipped" size="small" label={result.isPending ? texts.notYet : texts.none} />
            ) : (
              texts.bits(bits)
            ),
        },
        { label: facts.size, value: formatSize(sizeOf(bytes)) },
        { label: facts.source, value: sourceText(inputs.source) },
      ]}
      action={
        <Button
          variant="primary"
          icon={<Download aria-hidden size={15} />}
          onPress={() => void downloadText(proofFileName(commitment), proofFileText(proof))}
        >
          {texts.save}
        </Button>
      }
      more={useProofVerbs(proof)}
    >
      <div className="space-y-8">
        <CheckSection result={result} />
        <Section title={texts.commitment} lead={texts.commitmentLead}>
          <HashText value={commitment} label={texts.commitmentLabel} />
          <p className="text-13 text-muted">{texts.onChain(proof.proof_size_bytes)}</p>
        </Section>
        <Section title={texts.validity}>
          <ExpiryBar from={inputs.issued_at} until={expires_at} />
        </Section>
        <OtherSide type={type} inputs={inputs} />
        <Disclosure title={texts.raw} level={2}>
          <JsonTree document={jsonOf(inputs)} label={texts.rawLabel} />
        </Disclosure>
      </div>
      <HideSheet
        isOpen={search.act === 'hide'}
        onClose={() => setSearch({ act: undefined })}
        commitment={commitment}
        title={title}
        onHidden={() => setSearch({ act: undefined, proof: undefined })}
      />
    </Page>
  );
}

/** What came as JSON is JSON; its type says more than that. */
function jsonOf(answered: object): JsonObject {
  const value: unknown = JSON.parse(JSON.stringify(answered));
  if (!isJsonObject(value as JsonObject)) throw new TypeError('no JSON object was answered');
  return value as JsonObject;
}

/** Bytes behind base64. */
function sizeOf(base64: string): number {
  return (base64.length / 4) * 3 - (/=*$/.exec(base64)?.[0].length ?? 0);
}
