import { formatIsoTime } from '@touchstone/core/time.ts';
import { ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { client } from '../../../lib/client.ts';
import { formatCount } from '../../../lib/format.ts';
import {
  type AuditVerdict,
  isShorter,
  keepAuditVerdict,
  lastAuditVerdict,
} from '../../../parts/chain/audit-verdict.ts';
import { useWork } from '../../../parts/work/use-work.ts';
import { WorkStatus } from '../../../parts/work/work-status.tsx';
import { Button } from '../../../ui/button.tsx';
import { HashText } from '../../../ui/hash-text.tsx';
import { useAnnounce } from '../../../ui/live-region.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { StatusMark } from '../../../ui/status-mark.tsx';
import { TimeText } from '../../../ui/time-text.tsx';

/** A chain of a hundred thousand entries takes the server about a minute. */
const TIMEOUT_MS = 5 * 60_000;

/** Walks the chain on demand and shows the verdict; the last one stays, with the head to keep elsewhere. */
export function AuditVerify() {
  const [shown, setShown] = useState(() => ({ before: null as AuditVerdict | null, last: lastAuditVerdict() }));
  const announce = useAnnounce();
  const work = useWork(async (_: null, signal): Promise<AuditVerdict> => {
    const { intact, entries, broken_at, head } = await client.admin.audit.verify({}, { signal, timeoutMs: TIMEOUT_MS });
    return { at: formatIsoTime(Date.now()), intact, entries, brokenAt: broken_at, head };
  });
  const verify = async () => {
    const before = lastAuditVerdict();
    const verdict = await work.start(null);
    if (verdict === null) return;
    // A cut chain must not become the measure of the next walk.
    if (!isShorter(before, verdict)) keepAuditVerdict(verdict);
    setShown({ before, last: verdict });
    announce(verdict.intact ? 'The audit chain is intact' : 'The audit chain is broken', 'assertive');
  };
  return (
    <Panel
      title="Chain of the audit"
      lead="Each entry names the hash of the one before and is signed by the service. A changed, removed or inserted entry breaks the chain."
    >
      <Button
        icon={<ShieldCheck aria-hidden size={16} />}
        isDisabled={work.state.status === 'busy'}
        onPress={() => void verify()}
      >
        Verify the chain
      </Button>
      <WorkStatus
        state={work.state}
        busyLabel="The server walks the chain"
        failedTitle="The chain was not verified"
        onCancel={work.cancel}
        units={0}
      />
      {shown.last === null ? (
        <p className="text-muted">It was not verified in this console yet.</p>
      ) : (
        <Verdict verdict={shown.last} before={shown.before} />
      )}
    </Panel>
  );
}

function Verdict({ verdict, before }: { readonly verdict: AuditVerdict; readonly before: AuditVerdict | null }) {
  const { at, intact, entries, brokenAt, head } = verdict;
  const isCut = isShorter(before, verdict);
  return (
    <div className="space-y-2">
      <div className="flex flex-wrap items-center gap-x-3">
        {intact ? (
          <StatusMark
            look={isCut ? 'inconclusive' : 'verified'}
            label={isCut ? 'Intact, but shorter than before' : 'Intact'}
          />
        ) : (
          <StatusMark look="failed" label={`Broken at entry ${formatCount(brokenAt ?? 0)}`} />
        )}
        <span className="text-muted">
          {formatCount(entries)} {entries === 1 ? 'entry' : 'entries'}, asked <TimeText value={at} />
        </span>
      </div>
      {!intact && (
        <p>
          The entry at this place was changed, removed or inserted, or its signature does not hold. Entries before it
          are as they were written. Keep a copy of the data folder before anything else.
        </p>
      )}
      {isCut && before !== null && (
        <p>
          The console saw {formatCount(before.entries)} entries, <TimeText value={before.at} />. Its newest entries were
          cut off, or this is another data folder.
        </p>
      )}
      {head !== null && (
        <div>
          <p className="text-13 text-muted">
            Head: hash of the last {intact ? '' : 'intact '}entry. Keep it elsewhere; a chain whose newest entries were
            cut off shows only against it.
          </p>
          <HashText value={head} label="head of the audit" />
        </div>
      )}
    </div>
  );
}
