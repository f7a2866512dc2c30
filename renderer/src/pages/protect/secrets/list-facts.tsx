import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatCount } from '../../../lib/format.ts';
import { FactButton } from '../../../parts/page/fact-button.tsx';
import type { FactItem } from '../../../parts/page/facts.tsx';
import { DUE_SOON_DAYS, dueOf } from '../../../parts/secret/rotation.ts';
import { activeSecretsQuery } from '../../../parts/waiting/queries.ts';
import { StatusMark } from '../../../ui/status-mark.tsx';
import { words } from '../../../words/protect/secrets.ts';
import { type RotationFilter, useSecretsSearch } from './search.ts';
import { valuesOf } from './secret-items.ts';

/** How many secrets are in use, and what of them has to be rotated: each number leads to its secrets. */
export function useListFacts(): readonly FactItem[] | undefined {
  const { setSearch } = useSecretsSearch();
  const [now] = useState(Date.now);
  const items = useQuery(activeSecretsQuery).data?.items;
  if (items === undefined || items.length === 0) return undefined;
  const kinds = items.map((item) => dueOf(item, now).kind);
  const fact = (kind: RotationFilter, label: string): FactItem => {
    const count = kinds.filter((one) => one === kind).length;
    const look = count === 0 ? null : kind === 'overdue' ? 'failed' : kind === 'soon' ? 'pending' : null;
    const value =
      look === null ? formatCount(count) : <StatusMark look={look} size="small" label={formatCount(count)} />;
    if (count === 0) return { label, value };
    const show = () => setSearch({ rotation: kind, status: undefined, view: undefined });
    return {
      label,
      value: (
        <FactButton label={`${label}, ${formatCount(count)}`} onPress={show}>
          {value}
        </FactButton>
      ),
    };
  };
  const { facts } = words.list;
  return [
    { label: facts.secrets, value: formatCount(items.length) },
    { label: facts.vaults, value: formatCount(valuesOf(items, 'vault').length) },
    fact('overdue', facts.overdue),
    fact('soon', facts.soon(DUE_SOON_DAYS)),
    fact('never', facts.never),
  ];
}
