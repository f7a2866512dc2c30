import { useQuery } from '@tanstack/react-query';
import type { SettlementState } from '@touchstone/core/commerce/settlement.ts';
import { formatCount } from '../../../lib/format.ts';
import { useNow } from '../../../lib/window/use-now.ts';
import { FactButton } from '../../../parts/page/fact-button.tsx';
import type { FactItem } from '../../../parts/page/facts.tsx';
import { AgoText } from '../../../ui/ago-text.tsx';
import { words } from '../../../words/record/payments.ts';
import { stateNow } from './invoice-items.ts';
import { invoicesQuery } from './queries.ts';
import { usePaymentsSearch } from './search.ts';

/** How many invoices are in each state; each number leads to its invoices. */
export function useListFacts(): readonly FactItem[] | undefined {
  const { setSearch } = usePaymentsSearch();
  // Invoices expire while the page stands.
  const now = useNow(15_000);
  const items = useQuery(invoicesQuery).data?.items;
  const newest = items?.[0];
  if (items === undefined || newest === undefined) return undefined;
  const { facts } = words.list;
  const fact = (state: SettlementState, label: string): FactItem => {
    const count = items.filter((item) => stateNow(item, now) === state).length;
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
  return [
    fact('pending', facts.waiting),
    fact('settled', facts.settled),
    fact('expired', facts.expired),
    { label: facts.newest, value: <AgoText value={newest.created_at} now={Math.max(now, Date.now())} /> },
  ];
}
