import { vault } from '@touchstone/core/api/crypto/vault.ts';
import type { InputOf, OutputOf } from '@touchstone/core/api/endpoint.ts';
import { History } from 'lucide-react';
import { client } from '../../../lib/client.ts';
import { unitsText } from '../../../lib/text/units-text.ts';
import { useNow } from '../../../lib/window/use-now.ts';
import { hashTrouble, readHash } from '../../../parts/form/hash-text.ts';
import { type DraftState, useDraft } from '../../../parts/form/use-draft.ts';
import { csvText } from '../../../parts/list-page/csv.ts';
import { exportActions } from '../../../parts/list-page/export-actions.tsx';
import { ObjectSign } from '../../../parts/objects/object-tile.tsx';
import { MoreMenu } from '../../../parts/page/more-menu.tsx';
import { useWork } from '../../../parts/work/use-work.ts';
import { WorkStatus } from '../../../parts/work/work-status.tsx';
import { AgoText } from '../../../ui/ago-text.tsx';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { FileText } from '../../../ui/file-text.tsx';
import { useAnnounce } from '../../../ui/live-region.tsx';
import { Section } from '../../../ui/section.tsx';
import { Cell, Row, Table } from '../../../ui/table.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { words } from '../../../words/record/ledger.ts';
import { type HashDraft, oneHash, periodFaults } from './hash-draft.ts';

type DocumentEvent = OutputOf<typeof vault.audit>['events'][number];

const UNITS = vault.audit.units;
const { documents: texts } = words;
const COLUMNS = [
  { id: 'action', title: texts.columns.action },
  { id: 'chain', title: texts.columns.chain },
  { id: 'actor', title: texts.columns.actor },
  { id: 'time', title: texts.columns.time },
] as const;

const CSV = [
  ['timestamp_utc', ({ timestamp }: DocumentEvent) => timestamp],
  ['action', ({ action }: DocumentEvent) => action],
  ['chain', ({ chain }: DocumentEvent) => chain ?? ''],
  ['actor', ({ actor }: DocumentEvent) => actor ?? ''],
] as const;

/** What happened to a document's hash in a period. */
export function DocumentHistory({ hashes }: { readonly hashes: DraftState<HashDraft> }) {
  const announce = useAnnounce();
  const work = useWork(async (body: InputOf<typeof vault.audit>['body'], signal) => ({
    asked: body,
    ...(await client.crypto.vault.audit({ body }, { signal })),
  }));
  const draft = useDraft(hashes, work.state);
  const ask = async () => {
    const { document_hash } = draft.values;
    const [from, to] = [draft.values.from.trim(), draft.values.to.trim()];
    if (!draft.check({ document_hash: hashTrouble(document_hash, texts.hashWhat), ...periodFaults(from, to) })) return;
    const answer = await work.start({ document_hash: readHash(document_hash), from, to });
    if (answer !== null) announce(texts.announced(answer.total));
  };
  const isBusy = work.state.status === 'busy';
  return (
    <Section
      title={texts.history}
      lead={texts.historyLead}
      aside={<span className="text-13 text-muted">{words.cost(unitsText(UNITS))}</span>}
    >
      <div className="space-y-4 pt-2">
        <form onSubmit={draft.submit(ask)} noValidate className="flex flex-wrap items-start gap-x-4 gap-y-3">
          <div className="min-w-0 flex-1 basis-80">
            <TextField
              label={texts.hash}
              isMono
              {...draft.field('document_hash')}
              onChange={(text) => draft.change(oneHash(text))}
              isDisabled={isBusy}
            />
          </div>
          <div className="w-36">
            <TextField label={texts.from} {...draft.field('from')} isDisabled={isBusy} />
          </div>
          <div className="w-36">
            <TextField label={texts.to} {...draft.field('to')} isDisabled={isBusy} />
          </div>
          <div className="mt-6">
            <Button type="submit" isDisabled={isBusy} icon={<History aria-hidden size={16} />}>
              {texts.show}
            </Button>
          </div>
        </form>
        <WorkStatus
          state={work.state}
          busyLabel={texts.busy}
          failedTitle={texts.failed}
          onCancel={work.cancel}
          units={UNITS}
        />
        {work.result !== null && <Events events={work.result.events} hash={work.result.asked.document_hash} />}
      </div>
    </Section>
  );
}

function Events({ events, hash }: { readonly events: readonly DocumentEvent[]; readonly hash: string }) {
  const now = useNow(15_000);
  if (events.length === 0) {
    return (
      <EmptyState title={texts.noEvents} icon={<ObjectSign kind="document" />}>
        <p>{texts.noEventsText}</p>
      </EmptyState>
    );
  }
  return (
    <div className="space-y-2">
      <div className="flex flex-wrap items-center gap-2">
        <p className="grow text-13 text-muted">{texts.of(events.length, <code>{hash.slice(0, 12)}…</code>)}</p>
        <MoreMenu
          actions={exportActions({
            name: `document-${hash.slice(0, 12)}`,
            csv: () => csvText(events, CSV),
            json: () => `${JSON.stringify({ document_hash: hash, events }, null, 2)}\n`,
          })}
        />
      </div>
      <Table caption={texts.caption} columns={COLUMNS}>
        {events.map((event, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list is an answer that never changes its order
          <Row key={index}>
            <Cell isHeader>{texts.actions[event.action]}</Cell>
            <Cell noWrap>{event.chain === undefined ? words.none : words.chains[event.chain]}</Cell>
            <Cell noWrap>
              {event.actor === undefined ? texts.byChain : <FileText text={event.actor} isMono isLine limit={100} />}
            </Cell>
            <Cell noWrap>
              <AgoText value={event.timestamp} now={now} />
            </Cell>
          </Row>
        ))}
      </Table>
    </div>
  );
}
