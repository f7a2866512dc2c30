import { useQuery } from '@tanstack/react-query';
import { vault } from '@touchstone/core/api/crypto/vault.ts';
import type { InputOf, OutputOf } from '@touchstone/core/api/endpoint.ts';
import { Anchor } from 'lucide-react';
import { useState } from 'react';
import { client } from '../../../lib/client.ts';
import { formatCount } from '../../../lib/format.ts';
import { unitsText } from '../../../lib/text/units-text.ts';
import { type DraftState, useDraft } from '../../../parts/form/use-draft.ts';
import { RequestError } from '../../../parts/work/request-error.tsx';
import { useWork } from '../../../parts/work/use-work.ts';
import { WorkStatus } from '../../../parts/work/work-status.tsx';
import { Button } from '../../../ui/button.tsx';
import { EmbeddedBadge } from '../../../ui/embedded-badge.tsx';
import { Fact, FactList } from '../../../ui/fact-list.tsx';
import { HashText } from '../../../ui/hash-text.tsx';
import { useAnnounce } from '../../../ui/live-region.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Select } from '../../../ui/select.tsx';
import { StatusMark } from '../../../ui/status-mark.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { type HashDraft, hashFault, oneHash, readHash } from './hash-draft.ts';
import { useLedgerSearch } from './search.ts';
import { CHAIN_OPTIONS, CHAIN_TITLES, embeddedSentence } from './words.ts';

type Attested = OutputOf<typeof vault.attest>;

export interface HashFormProps {
  readonly hashes: DraftState<HashDraft>;
}

/** Anchors a document's hash on a chain and watches it being confirmed. */
export function AttestDocument({ hashes }: HashFormProps) {
  const [made, setMade] = useState<readonly Attested[]>([]);
  const announce = useAnnounce();
  const work = useWork((body: InputOf<typeof vault.attest>['body'], signal) =>
    client.crypto.vault.attest({ body }, { signal }),
  );
  const draft = useDraft(hashes, work.state);
  const { hash, chain } = draft.values;
  const isBusy = work.state.status === 'busy';
  const attest = async () => {
    if (!draft.check({ hash: hashFault(hash) })) return;
    const attested = await work.start({ hash: readHash(hash), chain });
    if (attested === null) return;
    setMade((before) => [attested, ...before]);
    announce(`Attestation ${attested.attestation_id} is pending`);
  };
  return (
    <Panel
      title="Attest a hash"
      lead="Puts the hash of a document on a chain of this server, as kind document. Any hash is taken: that it belongs to a document is not checked."
      aside={`costs ${unitsText(vault.attest.units)}`}
    >
      <form onSubmit={draft.submit(attest)} noValidate className="space-y-3">
        <TextField
          label="Document hash to attest"
          isMono
          {...draft.field('hash')}
          onChange={(text) => draft.change(oneHash(text))}
          description="64 hexadecimal digits; filled in when a document was validated."
          isDisabled={isBusy}
        />
        <div className="flex flex-wrap items-end gap-2">
          <div className="w-48 max-w-full">
            <Select label="Chain" options={CHAIN_OPTIONS} {...draft.field('chain')} isDisabled={isBusy} />
          </div>
          <Button type="submit" variant="primary" isDisabled={isBusy} icon={<Anchor aria-hidden size={16} />}>
            Attest
          </Button>
          <EmbeddedBadge>{embeddedSentence(chain)}</EmbeddedBadge>
        </div>
        <WorkStatus
          state={work.state}
          busyLabel="Handing the hash to the chain"
          failedTitle="The hash was not attested"
          onCancel={work.cancel}
          units={vault.attest.units}
        />
      </form>
      {made.map((attested) => (
        <WatchedAttestation key={attested.attestation_id} attested={attested} />
      ))}
    </Panel>
  );
}

/** An attestation of this window, asked again every second until it is confirmed. */
function WatchedAttestation({ attested }: { readonly attested: Attested }) {
  const { attestation_id: id, chain, tx_hash: tx } = attested;
  const { open } = useLedgerSearch();
  const { data, error, refetch } = useQuery({
    queryKey: ['ledger', 'attestation', id],
    queryFn: ({ signal }) => client.crypto.vault.status({ params: { attestation_id: id } }, { signal }),
    refetchInterval: ({ state }) => (state.data?.status === 'confirmed' ? false : 1_000),
  });
  const status = data?.status ?? attested.status;
  return (
    <section aria-label={`Attestation ${id}`} className="rounded border border-line px-3 py-2">
      <div role="status" className="flex flex-wrap items-center gap-x-3">
        <StatusMark
          look={status === 'confirmed' ? 'verified' : 'pending'}
          label={status === 'confirmed' ? 'Confirmed' : 'Pending'}
        />
        <span className="text-muted tabular-nums">
          {data === undefined || data.block === 0
            ? 'waits for a block'
            : `block ${formatCount(data.block)}, ${formatCount(data.confirmations)} ${data.confirmations === 1 ? 'confirmation' : 'confirmations'}`}
        </span>
      </div>
      {error !== null && (
        <RequestError error={error} what="The state of the attestation" onRetry={() => void refetch()} />
      )}
      <FactList>
        <Fact name="Attestation">
          <HashText value={id} label="attestation id" />
        </Fact>
        <Fact name="Chain">
          {CHAIN_TITLES[chain]} <span className="text-muted">({attested.network})</span>
        </Fact>
        <Fact name="Transaction">
          <HashText value={tx} label="transaction" />{' '}
          <Button size="small" onPress={() => open({ chain, tx })}>
            Open the anchor
          </Button>
        </Fact>
      </FactList>
    </section>
  );
}
