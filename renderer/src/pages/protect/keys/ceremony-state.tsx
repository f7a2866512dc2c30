import { useQuery } from '@tanstack/react-query';
import { TimeText } from '../../../ui/time-text.tsx';
import type { CeremonyRecord } from './ceremony-files.ts';
import { ceremonyQuery } from './queries.ts';

/** Whether the ceremony of a record is open, as this server knows it: its name alone is asked for. */
export function CeremonyState({ record: { ceremonyId, publicKey } }: { readonly record: CeremonyRecord }) {
  const { data: known, isPending, isError } = useQuery(ceremonyQuery(ceremonyId));
  if (isPending) return <span className="text-muted">Asking the server</span>;
  if (isError) return <span className="text-muted">The server could not be asked whether it is open.</span>;
  if (known === null) return <span className="text-muted">This project has no ceremony of this name.</span>;
  if (known.public_key !== publicKey) {
    return <span className="text-failed">The ceremony of this name in this project has another key.</span>;
  }
  return known.state === 'open' ? (
    <>
      Open until <TimeText value={known.expires_at} />
    </>
  ) : (
    <span className="text-inconclusive">
      Ended on <TimeText value={known.expires_at} />. The shares still give the key; ask whoever began the ceremony
      whether it is still meant to sign.
    </span>
  );
}
