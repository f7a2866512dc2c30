import { formatIsoTime } from '@touchstone/core/time.ts';
import { client } from '../../../lib/client.ts';
import { actingProjectId } from '../../../lib/session/acting-for.ts';
import { EntriesExport, type ExportedEntries } from '../../../parts/chain/entries-export.tsx';
import { downloadText } from '../../../parts/download/download.ts';
import { allPages, PAGE_SIZE } from '../../../parts/list-page/all-pages.ts';
import { words } from '../../../words/protect/secrets.ts';
import type { SecretAuditItem } from './audit-walk.ts';
import { type AuditFilter, auditFile, queryOf, withoutRepeats } from './audit-words.ts';

/** More entries than fit into a file that anybody opens: each has about five kilobytes. */
const MOST_ENTRIES = 50_000;

/** Reads all entries that match the filter and saves them. They hold no value. */
export function AuditExport({ filter }: { readonly filter: AuditFilter }) {
  const save = async (signal: AbortSignal, onCount: (count: number) => void): Promise<ExportedEntries> => {
    let read = 0;
    const { items, isWhole } = await allPages<SecretAuditItem>(
      async () => {
        const query = { limit: PAGE_SIZE, offset: read, ...queryOf(filter) };
        const { entries, total } = await client.crypto.shield.audit({ query }, { signal });
        read += entries.length;
        return { items: entries, next_cursor: entries.length > 0 && read < total ? String(read) : null };
      },
      MOST_ENTRIES,
      onCount,
    );
    const entries = withoutRepeats(items);
    await downloadText(
      'secret-audit.json',
      auditFile(entries, actingProjectId(), filter, isWhole, formatIsoTime(Date.now())),
    );
    return { entries: entries.length, isWhole };
  };
  return <EntriesExport save={save} narrower={words.audit.narrower} />;
}
