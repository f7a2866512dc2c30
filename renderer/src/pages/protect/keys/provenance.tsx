import { key } from '@touchstone/core/api/crypto/key.ts';
import { heldByFingerprint } from '@touchstone/core/keys/editions.ts';
import type { ProvenancePage, ProvenancePageVerdict } from '@touchstone/core/keys/provenance.ts';
import { Download, History } from 'lucide-react';
import { useState } from 'react';
import { client } from '../../../lib/client.ts';
import { unitsText } from '../../../lib/text/units-text.ts';
import { downloadText } from '../../../lib/window/download.ts';
import { LongValue } from '../../../parts/bytes/long-value.tsx';
import { useTrustStore } from '../../../parts/trust/trust.ts';
import { useWork } from '../../../parts/work/use-work.ts';
import { WorkStatus } from '../../../parts/work/work-status.tsx';
import { Button } from '../../../ui/button.tsx';
import { Disclosure } from '../../../ui/disclosure.tsx';
import { Fact, FactList } from '../../../ui/fact-list.tsx';
import { FileText } from '../../../ui/file-text.tsx';
import { HashText } from '../../../ui/hash-text.tsx';
import { useAnnounce } from '../../../ui/live-region.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { STATUS_WORDS, StatusIcon, StatusMark } from '../../../ui/status-mark.tsx';
import { TimeText } from '../../../ui/time-text.tsx';
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
    <Panel
      title="History"
      lead="What this service recorded of the key: each event signed and linked to the one before, and a signed head that says how many there are and which is the newest. They are verified in this window."
      aside={`costs ${unitsText(units)} for each page of ${PAGE_EVENTS} events`}
    >
      <div className="flex flex-wrap gap-2">
        <Button icon={<History aria-hidden size={16} />} aria-disabled={isBusy} onPress={() => void read(0)}>
          {work.result === null ? 'Read and verify the history' : 'Read it again'}
        </Button>
        {work.result !== null && (
          <Button
            icon={<Download aria-hidden size={15} />}
            onPress={() =>
              void downloadText(fileNameOf(id, work.result?.page), `${JSON.stringify(work.result?.answer, null, 2)}\n`)
            }
          >
            Save what is shown as JSON
          </Button>
        )}
      </div>
      <WorkStatus
        state={work.state}
        busyLabel="Reading and verifying"
        failedTitle="The history was not verified"
        onCancel={work.cancel}
        units={units}
      />
      {work.result !== null && <Chain read={work.result} />}
      {work.result !== null && <Pages page={work.result.page} isBusy={isBusy} onRead={(offset) => void read(offset)} />}
    </Panel>
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
    <nav aria-label="Pages of the history" className="flex flex-wrap gap-2">
      <Button
        aria-disabled={isBusy || offset === 0}
        onPress={() => offset > 0 && onRead(Math.max(0, offset - PAGE_EVENTS))}
      >
        Older events
      </Button>
      <Button aria-disabled={isBusy || isLast} onPress={() => !isLast && onRead(end)}>
        Newer events
      </Button>
      <Button aria-disabled={isBusy || isLast} onPress={() => !isLast && onRead(lastPageOf(events))}>
        Newest events
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
            {verdict.brokenAt === null || verdict.reason === 'HEAD'
              ? 'The answer was put together wrongly, or events were cut off after it was signed.'
              : FAULT_WORDS[verdict.reason]}
          </p>
        )}
        {limits !== null && <p className="max-w-prose">{limits}</p>}
        <p className="max-w-prose text-muted">
          {isPinned
            ? 'The key set that signed is pinned in the trust store of this machine.'
            : 'The key set that signed is not pinned in the trust store of this machine: that these keys are the service’s own rests on its word.'}
        </p>
      </div>
      <ol className="ms-2 border-s-2 border-line" aria-label="Events, the oldest first" start={offset + 1}>
        {chain.map((event, place) => (
          <ChainEvent key={event.signature} event={event} place={offset + place} verdict={verdict} />
        ))}
      </ol>
      <Disclosure title="The signed head">
        <FactList>
          <Fact name="Key set">
            <code>{head.keyset_id}</code>
          </Fact>
          <Fact name="Events">{head.events}</Fact>
          <Fact name="Signed at">
            <TimeText value={head.timestamp} />
          </Fact>
          {head.head_hash !== null && (
            <Fact name="Head">
              <HashText value={head.head_hash} label="hash of the last event" />
              <span className="block text-muted">
                Hash of the last event. Keep it elsewhere: that the newest events were cut off shows only against it.
              </span>
            </Fact>
          )}
        </FactList>
        <LongValue value={head.signature} label="ML-DSA-65 signature over the head" />
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
      <span className="absolute -start-[10px] top-0.5 rounded-full bg-surface">
        <StatusIcon look={look} />
      </span>
      <p className="flex flex-wrap items-baseline gap-x-3">
        <span className="font-medium">{EVENT_WORDS[event.event] ?? <FileText text={event.event} isLine />}</span>
        <span className={look === 'failed' ? 'font-semibold text-failed' : 'text-13 text-muted'}>
          {STATUS_WORDS[look]}
        </span>
        <TimeText value={event.timestamp} />
        <span className="text-muted">
          by <FileText text={event.actor} isMono />
        </span>
      </p>
      <div className="text-13 text-muted">
        {event.reason !== undefined && (
          <p>
            Reason: <FileText text={event.reason} />
          </p>
        )}
        {event.rotated_from !== undefined && (
          <p>
            Replaces <code>{event.rotated_from}</code>
          </p>
        )}
        {event.rotated_to !== undefined && (
          <p>
            Replaced by <code>{event.rotated_to}</code>
          </p>
        )}
        {event.gateway_targets !== undefined && (
          <p>
            Gateway targets: <FileText text={event.gateway_targets.map(({ target_id }) => target_id).join(', ')} />
          </p>
        )}
        {event.grace_period_ends !== undefined && (
          <p>
            Grace period until <TimeText value={event.grace_period_ends} />
          </p>
        )}
        {event.envelope_version !== undefined && <p>Envelope version {event.envelope_version}</p>}
        {event.managed_key_id !== undefined && (
          <p>
            Obeys <code>{event.managed_key_id}</code>
          </p>
        )}
        <p>
          {event.previous_hash === null ? (
            'The first event'
          ) : (
            <>
              After <HashText value={event.previous_hash} label={`hash before event ${place + 1}`} />
            </>
          )}
        </p>
      </div>
    </li>
  );
}
