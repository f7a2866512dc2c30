import { formatIsoTime } from '@touchstone/core/time.ts';
import { ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { client } from '../../../lib/client.ts';
import {
  type AuditVerdict,
  isShorter,
  keepAuditVerdict,
  lastAuditVerdict,
} from '../../../parts/chain/audit-verdict.ts';
import { ChainVerdict } from '../../../parts/chain/chain-verdict.tsx';
import { useWork } from '../../../parts/work/use-work.ts';
import { WorkStatus } from '../../../parts/work/work-status.tsx';
import { Button } from '../../../ui/button.tsx';
import { useAnnounce } from '../../../ui/live-region.tsx';
import { Section } from '../../../ui/section.tsx';
import { words } from '../../../words/administration/accounts.ts';

/** A chain of a hundred thousand entries takes the server about a minute. */
const TIMEOUT_MS = 5 * 60_000;

/** Walks the chain on demand and shows the verdict; the last one stays, with the head to keep elsewhere. */
export function AuditVerify() {
  const [shown, setShown] = useState(() => ({ before: null as AuditVerdict | null, last: lastAuditVerdict() }));
  const { chain: texts } = words.audit;
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
    announce(verdict.intact ? texts.intact : texts.broken, 'assertive');
  };
  return (
    <Section
      title={texts.title}
      lead={texts.lead}
      aside={
        <Button
          icon={<ShieldCheck aria-hidden size={16} />}
          isDisabled={work.state.status === 'busy'}
          onPress={() => void verify()}
        >
          {texts.verify}
        </Button>
      }
    >
      <div className="space-y-3">
        <WorkStatus
          state={work.state}
          busyLabel={texts.busy}
          failedTitle={texts.failed}
          onCancel={work.cancel}
          units={0}
        />
        {shown.last === null ? (
          <p className="text-muted">{texts.never}</p>
        ) : (
          <ChainVerdict verdict={shown.last} before={shown.before} names={texts.names} />
        )}
      </div>
    </Section>
  );
}
