import { formatCount } from '../../../lib/format.ts';
import { FactButton } from '../../../parts/page/fact-button.tsx';
import type { FactItem } from '../../../parts/page/facts.tsx';
import { StatusMark } from '../../../ui/status-mark.tsx';
import { words } from '../../../words/administration/accounts.ts';
import type { AccountItem } from './account-items.ts';
import { useAccountsSearch } from './search.ts';

/** How many accounts there are and what they have left; the suspended ones are one press away. */
export function useListFacts(items: readonly AccountItem[] | undefined): readonly FactItem[] | undefined {
  const { setSearch } = useAccountsSearch();
  if (items === undefined) return undefined;
  const { facts } = words.list;
  const suspended = items.filter(({ status }) => status === 'suspended').length;
  return [
    { label: facts.accounts, value: formatCount(items.length) },
    { label: facts.active, value: formatCount(items.length - suspended) },
    {
      label: facts.suspended,
      value:
        suspended === 0 ? (
          '0'
        ) : (
          <FactButton
            label={`${facts.suspended}, ${formatCount(suspended)}`}
            onPress={() => setSearch({ status: 'suspended', view: undefined })}
          >
            <StatusMark look="failed" size="small" label={formatCount(suspended)} />
          </FactButton>
        ),
    },
    { label: facts.credits, value: formatCount(items.reduce((sum, { credits }) => sum + credits, 0)) },
    { label: facts.empty, value: formatCount(items.filter(({ credits }) => credits === 0).length) },
  ];
}
