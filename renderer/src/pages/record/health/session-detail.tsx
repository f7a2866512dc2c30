import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { formatCount } from '../../../lib/format.ts';
import { useSeenNow } from '../../../lib/window/use-now.ts';
import { RequestError } from '../../../parts/work/request-error.tsx';
import { CopyText } from '../../../ui/copy-text.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Fact, FactList } from '../../../ui/fact-list.tsx';
import { FileText } from '../../../ui/file-text.tsx';
import { HashText } from '../../../ui/hash-text.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { TimeText } from '../../../ui/time-text.tsx';
import { AttestForm } from './attest-form.tsx';
import { EventForm } from './event-form.tsx';
import { EventList } from './event-list.tsx';
import { LockState } from './lock-state.tsx';
import { sessionsQuery } from './queries.ts';
import { ReleasePanel } from './release-panel.tsx';
import { type SessionItem, stateNow } from './session-items.ts';

/** One session under its address: its lock, its events, what can be done while it is open. */
export function SessionDetail({ id }: { readonly id: string }) {
  const sessions = useQuery(sessionsQuery);
  const item = sessions.data?.items.find(({ session_id }) => session_id === id);
  if (sessions.isPending) return <p className="min-h-40 text-muted">Loading the session</p>;
  return (
    <div className="space-y-(--gap)">
      {sessions.error !== null && (
        <RequestError error={sessions.error} what="The sessions" onRetry={() => void sessions.refetch()} />
      )}
      {item !== undefined && <Session item={item} />}
      {sessions.isSuccess && item === undefined && (
        <EmptyState title="There is no such session">
          No session <code>{id}</code> is in this project. It may belong to another one.
        </EmptyState>
      )}
    </div>
  );
}

function Session({ item }: { readonly item: SessionItem }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const state = useSeenNow((now) => stateNow(item, now), 1_000);
  useEffect(() => {
    // The row or form that had the focus is gone. Where the page was just opened, the frame has moved it already.
    if (document.activeElement === null || document.activeElement === document.body) heading.current?.focus();
  }, []);
  return (
    <section aria-labelledby="session-heading" className="space-y-(--gap)">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h2 id="session-heading" ref={heading} tabIndex={-1} className="min-w-0 text-16 break-words outline-none">
          <FileText text={item.contract_id} />
        </h2>
        <LockState item={item} />
      </div>
      <div className="grid items-start gap-(--gap) min-[1100px]:grid-cols-2">
        <Panel title="Session">
          <FactList>
            <Fact name="User">
              <FileText text={item.user_id} />
            </Fact>
            <Fact name="Opened">
              <TimeText value={item.opened_at} />
            </Fact>
            <Fact name={item.released_at === null ? 'Lock ends' : 'Released'}>
              <TimeText value={item.released_at ?? item.expires_at} />
            </Fact>
            <Fact name="Events">{formatCount(item.events)}</Fact>
            <Fact name="Attestations">{formatCount(item.attestations)}</Fact>
            <Fact name="Session id">
              <code className="text-13 break-all">{item.session_id}</code>{' '}
              <CopyText value={item.session_id} label="session id" />
            </Fact>
            {item.head_hash !== null && (
              <Fact name="Head of the events">
                <HashText value={item.head_hash} label="head of the events" />
              </Fact>
            )}
          </FactList>
        </Panel>
        <ReleasePanel item={item} state={state} />
        <EventForm item={item} state={state} />
        <AttestForm item={item} state={state} />
      </div>
      <EventList item={item} />
    </section>
  );
}
