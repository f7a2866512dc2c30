import { useQuery } from '@tanstack/react-query';
import { PRODUCT } from '@touchstone/core/version.ts';
import { formatSize } from '../../../lib/format.ts';
import { useConnection } from '../../../lib/session/connection.ts';
import type { FactItem } from '../../../parts/page/facts.tsx';
import { AgoText } from '../../../ui/ago-text.tsx';
import { StatusMark } from '../../../ui/status-mark.tsx';
import { words } from '../../../words/administration/settings.ts';
import { storageQuery } from './storage-query.ts';

/** The state of server and data folder, as far as they can be asked. */
export function useSettingsFacts(): readonly FactItem[] {
  const { facts, folder } = words;
  const { state } = useConnection();
  const { data } = useQuery(storageQuery);
  const newest = data?.backups[0];
  return [
    { label: facts.version, value: PRODUCT.version },
    {
      label: facts.server,
      value: (
        <StatusMark
          look={state === 'reachable' ? 'verified' : 'skipped'}
          size="small"
          label={facts.serverStates[state]}
        />
      ),
    },
    ...(data === undefined
      ? []
      : [
          {
            label: facts.backup,
            value:
              newest === undefined ? (
                <StatusMark look="inconclusive" size="small" label={facts.noBackup} />
              ) : (
                <AgoText value={newest.created_at} now={Date.now()} />
              ),
          },
          { label: facts.database, value: formatSize(data.database_bytes) },
          { label: facts.masterKey, value: folder.kept[data.master_key].short },
        ]),
  ];
}
