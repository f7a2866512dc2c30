import { formatIsoTime } from '@touchstone/core/time.ts';
import { ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { client } from '../../../lib/client.ts';
import { queryClient } from '../../../lib/query.ts';
import { actingProjectId } from '../../../lib/session/acting-for.ts';
import { consoleState } from '../../../lib/state/live-state.ts';
import { type AuditVerdict, isShorter, readAuditVerdict } from '../../../parts/chain/audit-verdict.ts';
import { walkInWorker } from '../../../parts/chain/chain-checker.ts';
import { ChainVerdict } from '../../../parts/chain/chain-verdict.tsx';
import { serviceKeysQuery } from '../../../parts/chain/service-keys.ts';
import { useWork } from '../../../parts/work/use-work.ts';
import { WorkStatus } from '../../../parts/work/work-status.tsx';
import { Button } from '../../../ui/button.tsx';
import { useAnnounce } from '../../../ui/live-region.tsx';
import { ProgressBar } from '../../../ui/progress-bar.tsx';
import { Section } from '../../../ui/section.tsx';
import { words } from '../../../words/protect/secrets.ts';
import { words as common } from '../../../words/ui/common.ts';
import { walkAudit } from './audit-walk.ts';

interface Progress {
  readonly done: number;
  readonly total: number;
}

/** Walks the chain in a worker of this window, from the first entry to the newest or to the first that does not hold. */
export function AuditVerify() {
  const { chain: texts } = words.audit;
  const project = actingProjectId();
  const [shown, setShown] = useState(() => ({ before: null as AuditVerdict | null, last: lastVerdict(project) }));
  const [progress, setProgress] = useState<Progress>({ done: 0, total: 0 });
  const announce = useAnnounce();
  const work = useWork(async (_: null, signal): Promise<AuditVerdict> => {
    setProgress({ done: 0, total: 0 });
    const keys = await queryClient.fetchQuery({ ...serviceKeysQuery, staleTime: 0 });
    const { brokenAt, entries, head } = await walkAudit({
      read: (window) => client.crypto.shield.audit({ query: window }, { signal }),
      walk: (some, from) => {
        signal.throwIfAborted();
        return walkInWorker({ chain: 'secrets', projectId: project }, some, from, keys);
      },
      onProgress: (done, total) => !signal.aborted && setProgress({ done, total }),
    });
    return { at: formatIsoTime(Date.now()), intact: brokenAt === null, entries, brokenAt, head: head.hash };
  });
  const verify = async () => {
    const before = lastVerdict(project);
    const verdict = await work.start(null);
    if (verdict === null) return;
    // A cut chain must not become the measure of the next walk.
    if (!isShorter(before, verdict)) keepVerdict(project, verdict);
    setShown({ before, last: verdict });
    announce(verdict.intact ? texts.intact : texts.broken, 'assertive');
  };
  const isBusy = work.state.status === 'busy';
  return (
    <Section
      title={texts.title}
      lead={texts.lead}
      aside={
        <Button icon={<ShieldCheck aria-hidden size={16} />} isDisabled={isBusy} onPress={() => void verify()}>
          {texts.verify}
        </Button>
      }
    >
      <div className="space-y-3">
        {isBusy && progress.total > 0 ? (
          <div className="flex items-end gap-3">
            <div className="min-w-0 flex-1">
              <ProgressBar label={texts.walking} value={progress.done} max={progress.total} />
            </div>
            <Button onPress={work.cancel}>{common.cancel}</Button>
          </div>
        ) : (
          <WorkStatus
            state={work.state}
            busyLabel={texts.reading}
            failedTitle={texts.failed}
            onCancel={work.cancel}
            units={0}
          />
        )}
        {shown.last === null ? (
          <p className="text-muted">{texts.never}</p>
        ) : (
          <ChainVerdict verdict={shown.last} before={shown.before} names={texts.names} />
        )}
      </div>
    </Section>
  );
}

/** The verdicts of the projects, the newest last; older ones than these give way. */
const MOST_PROJECTS = 100;

function verdicts(): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(consoleState.getItem('secret_audit_verdicts') ?? 'null');
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}

function lastVerdict(project: string): AuditVerdict | null {
  return readAuditVerdict(JSON.stringify(verdicts()[project] ?? null));
}

function keepVerdict(project: string, verdict: AuditVerdict): void {
  const others = Object.entries(verdicts()).filter(([name]) => name !== project);
  const kept = Object.fromEntries([...others, [project, verdict] as const].slice(-MOST_PROJECTS));
  consoleState.setItem('secret_audit_verdicts', JSON.stringify(kept));
}
