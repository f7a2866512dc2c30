import { vault } from '@touchstone/core/api/crypto/vault.ts';
import type { InputOf, OutputOf } from '@touchstone/core/api/endpoint.ts';
import { History } from 'lucide-react';
import { client } from '../../../lib/client.ts';
import { formatCount } from '../../../lib/format.ts';
import { unitsText } from '../../../lib/text/units-text.ts';
import { useDraft } from '../../../parts/form/use-draft.ts';
import { csvText } from '../../../parts/list-page/csv.ts';
import { exportActions } from '../../../parts/list-page/export-actions.tsx';
import { MoreMenu } from '../../../parts/page/more-menu.tsx';
import { useWork } from '../../../parts/work/use-work.ts';
import { WorkStatus } from '../../../parts/work/work-status.tsx';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { FileText } from '../../../ui/file-text.tsx';
import { useAnnounce } from '../../../ui/live-region.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Cell, Row, Table } from '../../../ui/table.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { TimeText } from '../../../ui/time-text.tsx';
import type { HashFormProps } from './attest-document.tsx';
import { hashFault, oneHash, periodFaults, readHash } from './hash-draft.ts';
import { CHAIN_TITLES } from './words.ts';

type DocumentEvent = OutputOf<typeof vault.audit>['events'][number];

const ACTIONS: Readonly<Record<DocumentEvent['action'], string>> = {
  validated: 'Checked, has the form',
  rejected: 'Checked, does not have the form',
  attested: 'Attested',
  confirmed: 'Confirmed on the chain',
};

const COLUMNS = [
  { id: 'time', title: 'Time' },
  { id: 'action', title: 'What' },
  { id: 'chain', title: 'Chain' },
  { id: 'actor', title: 'By' },
] as const;

const CSV = [
  ['timestamp_utc', ({ timestamp }: DocumentEvent) => timestamp],
  ['action', ({ action }: DocumentEvent) => action],
  ['chain', ({ chain }: DocumentEvent) => chain ?? ''],
  ['actor', ({ actor }: DocumentEvent) => actor ?? ''],
] as const;

/** What happened to a document's hash in a period. */
export function DocumentAudit({ hashes }: HashFormProps) {
  const announce = useAnnounce();
  const work = useWork(async (body: InputOf<typeof vault.audit>['body'], signal) => ({
    asked: body,
    ...(await client.crypto.vault.audit({ body }, { signal })),
  }));
  const draft = useDraft(hashes, work.state);
  const ask = async () => {
    const { document_hash } = draft.values;
    const [from, to] = [draft.values.from.trim(), draft.values.to.trim()];
    if (!draft.check({ document_hash: hashFault(document_hash), ...periodFaults(from, to) })) return;
    const answer = await work.start({ document_hash: readHash(document_hash), from, to });
    if (answer !== null) announce(`${answer.total} ${answer.total === 1 ? 'event' : 'events'}`);
  };
  const isBusy = work.state.status === 'busy';
  return (
    <Panel
      title="What was done with a hash"
      lead="Checks and attestations of this project, the oldest first."
      aside={`costs ${unitsText(vault.audit.units)}`}
    >
      <form onSubmit={draft.submit(ask)} noValidate className="space-y-3">
        <TextField
          label="Document hash to look up"
          isMono
          {...draft.field('document_hash')}
          onChange={(text) => draft.change(oneHash(text))}
          isDisabled={isBusy}
        />
        <div className="grid gap-3 sm:grid-cols-2">
          <TextField label="First day, UTC" {...draft.field('from')} isDisabled={isBusy} />
          <TextField label="Last day, UTC" {...draft.field('to')} isDisabled={isBusy} />
        </div>
        <Button type="submit" isDisabled={isBusy} icon={<History aria-hidden size={16} />}>
          Show the events
        </Button>
        <WorkStatus
          state={work.state}
          busyLabel="Reading the events"
          failedTitle="The events could not be read"
          onCancel={work.cancel}
          units={vault.audit.units}
        />
      </form>
      {work.result !== null && <Events events={work.result.events} hash={work.result.asked.document_hash} />}
    </Panel>
  );
}

function Events({ events, hash }: { readonly events: readonly DocumentEvent[]; readonly hash: string }) {
  if (events.length === 0) {
    return (
      <EmptyState title="Nothing was done with this hash in this period">
        It says that this project did nothing with it here, not that the document is unknown elsewhere.
      </EmptyState>
    );
  }
  return (
    <div className="space-y-2">
      <div className="flex flex-wrap items-center gap-2">
        <p className="grow text-muted">
          {formatCount(events.length)} {events.length === 1 ? 'event' : 'events'} of <code>{hash.slice(0, 12)}…</code>
        </p>
        <MoreMenu
          actions={exportActions({
            name: `document-${hash.slice(0, 12)}`,
            csv: () => csvText(events, CSV),
            json: () => `${JSON.stringify({ document_hash: hash, events }, null, 2)}\n`,
          })}
        />
      </div>
      <Table caption="Events of the hash, oldest first" columns={COLUMNS}>
        {events.map((event, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list is an answer that never changes its order
          <Row key={index}>
            <Cell isHeader>
              <TimeText value={event.timestamp} />
            </Cell>
            <Cell>{ACTIONS[event.action]}</Cell>
            <Cell noWrap>{event.chain === undefined ? '–' : CHAIN_TITLES[event.chain]}</Cell>
            <Cell noWrap>
              {event.actor === undefined ? 'The chain' : <FileText text={event.actor} isMono isLine limit={100} />}
            </Cell>
          </Row>
        ))}
      </Table>
    </div>
  );
}
