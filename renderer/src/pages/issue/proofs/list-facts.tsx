import { useQuery } from '@tanstack/react-query';
import { formatCount } from '../../../lib/format.ts';
import { useNow } from '../../../lib/window/use-now.ts';
import { FactButton } from '../../../parts/page/fact-button.tsx';
import type { FactItem } from '../../../parts/page/facts.tsx';
import { StatusMark } from '../../../ui/status-mark.tsx';
import { words } from '../../../words/issue/proofs.ts';
import { expiresSoon, stateOf } from './proof-items.ts';
import { proofsQuery } from './queries.ts';
import { type ProofState, useProofsSearch } from './search.ts';

/** How many proofs are in each state; each number leads to its proofs. */
export function useListFacts(): readonly FactItem[] | undefined {
  const { setSearch } = useProofsSearch();
  // Proofs expire while the page stands.
  const now = useNow(15_000);
  const items = useQuery(proofsQuery).data?.items;
  if (items === undefined || items.length === 0) return undefined;
  const { facts } = words.list;
  const fact = (state: ProofState): FactItem => {
    const label = facts[state];
    const count = items.filter((item) => stateOf(item, now) === state).length;
    if (count === 0) return { label, value: formatCount(0) };
    return {
      label,
      value: (
        <FactButton label={`${label}, ${formatCount(count)}`} onPress={() => setSearch({ state })}>
          {formatCount(count)}
        </FactButton>
      ),
    };
  };
  const soon = items.filter((item) => expiresSoon(item, now)).length;
  return [
    fact('active'),
    {
      label: facts.soon,
      value: soon === 0 ? formatCount(0) : <StatusMark look="pending" size="small" label={formatCount(soon)} />,
    },
    fact('expired'),
    fact('unsatisfied'),
  ];
}
