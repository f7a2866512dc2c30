import { useInfiniteQuery } from '@tanstack/react-query';
import type { health } from '@touchstone/core/api/crypto/health.ts';
import type { OutputOf } from '@touchstone/core/api/endpoint.ts';
import { ShieldCheck } from 'lucide-react';
import { useNow } from '../../../lib/window/use-now.ts';
import { ObjectSign } from '../../../parts/objects/object-tile.tsx';
import { RequestError } from '../../../parts/work/request-error.tsx';
import { AgoText } from '../../../ui/ago-text.tsx';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { FileText } from '../../../ui/file-text.tsx';
import { Section } from '../../../ui/section.tsx';
import { Cell, Row, Table } from '../../../ui/table.tsx';
import { words } from '../../../words/record/health.ts';
import { EventChainStatus, useEventChain } from './event-chain.tsx';
import { eventsQuery } from './queries.ts';
import type { SessionItem } from './session-items.ts';

type EventItem = OutputOf<typeof health.listEvents>['items'][number];

const { columns: titles } = words.events;
const COLUMNS = [
  { id: 'position', title: titles.position, align: 'end' },
  { id: 'action', title: titles.action },
  { id: 'field', title: titles.field },
  { id: 'actor', title: titles.actor },
  { id: 'time', title: titles.time },
  { id: 'received', title: titles.received },
] as const;

export interface EventListProps {
  readonly item: SessionItem;
}

/** The signed events of a session, the oldest first, and the walk over their chain. */
export function EventList({ item }: EventListProps) {
  const events = useInfiniteQuery(eventsQuery(item.session_id));
  const chain = useEventChain(item);
  const items = events.data?.pages.flatMap((page) => page.items) ?? [];
  const texts = words.events;
  return (
    <Section
      title={texts.title}
      aside={
        items.length > 0 && (
          <Button
            icon={<ShieldCheck aria-hidden size={16} />}
            isDisabled={chain.work.state.status === 'busy'}
            onPress={() => void chain.verify()}
          >
            {texts.verify}
          </Button>
        )
      }
    >
      <div className="space-y-3">
        {events.isPending && <p className="text-muted">{texts.loading}</p>}
        {events.error !== null && (
          <RequestError error={events.error} what={texts.what} onRetry={() => void events.refetch()} />
        )}
        {events.isSuccess && items.length === 0 && (
          <EmptyState title={texts.empty} icon={<ObjectSign kind="auditEntry" />}>
            <p>{texts.emptyText(<code>POST /v1/health/audit</code>)}</p>
          </EmptyState>
        )}
        {items.length > 0 && (
          <>
            <EventChainStatus item={item} chain={chain} />
            <EventTable items={items} />
          </>
        )}
        {events.hasNextPage && (
          <Button isDisabled={events.isFetchingNextPage} onPress={() => void events.fetchNextPage()}>
            {events.isFetchingNextPage ? texts.loadingMore : texts.later}
          </Button>
        )}
      </div>
    </Section>
  );
}

function EventTable({ items }: { readonly items: readonly EventItem[] }) {
  const now = useNow(15_000);
  return (
    <Table caption={words.events.caption} columns={COLUMNS}>
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
              <span className="text-muted">{words.events.chainItself}</span>
            ) : (
              <FileText text={textOf(event, 'field_id')} limit={200} />
            )}
          </Cell>
          <Cell>
            <FileText text={textOf(event, 'actor')} limit={200} />
          </Cell>
          <Cell noWrap>
            <AgoText value={textOf(event, 'timestamp')} now={now} />
          </Cell>
          <Cell noWrap>
            <AgoText value={textOf(event, 'received_at')} now={now} />
          </Cell>
        </Row>
      ))}
    </Table>
  );
}

/** A member of an event as text; what another version may have left out is empty. */
function textOf(event: EventItem['event'], name: string): string {
  const value: unknown = Reflect.get(event, name);
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
