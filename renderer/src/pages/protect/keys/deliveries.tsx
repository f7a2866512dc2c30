import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { client } from '../../../lib/client.ts';
import { formatCount, formatUtcCell } from '../../../lib/format.ts';
import { DataGrid, type GridColumn } from '../../../parts/grid/data-grid.tsx';
import { nextSort, type Sort } from '../../../parts/list-page/sort-codec.ts';
import { useListOrder } from '../../../parts/list-page/use-list-order.ts';
import { RequestError } from '../../../parts/work/request-error.tsx';
import { useWork } from '../../../parts/work/use-work.ts';
import { WorkStatus } from '../../../parts/work/work-status.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Fact, FactList } from '../../../ui/fact-list.tsx';
import { FileText } from '../../../ui/file-text.tsx';
import { useAnnounce } from '../../../ui/live-region.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Select } from '../../../ui/select.tsx';
import { StatusMark } from '../../../ui/status-mark.tsx';
import { TimeText } from '../../../ui/time-text.tsx';
import { useCopy } from '../../../ui/use-copy.ts';
import {
  answerWords,
  DELIVERY_STATES,
  type DeliveryColumn,
  type DeliveryState,
  deliveryView,
} from './delivery-items.ts';
import { type Delivery, deliveriesQuery, refreshKeys } from './queries.ts';
import { useKeysSearch } from './search.ts';

const COLUMNS: readonly GridColumn<Delivery, DeliveryColumn>[] = [
  {
    id: 'created',
    title: 'Notice of, UTC',
    width: 195,
    grows: 0,
    look: 'tabular-nums',
    cell: ({ created_at }) => formatUtcCell(created_at),
  },
  { id: 'event', title: 'Event', width: 120, grows: 1, cell: ({ event }) => event },
  {
    id: 'state',
    title: 'State',
    width: 120,
    grows: 0,
    cell: ({ state }) => <StatusMark size="small" {...DELIVERY_STATES[state]} />,
  },
  {
    id: 'attempts',
    title: 'Attempts',
    width: 95,
    grows: 0,
    look: 'text-end tabular-nums',
    cell: ({ attempts }) => attempts,
  },
  {
    id: 'answer',
    title: 'Last answer',
    width: 150,
    grows: 1,
    cell: (item) => <FileText text={answerWords(item)} isLine />,
  },
  {
    id: 'project',
    title: 'Project',
    width: 165,
    grows: 0,
    look: 'font-mono text-12',
    cell: ({ project_id }) => project_id,
  },
];

const STATES = [
  { value: 'all', label: 'All' },
  { value: 'queued', label: DELIVERY_STATES.queued.label },
  { value: 'delivered', label: DELIVERY_STATES.delivered.label },
  { value: 'dead', label: DELIVERY_STATES.dead.label },
] as const;

/** The notices; one that was given up can be queued again. */
export function Deliveries() {
  const deliveries = useQuery(deliveriesQuery);
  const { search, setSearch } = useKeysSearch();
  const opened = deliveries.data?.items.find(({ id }) => id === search.delivery);
  return (
    <Panel
      title="Notices"
      lead="What was sent and what became of it. A notice that is not taken is tried again for about two days."
    >
      {deliveries.isPending && <p className="min-h-20 text-muted">Loading the notices</p>}
      {deliveries.error !== null && (
        <RequestError error={deliveries.error} what="The notices" onRetry={() => void deliveries.refetch()} />
      )}
      {deliveries.data?.items.length === 0 && <p className="text-muted">No notice was queued so far.</p>}
      {deliveries.data !== undefined && deliveries.data.items.length > 0 && (
        <DeliveryTable
          items={deliveries.data.items}
          isWhole={deliveries.data.isWhole}
          onOpen={({ id }) => setSearch({ delivery: id }, 'push')}
        />
      )}
      {opened !== undefined && (
        <DeliveryDialog key={opened.id} item={opened} onClose={() => setSearch({ delivery: undefined })} />
      )}
    </Panel>
  );
}

