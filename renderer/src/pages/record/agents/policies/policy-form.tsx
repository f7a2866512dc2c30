import { policies } from '@touchstone/core/api/admin/policies.ts';
import { useEffect, useRef, useState } from 'react';
import { useProjectId } from '../../../../lib/session/use-project-id.ts';
import { longestOf } from '../../../../parts/form/contract-limits.ts';
import { type DraftOf, useDraft } from '../../../../parts/form/use-draft.ts';
import { useWork } from '../../../../parts/work/use-work.ts';
import { WorkStatus } from '../../../../parts/work/work-status.tsx';
import { Button } from '../../../../ui/button.tsx';
import { useAnnounce } from '../../../../ui/live-region.tsx';
import { Panel } from '../../../../ui/panel.tsx';
import { Select } from '../../../../ui/select.tsx';
import { TextField } from '../../../../ui/text-field.tsx';
import { draftOf, EMPTY_DRAFT, type Policy, readDraft, samePolicy } from './policy-draft.ts';
import { PolicyFields } from './policy-fields.tsx';
import { setPolicy } from './queries.ts';
import {
  type Change,
  type PolicyPlace,
  type PolicyScope,
  placeWords,
  policyAt,
  SCOPE_MEANINGS,
  type StoredPolicy,
} from './stored-policies.ts';

const SCOPE_OPTIONS: readonly { readonly value: PolicyScope; readonly label: string }[] = [
  { value: 'organisation', label: 'The organisation' },
  { value: 'team', label: 'Teams' },
  { value: 'project', label: 'Projects' },
];

const LONGEST_TARGET = longestOf(policies.set.query.properties.target);
const NEW_PLACE = { scope: 'organisation' as PolicyScope, target: '' } satisfies DraftOf<typeof policies.set>;

export interface PolicyFormProps {
  /** The policy that is changed; null for one that is set anew. */
  readonly place: PolicyPlace | null;
  readonly items: readonly StoredPolicy[];
  readonly onClose: () => void;
  readonly onSaved: (change: Change) => void;
}

/** Sets a policy as a whole, or empties it. */
export function PolicyForm({ place, items, onClose, onSaved }: PolicyFormProps) {
  const announce = useAnnounce();
  const projectId = useProjectId();
  const work = useWork(async (change: Change, signal) => {
    await setPolicy(change, change.after, signal);
    return change;
  });
  const held = place === null ? EMPTY_DRAFT : draftOf(policyAt(items, place));
  const draft = useDraft(useState({ ...NEW_PLACE, ...held }), work.state, { naming: 'target' });
  const { scope, target } = draft.values;
  const here = place ?? { scope, target: scope === 'organisation' || target.trim() === '' ? null : target.trim() };
  const before = policyAt(items, here);
  const read = readDraft(draft.values);
  const isBusy = work.state.status === 'busy';
  const form = useRef<HTMLFormElement>(null);
  // The button that opened it is gone, or stands far below: whoever opened the form goes on in it.
  useEffect(() => form.current?.querySelector<HTMLElement>('button, input:not([type="hidden"])')?.focus(), []);
  const isNewPlace = place === null && Object.keys(before).length > 0;
  const save = async (policy: Policy) => {
    const saved = await work.start({ ...here, before, after: policy });
    if (saved === null) return;
    announce('The policy is saved');
    onSaved(saved);
  };
  const saveDraft = async () => {
    const long = [...target].length > LONGEST_TARGET ? `A name has at most ${LONGEST_TARGET} characters.` : '';
    if (draft.check({ ...(read.ok ? {} : read.faults), target: long }) && read.ok) await save(read.policy);
  };
  const isUnchanged = place !== null && read.ok && samePolicy(read.policy, before);
  return (
    <Panel title={place === null ? 'Set a policy' : `Change: ${placeWords(place)}`} lead={SCOPE_MEANINGS[here.scope]}>
      <form ref={form} onSubmit={draft.submit(saveDraft)} noValidate className="space-y-3">
        {place === null && (
          <div className="grid gap-(--gap) sm:grid-cols-2">
            <Select label="For whom" options={SCOPE_OPTIONS} {...draft.field('scope')} isDisabled={isBusy} />
            {scope !== 'organisation' && (
              <TextField
                label={scope === 'team' ? 'Tenant' : 'Project id'}
                {...draft.field('target')}
                isReadOnly={isBusy}
                description={
                  scope === 'team'
                    ? 'As agents were registered. Empty: every team.'
                    : `This window acts for ${projectId}. Empty: every project.`
                }
              />
            )}
          </div>
        )}
        {isNewPlace && (
          <p role="status" className="text-13 text-pending">
            A policy holds there already; saving takes its place.
          </p>
        )}
        <PolicyFields draft={draft} whenEmpty="Empty: no such rule." isReadOnly={isBusy} />
        <div className="flex flex-wrap gap-2">
          <Button type="submit" variant="primary" isDisabled={isUnchanged} aria-disabled={isBusy}>
            Save the policy
          </Button>
          {place !== null && (
            <Button variant="danger" aria-disabled={isBusy} onPress={() => void save({})}>
              Empty the policy
            </Button>
          )}
          <Button isDisabled={isBusy} onPress={onClose}>
            Close without saving
          </Button>
        </div>
        <WorkStatus
          state={work.state}
          busyLabel="Saving"
          failedTitle="The policy was not saved"
          onCancel={work.cancel}
          units={0}
        />
      </form>
    </Panel>
  );
}
