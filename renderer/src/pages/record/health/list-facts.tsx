import { useQuery } from '@tanstack/react-query';
import { formatCount } from '../../../lib/format.ts';
import { useNow } from '../../../lib/window/use-now.ts';
import { FactButton } from '../../../parts/page/fact-button.tsx';
import type { FactItem } from '../../../parts/page/facts.tsx';
import { StatusMark } from '../../../ui/status-mark.tsx';
import { words } from '../../../words/record/health.ts';
import { sessionsQuery } from './queries.ts';
import { useHealthSearch } from './search.ts';
import { stateNow } from './session-items.ts';

/** How many sessions there are and what was recorded in them; the open ones are one press away. */
export function useListFacts(): readonly FactItem[] | undefined {
  const { setSearch } = useHealthSearch();
  // Locks run out while the page stands.
  const now = useNow(15_000);
  const items = useQuery(sessionsQuery).data?.items;
  if (items === undefined || items.length === 0) return undefined;
  const { facts } = words.list;
  const open = items.filter((item) => stateNow(item, now) === 'open').length;
  const sum = (member: 'events' | 'attestations') =>
    formatCount(items.reduce((total, item) => total + item[member], 0));
  return [
    { label: facts.sessions, value: formatCount(items.length) },
    {
      label: facts.open,
      value:
        open === 0 ? (
          formatCount(0)
        ) : (
          <FactButton
            label={`${facts.open}, ${formatCount(open)}`}
            onPress={() => setSearch({ state: 'open', view: undefined })}
          >
            <StatusMark look="pending" size="small" label={formatCount(open)} />
          </FactButton>
        ),
    },
    { label: facts.contracts, value: formatCount(new Set(items.map(({ contract_id }) => contract_id)).size) },
    { label: facts.events, value: sum('events') },
    { label: facts.attestations, value: sum('attestations') },
  ];
}
