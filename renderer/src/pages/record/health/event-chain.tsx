import type { health } from '@touchstone/core/api/crypto/health.ts';
import type { OutputOf } from '@touchstone/core/api/endpoint.ts';
import { isJsonObject, type JsonValue } from '@touchstone/core/canonical-json.ts';
import { formatIsoTime } from '@touchstone/core/time.ts';
import { useState } from 'react';
import { client } from '../../../lib/client.ts';
import { queryClient } from '../../../lib/query.ts';
import { useProjectId } from '../../../lib/session/use-project-id.ts';
import type { AuditVerdict } from '../../../parts/chain/audit-verdict.ts';
import { walkInWorker } from '../../../parts/chain/chain-checker.ts';
import { CHAIN_START, type ChainEntry } from '../../../parts/chain/chain-jobs.ts';
import { ChainVerdict } from '../../../parts/chain/chain-verdict.tsx';
import { serviceKeysQuery } from '../../../parts/chain/service-keys.ts';
import { PAGE_SIZE } from '../../../parts/list-page/all-pages.ts';
import { useWork, type Work } from '../../../parts/work/use-work.ts';
import { WorkStatus } from '../../../parts/work/work-status.tsx';
import { Button } from '../../../ui/button.tsx';
import { useAnnounce } from '../../../ui/live-region.tsx';
import { ProgressBar } from '../../../ui/progress-bar.tsx';
import { StatusMark } from '../../../ui/status-mark.tsx';
import { words } from '../../../words/record/health.ts';
import { words as common } from '../../../words/ui/common.ts';
import type { SessionItem } from './session-items.ts';

type EventItem = OutputOf<typeof health.listEvents>['items'][number];

export interface EventChain {
  readonly work: Work<null, AuditVerdict>;
  /** Events walked so far. */
  readonly done: number;
  readonly verify: () => Promise<void>;
}

/** Walks the chain of a session in a worker of this window. */
export function useEventChain({ session_id: id }: SessionItem): EventChain {
  const projectId = useProjectId();
  const [done, setDone] = useState(0);
  const announce = useAnnounce();
  const work = useWork(async (_: null, signal): Promise<AuditVerdict> => {
    setDone(0);
    const owner = { chain: 'health-session', projectId, sessionId: id } as const;
    const keys = await queryClient.fetchQuery({ ...serviceKeysQuery, staleTime: 0 });
    let walked = { head: CHAIN_START, brokenAt: null as number | null };
    let cursor: string | null = null;
    let count = 0;
    do {
      const query = { limit: PAGE_SIZE, ...(cursor === null ? {} : { cursor }) };
      const page: OutputOf<typeof health.listEvents> = await client.crypto.health.listEvents(
        { params: { id }, query },
        { signal },
      );
      count += page.items.length;
      walked = await walkInWorker(owner, page.items.map(chainEntry), walked.head, keys);
      if (!signal.aborted) setDone(count);
      cursor = walked.brokenAt === null ? page.next_cursor : null;
    } while (cursor !== null && !signal.aborted);
    const { head, brokenAt } = walked;
    return { at: formatIsoTime(Date.now()), intact: brokenAt === null, entries: count, brokenAt, head: head.hash };
  });
  const verify = async () => {
    const verdict = await work.start(null);
    if (verdict !== null) announce(verdict.intact ? words.events.intact : words.events.broken, 'assertive');
  };
  return { work, done, verify };
}

export interface EventChainStatusProps {
  readonly item: SessionItem;
  readonly chain: EventChain;
}

/** How the walk goes and what it found; its head is compared with the number of events that the session states. */
export function EventChainStatus({ item, chain: { work, done } }: EventChainStatusProps) {
  const { state, result } = work;
  const texts = words.events;
  const isCut = result?.intact === true && item.events > result.entries;
  return (
    <div className="space-y-2 empty:hidden">
      {state.status === 'busy' && done > 0 ? (
        <div className="flex items-end gap-3">
          <div className="min-w-0 flex-1">
            <ProgressBar label={texts.walking} value={done} max={Math.max(done, item.events)} />
          </div>
          <Button onPress={work.cancel}>{common.cancel}</Button>
        </div>
      ) : (
        <WorkStatus
          state={state}
          busyLabel={texts.reading}
          failedTitle={texts.failed}
          onCancel={work.cancel}
          units={0}
        />
      )}
      {result !== null && <ChainVerdict verdict={result} before={null} names={texts.names} />}
      {isCut && <StatusMark look="inconclusive" label={texts.cut(item.events)} />}
    </div>
  );
}

function chainEntry({ event, signature }: EventItem): ChainEntry {
  const body = event as JsonValue;
  if (!isJsonObject(body)) throw new TypeError('an event is no object');
  return { body, signature };
}
