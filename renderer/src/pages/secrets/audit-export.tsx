import { formatIsoTime } from '@touchstone/core/time.ts';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { client } from '../../lib/client.ts';
import { downloadText } from '../../lib/download.ts';
import { formatCount } from '../../lib/format.ts';
import { allPages, PAGE_SIZE } from '../../parts/all-pages.ts';
import { useWork } from '../../parts/use-work.ts';
import { WorkStatus } from '../../parts/work-status.tsx';
import { Button } from '../../ui/button.tsx';
import type { SecretAuditItem } from './audit-walk.ts';
import { type AuditFilter, auditFile, queryOf, withoutRepeats } from './audit-words.ts';
import { projectId } from './secrets-client.ts';

/** More entries than fit into a file that anybody opens: each has about five kilobytes. */
const MOST_ENTRIES = 50_000;

interface Exported {
  readonly entries: number;
  readonly isWhole: boolean;
}

/** Reads all entries that match the filter and saves them; can be cancelled. They hold no value. */
export function AuditExport({ filter }: { readonly filter: AuditFilter }) {
  const [count, setCount] = useState(0);
  const work = useWork(async (_: null, signal): Promise<Exported> => {
    let read = 0;
    const { items, isWhole } = await allPages<SecretAuditItem>(
      async () => {
        const query = { limit: PAGE_SIZE, offset: read, ...queryOf(filter) };
        const { entries, total } = await client.crypto.shield.audit({ query }, { signal });
        read += entries.length;
        return { items: entries, next_cursor: entries.length > 0 && read < total ? String(read) : null };
      },
      MOST_ENTRIES,
      setCount,
    );
    const entries = withoutRepeats(items);
    await downloadText(
      'secret-audit.json',
      auditFile(entries, projectId(), filter, isWhole, formatIsoTime(Date.now())),
    );
    return { entries: entries.length, isWhole };
  });
  const { state, result } = work;
  return (
    <>
      <Button
        icon={<Download aria-hidden size={15} />}
        isDisabled={state.status === 'busy'}
        onPress={() => void work.start(null)}
      >
        Export JSON
      </Button>
      <div className="w-full empty:hidden">
        <WorkStatus
          state={state}
          busyLabel={`Reading the entries, ${formatCount(count)} so far`}
          failedTitle="The audit was not exported"
          onCancel={work.cancel}
          units={0}
        />
        {state.status === 'done' && result !== null && (
          <p role="status" className="text-muted">
            {`Saved ${formatCount(result.entries)} entries, the newest first.`}
            {!result.isWhole && ' Older ones were left out: filter by action or secret to get them.'}
          </p>
        )}
      </div>
    </>
  );
}
