import { useQuery } from '@tanstack/react-query';
import { TimeText } from '../../../ui/time-text.tsx';
import { words } from '../../../words/protect/ceremony.ts';
import type { CeremonyRecord } from './ceremony-files.ts';
import { ceremonyQuery } from './queries.ts';

/** Whether the ceremony of a record is open, as this server knows it: its name alone is asked for. */
export function CeremonyState({ record: { ceremonyId, publicKey } }: { readonly record: CeremonyRecord }) {
  const { data: known, isPending, isError } = useQuery(ceremonyQuery(ceremonyId));
  const { record } = words;
  if (isPending) return <span className="text-muted">{record.asking}</span>;
  if (isError) return <span className="text-muted">{record.unreached}</span>;
  if (known === null) return <span className="text-muted">{record.unknown}</span>;
  if (known.public_key !== publicKey) return <span className="text-failed">{record.otherKey}</span>;
  const end = <TimeText value={known.expires_at} />;
  return known.state === 'open' ? record.open(end) : <span className="text-inconclusive">{record.ended(end)}</span>;
}
