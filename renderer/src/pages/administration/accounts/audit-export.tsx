import { formatIsoTime } from '@touchstone/core/time.ts';
import { client } from '../../../lib/client.ts';
import { EntriesExport, type ExportedEntries } from '../../../parts/chain/entries-export.tsx';
import { downloadText } from '../../../parts/download/download.ts';
import { allPages } from '../../../parts/list-page/all-pages.ts';
import { words } from '../../../words/administration/accounts.ts';
import { type AuditFilter, auditFile, queryOf } from './audit-words.ts';

/** More entries than fit into a file that anybody opens. */
const MOST_ENTRIES = 200_000;

/** Reads all entries that match the filter and saves them. */
export function AuditExport({ filter }: { readonly filter: AuditFilter }) {
  const save = async (signal: AbortSignal, onCount: (count: number) => void): Promise<ExportedEntries> => {
    const { items, isWhole } = await allPages(
      (page) => client.admin.audit.list({ query: { ...queryOf(filter), ...page } }, { signal }),
      MOST_ENTRIES,
      onCount,
    );
    await downloadText('admin-audit.json', auditFile(items, filter, isWhole, formatIsoTime(Date.now())));
    return { entries: items.length, isWhole };
  };
  return <EntriesExport save={save} narrower={words.audit.narrower} />;
}
