import { key } from '@touchstone/core/api/crypto/key.ts';
import type { ProvenanceVerdict } from '@touchstone/core/keys/provenance.ts';
import { provenanceHash } from '@touchstone/core/keys/provenance.ts';
import { Download, History } from 'lucide-react';
import { client } from '../../lib/client.ts';
import { downloadText } from '../../lib/download.ts';
import { useTrustStore } from '../../lib/trust.ts';
import { Fact, FactList } from '../../parts/fact-list.tsx';
import { LongValue } from '../../parts/long-value.tsx';
import { Panel } from '../../parts/panel.tsx';
import { unitsText } from '../../parts/units-text.ts';
import { useWork } from '../../parts/use-work.ts';
import { WorkStatus } from '../../parts/work-status.tsx';
import { Button } from '../../ui/button.tsx';
import { Disclosure } from '../../ui/disclosure.tsx';
import { FileText } from '../../ui/file-text.tsx';
import { HashText } from '../../ui/hash-text.tsx';
import { useAnnounce } from '../../ui/live-region.tsx';
import { STATUS_WORDS, StatusIcon, StatusMark } from '../../ui/status-mark.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { inWorker } from './in-worker.ts';
import {
  chainWords,
  EVENT_WORDS,
  eventLook,
  FAULT_WORDS,
  type ProvenanceAnswer,
  type ProvenanceEvent,
} from './provenance-words.ts';

interface Read {
  readonly answer: ProvenanceAnswer;
  readonly verdict: ProvenanceVerdict;
  readonly fingerprint: string | null;
}

/** The signed history of a managed or a wrapped key: read on demand, verified in a worker, drawn as a list. */
export function Provenance({ id }: { readonly id: string }) {
  const announce = useAnnounce();
  const work = useWork(async (keyId: string, signal): Promise<Read> => {
    const answer = await client.crypto.key.provenance({ params: { id: keyId } }, { signal });
    const { keysets } = await client.signing.svcKey.publicKeys({}, { signal });
    const verdict = await inWorker({ kind: 'provenance', answer, keySets: keysets }, signal);
    const signer = keysets.find(({ keyset_id, use }) => keyset_id === answer.keyset_id && use === 'service');
    return { answer, verdict, fingerprint: signer?.fingerprint ?? null };
  });
  const read = async () => {
    const found = await work.start(id);
    if (found !== null) announce(chainWords(found.answer.chain.length, found.verdict).label, 'assertive');
  };
  const { units } = key.provenance;
  return (
    <Panel
      title="History"
      lead="What this service recorded of the key: each event signed and linked to the one before, and one signature over the whole. They are verified in this window."
      aside={`costs ${unitsText(units)}`}
    >
      <div className="flex flex-wrap gap-2">
        <Button
          icon={<History aria-hidden size={16} />}
          aria-disabled={work.state.status === 'busy'}
          onPress={() => void read()}
        >
          {work.result === null ? 'Read and verify the history' : 'Read it again'}
        </Button>
        {work.result !== null && (
          <Button
            icon={<Download aria-hidden size={15} />}
            onPress={() =>
              void downloadText(`${id}.provenance.json`, `${JSON.stringify(work.result?.answer, null, 2)}\n`)
            }
          >
            Save it as JSON
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
    </Panel>
  );
}

function Chain({ read: { answer, verdict, fingerprint } }: { readonly read: Read }) {
  const { chain } = answer;
  const { look, label } = chainWords(chain.length, verdict);
  const { store } = useTrustStore();
  const isPinned = store.key_sets.some(({ key_set }) => key_set.fingerprint === fingerprint);
  const last = chain.at(-1);
  return (
    <div className="space-y-3" data-verdict={verdict.ok ? 'valid' : 'invalid'}>
      <div>
        <StatusMark look={look} label={label} />
        {!verdict.ok && (
          <p className="max-w-prose">
            {verdict.brokenAt === null
              ? 'The answer was put together wrongly, or events were cut off after it was signed.'
              : FAULT_WORDS[verdict.reason]}
          </p>
        )}
        <p className="max-w-prose text-muted">
          {isPinned
            ? 'The key set that signed is pinned in the trust store of this machine.'
            : 'The key set that signed is not pinned in the trust store of this machine: that these keys are the service’s own rests on its word.'}
        </p>
      </div>
      <ol className="ms-2 border-s-2 border-line" aria-label="Events, the oldest first">
        {chain.map((event, place) => (
          <ChainEvent key={event.signature} event={event} place={place} verdict={verdict} />
        ))}
      </ol>
      <Disclosure title="The signature over the whole">
        <FactList>
          <Fact name="Key set">
            <code>{answer.keyset_id}</code>
          </Fact>
          {last !== undefined && (
            <Fact name="Head">
              <HashText value={provenanceHash(last)} label="hash of the last event" />
              <span className="block text-muted">
                Hash of the last event. Keep it elsewhere: that the newest events were cut off shows only against it.
              </span>
            </Fact>
          )}
        </FactList>
        <LongValue value={answer.dilithium_signature} label="ML-DSA-65 signature over the chain" />
      </Disclosure>
    </div>
  );
}

interface ChainEventProps {
  readonly event: ProvenanceEvent;
  readonly place: number;
  readonly verdict: ProvenanceVerdict;
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
        <span className={look === 'failed' ? 'font-semibold text-failed' : 'text-[0.8125rem] text-muted'}>
          {STATUS_WORDS[look]}
        </span>
        <TimeText value={event.timestamp} />
        <span className="text-muted">
          by <FileText text={event.actor} isMono />
        </span>
      </p>
      <div className="text-[0.8125rem] text-muted">
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
