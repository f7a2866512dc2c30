import { useInfiniteQuery } from '@tanstack/react-query';
import type { health } from '@touchstone/core/api/crypto/health.ts';
import type { OutputOf } from '@touchstone/core/api/endpoint.ts';
import { isJsonObject, type JsonValue } from '@touchstone/core/canonical-json.ts';
import { formatIsoTime } from '@touchstone/core/time.ts';
import { ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { client } from '../../../lib/client.ts';
import { formatCount } from '../../../lib/format.ts';
import { queryClient } from '../../../lib/query.ts';
import { useProjectId } from '../../../lib/session/use-project-id.ts';
import type { AuditVerdict } from '../../../parts/chain/audit-verdict.ts';
import { walkInWorker } from '../../../parts/chain/chain-checker.ts';
import { CHAIN_START, type ChainEntry } from '../../../parts/chain/chain-messages.ts';
import { ChainVerdict } from '../../../parts/chain/chain-verdict.tsx';
import { serviceKeysQuery } from '../../../parts/chain/service-keys.ts';
import { PAGE_SIZE, pagedQuery } from '../../../parts/list-page/all-pages.ts';
import { RequestError } from '../../../parts/work/request-error.tsx';
import { useWork } from '../../../parts/work/use-work.ts';
import { WorkStatus } from '../../../parts/work/work-status.tsx';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { FileText } from '../../../ui/file-text.tsx';
import { useAnnounce } from '../../../ui/live-region.tsx';
import { ProgressBar } from '../../../ui/progress-bar.tsx';
import { StatusMark } from '../../../ui/status-mark.tsx';
import { Cell, Row, Table } from '../../../ui/table.tsx';
import { TimeText } from '../../../ui/time-text.tsx';
import { eventsKey } from './queries.ts';
import type { SessionItem } from './session-items.ts';

type EventItem = OutputOf<typeof health.listEvents>['items'][number];

const COLUMNS = [
  { id: 'position', title: 'No.', align: 'end' },
  { id: 'action', title: 'Action' },
  { id: 'field', title: 'Field' },
  { id: 'actor', title: 'Actor, as stated' },
  { id: 'time', title: 'Time, as stated' },
  { id: 'received', title: 'Received' },
] as const;

/** The signed events of a session, the oldest first, and the walk over their chain. */
export function EventList({ item }: { readonly item: SessionItem }) {
  const sessionId = item.session_id;
  const events = useInfiniteQuery(
    pagedQuery(
      eventsKey(sessionId),
      (query, signal) => client.crypto.health.listEvents({ params: { id: sessionId }, query }, { signal }),
      { limit: 50 },
    ),
  );
  const items = events.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <section aria-labelledby="events" className="space-y-3">
      <h2 id="events" className="text-16">
        Events
      </h2>
      {events.isPending && <p className="text-muted">Loading the events</p>}
      {events.error !== null && (
        <RequestError error={events.error} what="The events" onRetry={() => void events.refetch()} />
      )}
      {events.isSuccess && items.length === 0 && (
        <EmptyState title="No event yet">
          Programs write events while the session is open, with <code>POST /v1/health/audit</code>; one can be written
          here too. Events stay after the session.
        </EmptyState>
      )}
      {items.length > 0 && (
        <>
          <EventChain item={item} />
          <Table caption="Events of the session, the oldest first" columns={COLUMNS}>
            {items.map(({ event }) => (
              <Row key={textOf(event, 'position')}>
                <Cell isHeader align="end" noWrap>
                  {textOf(event, 'position')}
                </Cell>
                <Cell>
                  <FileText text={textOf(event, 'action')} limit={100} />
                </Cell>
                <Cell>
                  {event.field_id === null ? (
                    <span className="text-muted">the chain itself</span>
                  ) : (
                    <FileText text={textOf(event, 'field_id')} limit={200} />
                  )}
                </Cell>
                <Cell>
                  <FileText text={textOf(event, 'actor')} limit={200} />
                </Cell>
                <Cell>
                  <TimeText value={textOf(event, 'timestamp')} />
                </Cell>
                <Cell>
                  <TimeText value={textOf(event, 'received_at')} />
                </Cell>
              </Row>
            ))}
          </Table>
        </>
      )}
      {events.hasNextPage && (
        <Button isDisabled={events.isFetchingNextPage} onPress={() => void events.fetchNextPage()}>
          {events.isFetchingNextPage ? 'Loading more' : 'Show later events'}
        </Button>
      )}
    </section>
  );
}

/** Walks the chain of a session in a worker, and compares its head with the one that the session states. */
function EventChain({ item }: { readonly item: SessionItem }) {
  const projectId = useProjectId();
  const [done, setDone] = useState(0);
  const announce = useAnnounce();
  const owner = { chain: 'health-session', projectId, sessionId: item.session_id } as const;
  const work = useWork(async (_: null, signal): Promise<AuditVerdict> => {
    setDone(0);
    const keys = await queryClient.fetchQuery({ ...serviceKeysQuery, staleTime: 0 });
    let walked = { head: CHAIN_START, brokenAt: null as number | null };
    let cursor: string | null = null;
    let count = 0;
    do {
      const query: { limit: number; cursor?: string } = {
        limit: PAGE_SIZE,
        ...(cursor === null ? {} : { cursor }),
      };
      const page: OutputOf<typeof health.listEvents> = await client.crypto.health.listEvents(
        { params: { id: item.session_id }, query },
        { signal },
      );
      count += page.items.length;
      walked = await walkInWorker(owner, page.items.map(chainEntry), walked.head, keys);
      if (!signal.aborted) setDone(count);
      cursor = walked.brokenAt === null ? page.next_cursor : null;
    } while (cursor !== null && !signal.aborted);
    const { head, brokenAt } = walked;
    return { at: formatIsoTime(Date.now()), intact: brokenAt === null, entries: count, brokenAt, head: head.hash };
  });
  const verify = async () => {
    const verdict = await work.start(null);
    if (verdict === null) return;
    announce(verdict.intact ? 'The chain of the events is intact' : 'The chain of the events is broken', 'assertive');
  };
  const { state, result } = work;
  const isCut = result?.intact === true && item.events > result.entries;
  return (
    <div className="space-y-2">
      <Button
        icon={<ShieldCheck aria-hidden size={16} />}
        isDisabled={state.status === 'busy'}
        onPress={() => void verify()}
      >
        Verify the events
      </Button>
      {state.status === 'busy' && done > 0 ? (
        <div className="flex items-end gap-3">
          <div className="min-w-0 flex-1">
            <ProgressBar label="Walking the events" value={done} max={Math.max(done, item.events)} />
          </div>
          <Button onPress={work.cancel}>Cancel</Button>
        </div>
      ) : (
        <WorkStatus
          state={state}
          busyLabel="Reading the key sets"
          failedTitle="The events were not verified"
          onCancel={work.cancel}
          units={0}
        />
      )}
      {result !== null && <ChainVerdict verdict={result} before={null} words={['event', 'events']} />}
      {isCut && (
        <StatusMark
          look="inconclusive"
          label={`The session states ${formatCount(item.events)} events: the newest are missing`}
        />
      )}
    </div>
  );
}

function chainEntry({ event, signature }: EventItem): ChainEntry {
  const body = event as JsonValue;
  if (!isJsonObject(body)) throw new TypeError('an event is no object');
  return { body, signature };
}

/** A member of an event as text; what another version may have left out is empty. */
function textOf(event: EventItem['event'], name: string): string {
  const value: unknown = Reflect.get(event, name);
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
