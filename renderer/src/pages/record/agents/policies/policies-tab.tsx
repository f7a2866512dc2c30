import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { EmptyList } from '../../../../parts/list-page/empty-list.tsx';
import { ObjectTile } from '../../../../parts/objects/object-tile.tsx';
import { RequestError } from '../../../../parts/work/request-error.tsx';
import { useWork } from '../../../../parts/work/use-work.ts';
import { WorkStatus } from '../../../../parts/work/work-status.tsx';
import { AgoText } from '../../../../ui/ago-text.tsx';
import { Button } from '../../../../ui/button.tsx';
import { FileText } from '../../../../ui/file-text.tsx';
import { words } from '../../../../words/record/agents-policies.ts';
import { useAddress } from '../address.ts';
import { ruleFacts } from './policy-draft.ts';
import { policiesQuery, setPolicy } from './queries.ts';
import { type Change, orderedPolicies, placeWords, type StoredPolicy } from './stored-policies.ts';
import { useOfferUndo } from './use-offer-undo.ts';

/** Policies of organisation, teams and projects: what each one says, in the order in which they are asked. */
export function PoliciesTab() {
  const list = useQuery(policiesQuery);
  const { set } = useAddress();
  const offerUndo = useOfferUndo();
  const work = useWork(async (change: Change, signal) => {
    await setPolicy(change, change.after, signal);
    return change;
  });
  const items = orderedPolicies(list.data?.items ?? []);
  const remove = async ({ scope, target, policy }: StoredPolicy) => {
    const removed = await work.start({ scope, target, before: policy, after: {} });
    if (removed === null) return;
    offerUndo(removed);
    // The button went with the policy.
    document.querySelector<HTMLElement>('main h1')?.focus();
  };
  if (list.isPending) return <p className="min-h-40 text-muted">{words.loading}</p>;
  return (
    <div className="space-y-(--gap)">
      <p className="max-w-prose text-13 text-muted">{words.lead}</p>
      {list.error !== null && <RequestError error={list.error} what={words.what} onRetry={() => void list.refetch()} />}
      <WorkStatus
        state={work.state}
        busyLabel={words.removing}
        failedTitle={words.notRemoved}
        onCancel={work.cancel}
        units={0}
      />
      {list.isSuccess && items.length === 0 && (
        <EmptyList
          kind="policy"
          title={words.empty.title}
          text={words.empty.text}
          verb={words.form.verb}
          onMake={() => set({ act: 'policy' }, 'push')}
        />
      )}
      {items.length > 0 && (
        <ul className="divide-y divide-line border-y border-line">
          {items.map((item) => (
            <li key={placeWords(item)}>
              <OnePolicy item={item} onRemove={() => void remove(item)} />
            </li>
          ))}
        </ul>
      )}
      <p className="text-13 text-muted">
        {words.audit(
          <Link to="/accounts" search={{ view: 'audit' }} className="underline">
            {words.auditPage}
          </Link>,
          <code>agent-policy.set</code>,
        )}
      </p>
    </div>
  );
}

/** For whom it holds, its rules as facts, and what can be done with it. */
function OnePolicy({ item, onRemove }: { readonly item: StoredPolicy; readonly onRemove: () => void }) {
  const { set } = useAddress();
  const [now] = useState(Date.now);
  const place = placeWords(item);
  const change = () =>
    set({ act: 'policy', scope: item.scope, ...(item.target === null ? {} : { target: item.target }) }, 'push');
  return (
    <article
      aria-label={place}
      className="grid items-start gap-x-8 gap-y-3 py-4 min-[900px]:grid-cols-[minmax(12rem,16rem)_1fr_auto]"
    >
      <div className="flex items-start gap-2.5">
        <ObjectTile kind="policy" />
        <div className="min-w-0">
          <h2 className="text-14 [overflow-wrap:anywhere]">
            <FileText text={place} limit={220} />
          </h2>
          <p className="text-12 text-muted">{words.set(<AgoText value={item.updated_at} now={now} />)}</p>
        </div>
      </div>
      <Rules item={item} />
      <div className="flex gap-2">
        <Button size="small" aria-label={words.changeOne(place)} onPress={change}>
          {words.change}
        </Button>
        <Button size="small" variant="quiet" aria-label={words.removeOne(place)} onPress={onRemove}>
          {words.remove}
        </Button>
      </div>
    </article>
  );
}

function Rules({ item }: { readonly item: StoredPolicy }) {
  const facts = ruleFacts(item.policy);
  if (facts.length === 0) return <p className="text-muted">{words.nothing}</p>;
  return (
    <dl className="flex flex-wrap gap-x-10 gap-y-3">
      {facts.map(({ rule, values }) => (
        <div key={rule} className="min-w-0">
          <dt className="text-12 text-muted">{words.rules[rule]}</dt>
          <dd className="mt-0.5 font-medium [overflow-wrap:anywhere]">
            <FileText text={values.join(', ')} limit={500} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
