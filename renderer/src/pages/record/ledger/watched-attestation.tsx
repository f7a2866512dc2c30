import { useQuery } from '@tanstack/react-query';
import type { vault } from '@touchstone/core/api/crypto/vault.ts';
import type { OutputOf } from '@touchstone/core/api/endpoint.ts';
import { client } from '../../../lib/client.ts';
import { RequestError } from '../../../parts/work/request-error.tsx';
import { Button } from '../../../ui/button.tsx';
import { Fact, FactList } from '../../../ui/fact-list.tsx';
import { HashText } from '../../../ui/hash-text.tsx';
import { StatusMark } from '../../../ui/status-mark.tsx';
import { words } from '../../../words/record/ledger.ts';
import { useLedgerSearch } from './search.ts';

const { attest: texts } = words;

/** An attestation of this window, asked again every second until it is confirmed. */
export function WatchedAttestation({ attested }: { readonly attested: OutputOf<typeof vault.attest> }) {
  const { attestation_id: id, chain, tx_hash: tx } = attested;
  const { open } = useLedgerSearch();
  const { data, error, refetch } = useQuery({
    queryKey: ['ledger', 'attestation', id],
    queryFn: ({ signal }) => client.crypto.vault.status({ params: { attestation_id: id } }, { signal }),
    refetchInterval: ({ state }) => (state.data?.status === 'confirmed' ? false : 1_000),
  });
  const isConfirmed = (data?.status ?? attested.status) === 'confirmed';
  return (
    <section aria-label={texts.region(id)} className="space-y-2 border-t border-line py-3 last:border-b">
      <div role="status" className="flex flex-wrap items-center gap-x-3">
        <StatusMark look={isConfirmed ? 'verified' : 'pending'} label={isConfirmed ? texts.confirmed : texts.pending} />
        <span className="text-muted tabular-nums">
          {words.chains[chain]},{' '}
          {data === undefined || data.block === 0 ? texts.waiting : texts.inBlock(data.block, data.confirmations)}
        </span>
        <span className="ms-auto">
          <Button size="small" onPress={() => open({ chain, tx })}>
            {texts.openAnchor}
          </Button>
        </span>
      </div>
      {error !== null && <RequestError error={error} what={texts.what} onRetry={() => void refetch()} />}
      <FactList>
        <Fact name={texts.id}>
          <HashText value={id} label={texts.idLabel} />
        </Fact>
        <Fact name={texts.transaction}>
          <HashText value={tx} label={texts.transactionLabel} />
        </Fact>
      </FactList>
    </section>
  );
}
