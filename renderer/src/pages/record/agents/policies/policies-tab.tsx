import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Plus, Scale } from 'lucide-react';
import { useState } from 'react';
import { RequestError } from '../../../../parts/work/request-error.tsx';
import { useWork } from '../../../../parts/work/use-work.ts';
import { WorkStatus } from '../../../../parts/work/work-status.tsx';
import { Button } from '../../../../ui/button.tsx';
import { EmptyState } from '../../../../ui/empty-state.tsx';
import { FileText } from '../../../../ui/file-text.tsx';
import { useAnnounce } from '../../../../ui/live-region.tsx';
import { StatusMark } from '../../../../ui/status-mark.tsx';
import { TimeText } from '../../../../ui/time-text.tsx';
import { samePolicy } from './policy-draft.ts';
import { PolicyForm } from './policy-form.tsx';
import { PolicySentences } from './policy-sentences.tsx';
import { policiesQuery, setPolicy } from './queries.ts';
import { openerName, useReturnedFocus } from './returned-focus.ts';
import { type Change, orderedPolicies, type PolicyPlace, placeWords, type StoredPolicy } from './stored-policies.ts';

/** Policies of organisation, teams and projects: what each one says, and forms to change them. */
export function PoliciesTab() {
  const list = useQuery(policiesQuery);
  const [editing, setEditing] = useState<PolicyPlace | 'new' | null>(null);
  const [last, setLast] = useState<Change | null>(null);
  const { place, returnTo } = useReturnedFocus();
  const close = (opener: PolicyPlace | 'new' | null) => {
    setEditing(null);
    returnTo(opener ?? 'new');
  };
  const items = list.data?.items ?? [];
  const dismiss = () => {
    setLast(null);
    returnTo('new');
  };
  if (list.isPending) return <p className="min-h-40 text-muted">Loading the policies</p>;
  return (
    <div ref={place} className="space-y-(--gap)">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <p className="max-w-prose text-muted">
          Every policy that fits an act has to permit it, and so has the scope of the session: the organisation is asked
          first, then team, project, session and the action itself. A policy decides what receipts say; it does not stop
          an agent. What is recorded stays as it was decided.
        </p>
        {editing === null && list.data !== undefined && (
          <Button
            variant="primary"
            data-opens={openerName('new')}
            icon={<Plus aria-hidden size={16} />}
            onPress={() => setEditing('new')}
          >
            Set a policy
          </Button>
        )}
      </div>
      {list.error !== null && (
        <RequestError error={list.error} what="The policies" onRetry={() => void list.refetch()} />
      )}
      {last !== null && <Changed change={last} onUndone={setLast} onDismiss={dismiss} />}
      {editing !== null && (
        <PolicyForm
          key={editing === 'new' ? 'new' : placeWords(editing)}
          place={editing === 'new' ? null : editing}
          items={items}
          onClose={() => close(editing)}
          onSaved={(change) => {
            setLast(change);
            // The card of an emptied policy goes away.
            close(samePolicy(change.after, {}) ? 'new' : editing);
          }}
        />
      )}
      {list.isSuccess && items.length === 0 && editing === null && (
        <EmptyState title="No policy is set" icon={<Scale aria-hidden size={18} />}>
          Sessions then have their own scope and the rules for actions alone.
        </EmptyState>
      )}
      <ul className="space-y-2">
        {orderedPolicies(items).map((item) => (
          <li key={placeWords(item)}>
            <PolicyCard item={item} onEdit={() => setEditing({ scope: item.scope, target: item.target })} />
          </li>
        ))}
      </ul>
      <p className="text-13 text-muted">
        Every change is in the{' '}
        <Link to="/accounts" search={{ view: 'audit' }} className="underline">
          audit
        </Link>{' '}
        as <code>agent-policy.set</code>.
      </p>
    </div>
  );
}

function PolicyCard({ item, onEdit }: { readonly item: StoredPolicy; readonly onEdit: () => void }) {
  return (
    <article aria-label={placeWords(item)} className="rounded border border-line bg-surface px-4 py-3">
      <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <h2 className="min-w-0 grow text-16">
          <FileText text={placeWords(item)} limit={220} />
        </h2>
        <Button
          size="small"
          data-opens={openerName(item)}
          aria-label={`Change the policy: ${placeWords(item)}`}
          onPress={onEdit}
        >
          Change
        </Button>
      </div>
      <PolicySentences policy={item.policy} />
      <p className="text-13 text-muted">
        Set at <TimeText value={item.updated_at} />
      </p>
    </article>
  );
}

interface ChangedProps {
  readonly change: Change;
  readonly onUndone: (change: Change) => void;
  readonly onDismiss: () => void;
}

/** What was saved, what stood there before, and the way back. */
function Changed({ change, onUndone, onDismiss }: ChangedProps) {
  const announce = useAnnounce();
  const work = useWork(async (undone: Change, signal) => {
    await setPolicy(undone, undone.after, signal);
    return undone;
  });
  const undo = async () => {
    const done = await work.start({ ...change, before: change.after, after: change.before });
    if (done === null) return;
    announce('The policy from before holds again');
    onUndone(done);
  };
  return (
    <section aria-label="The last change" className="space-y-2 rounded border border-line bg-surface px-4 py-3">
      <p role="status">
        <StatusMark look="verified" label="Saved" size="small" />{' '}
        <span className="text-muted">It holds for what comes, also in sessions that are open.</span>
      </p>
      <div className="grid gap-(--gap) sm:grid-cols-2">
        <div>
          <h2 className="text-13 text-muted">
            <FileText text={`${placeWords(change)}, now`} />
          </h2>
          <PolicySentences policy={change.after} />
        </div>
        <div>
          <h2 className="text-13 text-muted">Before</h2>
          <PolicySentences policy={change.before} />
        </div>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button aria-disabled={work.state.status === 'busy'} onPress={() => void undo()}>
          Undo: put back what stood before
        </Button>
        <Button variant="quiet" onPress={onDismiss}>
          Dismiss
        </Button>
      </div>
      <WorkStatus
        state={work.state}
        busyLabel="Saving"
        failedTitle="The policy was not put back"
        onCancel={work.cancel}
        units={0}
      />
    </section>
  );
}
