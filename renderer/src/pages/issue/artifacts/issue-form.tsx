import { CATEGORIES, ISSUER_NAME, PILLARS } from '@touchstone/core/artifact/artifact.ts';
import type { KeySet } from '@touchstone/core/keys/key-set.ts';
import type { Draft } from '../../../parts/form/use-draft.ts';
import { sentenceFor } from '../../../parts/work/error-sentence.ts';
import { CheckRow } from '../../../ui/check-row.tsx';
import { Disclosure } from '../../../ui/disclosure.tsx';
import { FileText } from '../../../ui/file-text.tsx';
import { Select } from '../../../ui/select.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { words as pageWords } from '../../../words/issue/artifacts.ts';
import { words } from '../../../words/issue/new-artifact.ts';
import { EvidenceField } from './evidence-field.tsx';
import type { EvidenceList, EvidenceSnapshot } from './evidence-list.ts';
import { ANY_SIGNER, defaultSummary, type IssueDraft, suppliesEvidence } from './issue-draft.ts';

const CATEGORY_OPTIONS = CATEGORIES.map((value) => ({ value, label: pageWords.categories[value] }));

export interface IssueFormProps {
  readonly draft: Draft<IssueDraft>;
  readonly evidence: EvidenceList;
  readonly snapshot: EvidenceSnapshot;
  /** The service's; null while it is not known. */
  readonly principal: string | null;
  readonly principalError: unknown;
  /** The pinned key sets that may sign. */
  readonly signers: readonly KeySet[];
  readonly signer: KeySet | null;
  /** Whether the first field is where a person goes on. */
  readonly takesFocus: boolean;
}

/** The first step: subject, claim, files, and what few need. */
export function IssueForm(props: IssueFormProps) {
  const { draft, evidence, snapshot, principal, principalError, takesFocus } = props;
  const isSupplied = suppliesEvidence(snapshot.files);
  const { summary } = words;
  return (
    <>
      <p className="text-13 text-muted">
        {principal !== null
          ? words.issuedBy(ISSUER_NAME, <FileText text={principal} isMono />)
          : principalError === null
            ? words.issuerUnknown
            : sentenceFor(principalError)}
      </p>
      <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
        <TextField
          label={words.name}
          {...draft.field('subject.name')}
          description={words.nameHint}
          isRequired
          autoFocus={takesFocus}
        />
        <Select label={words.category} options={CATEGORY_OPTIONS} {...draft.field('subject.category')} />
        <TextField label={words.product} {...draft.field('subject.product')} description={words.productHint} />
        <TextField
          label={words.description}
          {...draft.field('subject.description')}
          description={words.descriptionHint}
        />
      </div>
      <TextField
        label={words.claim}
        rows={2}
        {...draft.field('human_summary.claim')}
        description={words.claimHint}
        isRequired
      />
      <EvidenceField
        list={evidence}
        snapshot={snapshot}
        error={draft.errorAt('attestations')}
        onChange={() => draft.change({ attestations: null }, ['human_summary.evidence_summary'])}
      />
      <TextField
        label={summary.label}
        {...draft.field('human_summary.evidence_summary')}
        description={isSupplied ? summary.hintSupplied : summary.hint(defaultSummary(snapshot.files))}
        isRequired={isSupplied}
      />
      <Disclosure title={words.advanced.title}>
        <Advanced {...props} />
      </Disclosure>
    </>
  );
}

function Advanced({ draft, signers, signer }: IssueFormProps) {
  const { advanced } = words;
  const chosen = draft.values['human_summary.load_bearing_pillars'];
  return (
    <div className="space-y-5">
      <fieldset className="space-y-1">
        <legend className="text-13 font-medium">{advanced.loadBearing}</legend>
        <p className="text-13 text-muted">{advanced.loadBearingHint}</p>
        <div className="flex flex-wrap gap-x-5 gap-y-1">
          {PILLARS.map((pillar) => (
            <CheckRow
              key={pillar}
              isSelected={chosen.includes(pillar)}
              onChange={(isOn) =>
                draft.change({
                  'human_summary.load_bearing_pillars': isOn
                    ? [...chosen, pillar]
                    : chosen.filter((other) => other !== pillar),
                })
              }
              label={words.pillars[pillar]}
            />
          ))}
        </div>
      </fieldset>
      <TextField
        label={advanced.assurances}
        rows={3}
        {...draft.field('human_summary.additional_assurances')}
        description={advanced.assurancesHint}
      />
      <div>
        <Select
          label={advanced.signer}
          options={[
            { value: ANY_SIGNER, label: advanced.anySigner },
            ...signers.map(({ fingerprint, keyset_id, serial }) => ({
              value: fingerprint,
              label: advanced.edition(keyset_id, serial),
            })),
          ]}
          value={signer?.fingerprint ?? ANY_SIGNER}
          onChange={(value) => draft.change({ signer: value })}
        />
        <p className="mt-1 text-13 text-muted">{advanced.signerHint}</p>
      </div>
    </div>
  );
}