interface DeliveryTableProps {
  readonly items: readonly Delivery[];
  readonly isWhole: boolean;
  readonly onOpen: (item: Delivery) => void;
}

function DeliveryTable({ items, isWhole, onOpen }: DeliveryTableProps) {
  const [state, setState] = useState<DeliveryState | 'all'>('all');
  const [sort, setSort] = useState<Sort<DeliveryColumn>>({ by: 'created', descending: true });
  const copy = useCopy();
  const view = useMemo(() => deliveryView(state === 'all' ? null : state, sort.by, sort.descending), [state, sort]);
  const shown = useListOrder(items, view);
  return (
    <>
      <div className="w-40 max-w-full">
        <Select label="State of notices" options={STATES} value={state} onChange={setState} />
      </div>
      <DataGrid
        label="Notices"
        items={shown}
        columns={COLUMNS}
        idOf={idOf}
        sort={sort}
        onSort={(by) => setSort(nextSort(sort, by))}
        onOpen={onOpen}
        onCopy={({ id }) => void copy(id, `notice id ${id}`)}
        emptyText="No notice has this state."
      />
      <p role="status" className="text-13 text-muted tabular-nums">
        {formatCount(shown?.length ?? items.length)} of {formatCount(items.length)} notices.{' '}
        {!isWhole && 'There are more, which are not listed. '}
        Enter opens the current row.
      </p>
    </>
  );
}

function DeliveryDialog({ item, onClose }: { readonly item: Delivery; readonly onClose: () => void }) {
  const announce = useAnnounce();
  const work = useWork((id: string, signal) => client.admin.webhooks.retry({ params: { id } }, { signal }));
  const canBeRetried = item.state === 'dead' && item.webhook_id !== null;
  const retry = async () => {
    if ((await work.start(item.id)) === null) return;
    announce('The notice is queued again');
    await refreshKeys();
  };
  return (
    <Dialog
      title="Notice"
      isOpen
      onOpenChange={onClose}
      footer={
        canBeRetried && (
          <Button variant="primary" aria-disabled={work.state.status === 'busy'} onPress={() => void retry()}>
            Queue it again
          </Button>
        )
      }
    >
      <FactList>
        <Fact name="State">
          <StatusMark size="small" {...DELIVERY_STATES[item.state]} />
        </Fact>
        <Fact name="Event">
          <code>{item.event}</code>
        </Fact>
        <Fact name="Id">
          <code>{item.id}</code>
        </Fact>
        <Fact name="Project">
          <code>{item.project_id}</code>
        </Fact>
        <Fact name="Created">
          <TimeText value={item.created_at} />
        </Fact>
        <Fact name="Attempts">{item.attempts}</Fact>
        {item.next_attempt_at !== null && (
          <Fact name="Next attempt">
            <TimeText value={item.next_attempt_at} />
          </Fact>
        )}
        {item.last_status !== null && <Fact name="Last status">{item.last_status}</Fact>}
        {item.last_error !== null && (
          <Fact name="Last trouble">
            <FileText text={item.last_error} />
          </Fact>
        )}
        {item.finished_at !== null && (
          <Fact name="Finished">
            <TimeText value={item.finished_at} />
          </Fact>
        )}
      </FactList>
      {item.state === 'dead' && (
        <p className="text-muted">
          {canBeRetried
            ? 'It was given up after its last attempt. Queued again it goes to the present address, under the present secret.'
            : 'Its webhook was removed, so it cannot be sent any more. What it said stands in the history of the key.'}
        </p>
      )}
      <WorkStatus
        state={work.state}
        busyLabel="Queuing"
        failedTitle="The notice was not queued"
        onCancel={work.cancel}
        units={0}
      />
    </Dialog>
  );
}

function idOf({ id }: Delivery): string {
  return id;
}
