import { Plus } from 'lucide-react';
import { HideSheet } from '../../../parts/list-page/hide-sheet.tsx';
import { Page } from '../../../parts/page/page.tsx';
import { AgoText } from '../../../ui/ago-text.tsx';
import { Button } from '../../../ui/button.tsx';
import { HashText } from '../../../ui/hash-text.tsx';
import { Section } from '../../../ui/section.tsx';
import { words } from '../../../words/issue/proofs.ts';
import { words as chainNames } from '../../../words/parts/chain-names.ts';
import { ALL_PROOFS } from './all-proofs.ts';
import { claimTitle } from './claim-title.ts';
import { StateBadge } from './columns.tsx';
import { OtherSide } from './other-side.tsx';
import { stateOf } from './proof-items.ts';
import { hideProof, type Proof } from './queries.ts';
import { useProofsSearch } from './search.ts';
import { useProofVerbs } from './use-proof-verbs.tsx';

const { detail: texts } = words;

/** A commitment without a proof: the claim did not hold, which is a normal answer, or its time is over. */
export function EndedProof({ proof }: { readonly proof: Omit<Proof, 'proof'> }) {
  const { search, setSearch } = useProofsSearch();
  const { commitment, attestation_type: type, claim_satisfied, chain, expires_at, public_inputs: inputs } = proof;
  const title = claimTitle(type, inputs ?? null);
  const isOver = claim_satisfied;
  const now = Date.now();
  return (
    <Page
      title={title}
      place={commitment}
      crumbs={ALL_PROOFS}
      object="proof"
      state={<StateBadge state={stateOf(proof, now)} />}
      facts={[
        { label: texts.facts.chain, value: isOver ? chainNames[chain] : texts.nowhere },
        ...(inputs === undefined ? [] : [{ label: texts.made, value: <AgoText value={inputs.issued_at} now={now} /> }]),
        ...(isOver ? [{ label: texts.facts.until, value: <AgoText value={expires_at} now={now} /> }] : []),
      ]}
      action={
        <Button
          variant="primary"
          icon={<Plus aria-hidden size={16} />}
          onPress={() => setSearch({ proof: undefined, act: 'new', claim: type }, 'push')}
        >
          {texts.again}
        </Button>
      }
      more={useProofVerbs(proof)}
    >
      <div className="space-y-8">
        <div
          role="status"
          data-ended={isOver ? 'expired' : 'unsatisfied'}
          className="rounded border border-line bg-sunken px-4 py-3"
        >
          <p className="text-16 font-semibold">{isOver ? texts.expired : texts.unsatisfied}</p>
          <p className="mt-1 max-w-prose">{isOver ? texts.expiredText : texts.unsatisfiedText}</p>
        </div>
        <Section title={texts.commitment}>
          <HashText value={commitment} label={texts.commitmentLabel} />
        </Section>
        {isOver && inputs !== undefined && <OtherSide type={type} inputs={inputs} />}
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
