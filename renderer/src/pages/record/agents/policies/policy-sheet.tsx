import { useQuery } from '@tanstack/react-query';
import { policies } from '@touchstone/core/api/admin/policies.ts';
import { useEffect, useEffectEvent, useState } from 'react';
import { useProjectId } from '../../../../lib/session/use-project-id.ts';
import { longestOf } from '../../../../parts/form/contract-limits.ts';
import { FormSheet } from '../../../../parts/form/form-sheet.tsx';
import { type DraftOf, useDraft } from '../../../../parts/form/use-draft.ts';
import { useWork } from '../../../../parts/work/use-work.ts';
import { Select } from '../../../../ui/select.tsx';
import { TextField } from '../../../../ui/text-field.tsx';
import { words } from '../../../../words/record/agents-policies.ts';
import { useAddress } from '../address.ts';
import { draftOf, EMPTY_DRAFT, readDraft, samePolicy } from './policy-draft.ts';
import { PolicyFields } from './policy-fields.tsx';
import { policiesQuery, setPolicy } from './queries.ts';
import { type Change, type PolicyPlace, type PolicyScope, placeWords, policyAt, SCOPES } from './stored-policies.ts';
import { useOfferUndo } from './use-offer-undo.ts';

const { form: texts } = words;
const SCOPE_OPTIONS = SCOPES.map((value) => ({ value, label: texts.scopes[value] }));
const LONGEST_TARGET = longestOf(policies.set.query.properties.target);
const NEW_PLACE = { scope: 'organisation' as PolicyScope, target: '' } satisfies DraftOf<typeof policies.set>;
const NEW = { ...NEW_PLACE, ...EMPTY_DRAFT };

/** The sheet of the policy that the address names, or of a new one. What is entered stays until it is saved or another is opened. */
export function PolicySheet() {
  const { search } = useAddress();
  const isOpen = search.act === 'policy';
  const [shown, setShown] = useState<PolicyPlace | null>(null);
  const named = search.scope === undefined ? null : { scope: search.scope, target: search.target ?? null };
  if (isOpen && keyOf(named) !== keyOf(shown)) setShown(named);
  return <PolicyForm key={keyOf(shown)} place={shown} isOpen={isOpen} />;
}

function keyOf(place: PolicyPlace | null): string {
  return JSON.stringify(place === null ? null : [place.scope, place.target]);
}

interface PolicyFormProps {
  /** The policy that is changed; null for one that is set anew. */
  readonly place: PolicyPlace | null;
  readonly isOpen: boolean;
}

/** Sets a policy as a whole. */
function PolicyForm({ place, isOpen }: PolicyFormProps) {
  const { set } = useAddress();
  const items = useQuery({ ...policiesQuery, enabled: isOpen }).data?.items ?? [];
  const offerUndo = useOfferUndo();
  const projectId = useProjectId();
  const work = useWork(async (change: Change, signal) => {
    await setPolicy(change, change.after, signal);
    return change;
  });
  const draft = useDraft(useState(NEW), work.state, { naming: 'target' });
  const { scope, target } = draft.values;
  const here = place ?? { scope, target: scope === 'organisation' || target.trim() === '' ? null : target.trim() };
  const before = policyAt(items, here);
  const read = readDraft(draft.values);
  // What the draft began with: where nobody has changed it, it follows what the server holds.
  const [begun, setBegun] = useState(JSON.stringify(EMPTY_DRAFT));
  const held = JSON.stringify(draftOf(before));
  const follow = useEffectEvent(() => {
    if (place === null || held === begun) return;
    const { scope: _, target: __, ...rules } = draft.values;
    if (JSON.stringify(rules) === begun) draft.fill({ ...NEW_PLACE, ...draftOf(before) });
    setBegun(held);
  });
  useEffect(() => {
    if (isOpen && held !== '') follow();
  }, [isOpen, held]);
  const close = () => set({ act: undefined, scope: undefined, target: undefined });
  const save = async () => {
    const long = [...target].length > LONGEST_TARGET ? texts.longName(LONGEST_TARGET) : '';
    if (!draft.check({ ...(read.ok ? {} : read.faults), target: long }) || !read.ok) return;
    const saved = await work.start({ ...here, before, after: read.policy });
    if (saved === null) return;
    draft.fill(place === null ? NEW : { ...NEW_PLACE, ...draftOf(saved.after) });
    close();
    offerUndo(saved);
  };
  const isBusy = work.state.status === 'busy';
  return (
    <FormSheet
      texts={{ ...texts, title: place === null ? texts.title : texts.changeTitle(placeWords(place)) }}
      note={words.placeMeanings[here.scope]}
      size="wide"
      isOpen={isOpen}
      onClose={close}
      onSubmit={draft.submit(save)}
      isDisabled={place !== null && read.ok && samePolicy(read.policy, before)}
      work={work}
      units={0}
    >
      {place === null && (
        <div className="grid gap-x-4 gap-y-5 md:grid-cols-2 md:items-start">
          <Select label={texts.forWhom} options={SCOPE_OPTIONS} {...draft.field('scope')} />
          {scope !== 'organisation' && (
            <TextField
              label={scope === 'team' ? texts.tenant : texts.project}
              {...draft.field('target')}
              isReadOnly={isBusy}
              description={scope === 'team' ? texts.tenantHint : texts.projectHint(projectId)}
            />
          )}
        </div>
      )}
      {place === null && Object.keys(before).length > 0 && (
        <p role="status" className="text-13 text-pending">
          {texts.replaces}
        </p>
      )}
      <PolicyFields draft={draft} whenEmpty={texts.whenEmpty} isReadOnly={isBusy} />
      <p className="rounded bg-sunken px-3 py-2 text-13 text-muted">{texts.effect}</p>
    </FormSheet>
  );
}
