import { key } from '@touchstone/core/api/crypto/key.ts';
import { heldByFingerprint } from '@touchstone/core/keys/editions.ts';
import type { ProvenancePage, ProvenancePageVerdict } from '@touchstone/core/keys/provenance.ts';
import { Download, ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { client } from '../../../lib/client.ts';
import { unitsText } from '../../../lib/text/units-text.ts';
import { LongValue } from '../../../parts/bytes/long-value.tsx';
import { downloadText } from '../../../parts/download/download.ts';
import { useTrustStore } from '../../../parts/trust/trust.ts';
import { useWork } from '../../../parts/work/use-work.ts';
import { WorkStatus } from '../../../parts/work/work-status.tsx';
import { Button } from '../../../ui/button.tsx';
import { Disclosure } from '../../../ui/disclosure.tsx';
import { Fact, FactList } from '../../../ui/fact-list.tsx';
import { FileText } from '../../../ui/file-text.tsx';
import { HashText } from '../../../ui/hash-text.tsx';
import { useAnnounce } from '../../../ui/live-region.tsx';
import { Section } from '../../../ui/section.tsx';
import { STATUS_WORDS, StatusIcon, StatusMark } from '../../../ui/status-mark.tsx';
import { TimeText } from '../../../ui/time-text.tsx';
import { words } from '../../../words/protect/keys.ts';
import { inWorker } from './in-worker.ts';
import {
  chainWords,
  EVENT_WORDS,
  eventLook,
  FAULT_WORDS,
  PAGE_EVENTS,
  type PagePlace,
  type ProvenanceAnswer,
  type ProvenanceEvent,
  pageLimits,
} from './provenance-words.ts';

const { history } = words;

interface Read {
  readonly page: Omit<ProvenancePage, 'chain'> & { readonly chain: readonly ProvenanceEvent[] };
  readonly answer: ProvenanceAnswer;
  readonly verdict: ProvenancePageVerdict;
  readonly fingerprint: string | null;
}

/** The signed history of a managed or a wrapped key: read in pages, verified in a worker, drawn as a list. */
export function Provenance({ id }: { readonly id: string }) {
  const announce = useAnnounce();
  /** By offset: the hash of the event before, where the page that ends with it was read and holds. */
  const [previous, setPrevious] = useState<ReadonlyMap<number, string>>(new Map());
  const work = useWork(async (offset: number, signal): Promise<Read> => {
    const query = { offset, limit: PAGE_EVENTS };
    const answer = await client.crypto.key.provenance({ params: { id }, query }, { signal });
    if (answer.head === undefined) throw new TypeError('the service did not answer a page');
    const page = { chain: answer.chain, offset, head: answer.head, limit: PAGE_EVENTS };
    const { keysets } = await client.signing.svcKey.publicKeys({}, { signal });
    const job = { kind: 'provenance', page, previous: previous.get(offset) ?? null, keySets: keysets } as const;
    const verdict = await inWorker(job, signal);
    const signer = keysets.find(({ keyset_id, use }) => keyset_id === answer.keyset_id && use === 'service');
    return { page, answer, verdict, fingerprint: signer?.fingerprint ?? null };
  });
  const read = async (offset: number) => {
    const found = await work.start(offset);
    if (found === null) return;
    const { page, verdict } = found;
    if (verdict.ok && verdict.isLinked && verdict.nextPrevious !== null) {
      const { nextPrevious } = verdict;
      setPrevious((known) => new Map(known).set(offset + page.chain.length, nextPrevious));
    }
    announce(chainWords(placeOf(page), verdict).label, 'assertive');
  };
  const isBusy = work.state.status === 'busy';
  const { units } = key.provenance;
  return (
    <Section
      title={history.title}
      lead={history.lead}
      aside={
        <>
          <span className="text-13 text-muted">{history.cost(unitsText(units), PAGE_EVENTS)}</span>
          {work.result !== null && (
            <Button
              icon={<Download aria-hidden size={15} />}
              onPress={() =>
                void downloadText(
                  fileNameOf(id, work.result?.page),
                  `${JSON.stringify(work.result?.answer, null, 2)}\n`,
                )
              }
            >
              {history.save}
            </Button>
          )}
          <Button icon={<ShieldCheck aria-hidden size={16} />} aria-disabled={isBusy} onPress={() => void read(0)}>
            {work.result === null ? history.read : history.again}
          </Button>
        </>
      }
    >
      <div className="space-y-3">
        <WorkStatus
          state={work.state}
          busyLabel={history.busy}
          failedTitle={history.failed}
          onCancel={work.cancel}
          units={units}
        />
        {work.result !== null && <Chain read={work.result} />}
        {work.result !== null && (
          <Pages page={work.result.page} isBusy={isBusy} onRead={(offset) => void read(offset)} />
        )}
      </div>
    </Section>
  );
}

function placeOf({ chain, offset, head }: ProvenancePage): PagePlace {
  return { offset, length: chain.length, events: head.events };
}

function fileNameOf(id: string, page: ProvenancePage | undefined): string {
  const { offset, length, events } = page === undefined ? { offset: 0, length: 0, events: 0 } : placeOf(page);
  return length === events ? `${id}.provenance.json` : `${id}.provenance-${offset + 1}-${offset + length}.json`;
}

interface PagesProps {
  readonly page: ProvenancePage;
  readonly isBusy: boolean;
  readonly onRead: (offset: number) => void;
}

/** The ways to the pages around this one; nothing where it is the only one. */
function Pages({ page, isBusy, onRead }: PagesProps) {
  const { offset, length, events } = placeOf(page);
  const end = offset + length;
  if (offset === 0 && end >= events) return null;
  const isLast = length === 0 || end >= events;
  return (
    <nav aria-label={history.pages} className="flex flex-wrap gap-2">
      <Button
        aria-disabled={isBusy || offset === 0}
        onPress={() => offset > 0 && onRead(Math.max(0, offset - PAGE_EVENTS))}
      >
        {history.older}
      </Button>
      <Button aria-disabled={isBusy || isLast} onPress={() => !isLast && onRead(end)}>
        {history.newer}
      </Button>
      <Button aria-disabled={isBusy || isLast} onPress={() => !isLast && onRead(lastPageOf(events))}>
        {history.newest}
      </Button>
    </nav>
  );
}

function lastPageOf(events: number): number {
  return Math.max(0, Math.floor((events - 1) / PAGE_EVENTS) * PAGE_EVENTS);
}

function Chain({ read: { page, verdict, fingerprint } }: { readonly read: Read }) {
  const { chain, offset, head } = page;
  const { look, label } = chainWords(placeOf(page), verdict);
  const limits = pageLimits(verdict);
  const { store } = useTrustStore();
  const isPinned = fingerprint !== null && heldByFingerprint(store, fingerprint) !== undefined;
  return (
    <div className="space-y-3" data-verdict={verdict.ok ? 'valid' : 'invalid'}>
      <div>
        <StatusMark look={look} label={label} />
        {!verdict.ok && (
          <p className="max-w-prose">
            {verdict.brokenAt === null || verdict.reason === 'HEAD' ? history.faults.HEAD : FAULT_WORDS[verdict.reason]}
          </p>
        )}
        {limits !== null && <p className="max-w-prose">{limits}</p>}
        <p className="max-w-prose text-muted">{isPinned ? history.pinned : history.notPinned}</p>
      </div>
      <ol className="ms-2 border-s-2 border-line" aria-label={history.events} start={offset + 1}>
        {chain.map((event, place) => (
          <ChainEvent key={event.signature} event={event} place={offset + place} verdict={verdict} />
        ))}
      </ol>
      <Disclosure title={history.head}>
        <FactList>
          <Fact name={history.headKeySet}>
            <code>{head.keyset_id}</code>
          </Fact>
          <Fact name={history.headEvents}>{head.events}</Fact>
          <Fact name={history.headTime}>
            <TimeText value={head.timestamp} />
          </Fact>
          {head.head_hash !== null && (
            <Fact name={history.headHash}>
              <HashText value={head.head_hash} label={history.headHashLabel} />
              <span className="block text-muted">{history.headHashNote}</span>
            </Fact>
          )}
        </FactList>
        <LongValue value={head.signature} label={history.headSignature} />
      </Disclosure>
    </div>
  );
}

interface ChainEventProps {
  readonly event: ProvenanceEvent;
  readonly place: number;
  readonly verdict: ProvenancePageVerdict;
}

function ChainEvent({ event, place, verdict }: ChainEventProps) {
  const look = eventLook(place, verdict);
  return (
    <li data-event={event.event} data-look={look} className="relative pb-3 ps-5 last:pb-0">
      <span className="absolute -start-[10px] top-0.5 rounded-full bg-page">
        <StatusIcon look={look} />
      </span>
      <p className="flex flex-wrap items-baseline gap-x-3">
        <span className="font-medium">{EVENT_WORDS[event.event] ?? <FileText text={event.event} isLine />}</span>
        <span className={look === 'failed' ? 'font-semibold text-failed' : 'text-13 text-muted'}>
          {STATUS_WORDS[look]}
        </span>
        <TimeText value={event.timestamp} />
        <span className="text-muted">{history.by(<FileText text={event.actor} isMono />)}</span>
      </p>
      <div className="text-13 text-muted">
        {event.reason !== undefined && <p>{history.reason(<FileText text={event.reason} />)}</p>}
        {event.rotated_from !== undefined && <p>{history.replaces(<code>{event.rotated_from}</code>)}</p>}
        {event.rotated_to !== undefined && <p>{history.replacedBy(<code>{event.rotated_to}</code>)}</p>}
        {event.gateway_targets !== undefined && (
          <p>
            {history.targets(<FileText text={event.gateway_targets.map(({ target_id }) => target_id).join(', ')} />)}
          </p>
        )}
        {event.grace_period_ends !== undefined && <p>{history.grace(<TimeText value={event.grace_period_ends} />)}</p>}
        {event.envelope_version !== undefined && <p>{history.envelope(event.envelope_version)}</p>}
        {event.managed_key_id !== undefined && <p>{history.obeys(<code>{event.managed_key_id}</code>)}</p>}
        <p>
          {event.previous_hash === null
            ? history.first
            : history.after(<HashText value={event.previous_hash} label={history.afterLabel(place + 1)} />)}
        </p>
      </div>
    </li>
  );
}
