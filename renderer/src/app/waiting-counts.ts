import { useQuery } from '@tanstack/react-query';
import { useConnection } from '../lib/session/connection.ts';
import { useNow } from '../lib/window/use-now.ts';
import { ordered } from '../parts/approval/waiting.ts';
import type { PagePath } from '../parts/navigation/page-names.ts';
import { dueOf } from '../parts/secret/rotation.ts';
import { isWaitingForSignatures } from '../parts/waiting/pending-signatures.ts';
import { activeSecretsQuery, newestArtifactsQuery, waitingApprovalsQuery } from '../parts/waiting/queries.ts';
import { words } from '../words/app/navigation.ts';

export interface WaitingCount {
  readonly count: number;
  /** The number with what it counts. */
  readonly words: string;
}

/** An approval expires and a rotation falls due without anybody doing something. */
const LOOK_MS = 30_000;
const STALE_MS = 300_000;

/** How much waits for a person on pages; those with nothing are left out. Asks nothing without a session. */
export function useWaitingCounts(): Partial<Readonly<Record<PagePath, WaitingCount>>> {
  const { state, hasSession } = useConnection();
  const enabled = hasSession && state === 'reachable';
  const options = { enabled, staleTime: STALE_MS };
  const approvals = useQuery({ ...waitingApprovalsQuery, ...options });
  const artifacts = useQuery({ ...newestArtifactsQuery, ...options });
  const secrets = useQuery({ ...activeSecretsQuery, ...options });
  const now = useNow(LOOK_MS);
  const approvalCount = ordered(approvals.data?.items ?? [], now).waiting.length;
  const dueCount = (secrets.data?.items ?? []).filter((item) => /overdue|soon/.test(dueOf(item, now).kind)).length;
  const signatureCount = (artifacts.data?.items ?? []).filter(isWaitingForSignatures).length;
  return {
    ...(approvalCount > 0 && { '/agents': { count: approvalCount, words: words.waiting.approvals(approvalCount) } }),
    ...(dueCount > 0 && { '/secrets': { count: dueCount, words: words.waiting.rotations(dueCount) } }),
    ...(signatureCount > 0 && {
      '/artifacts': { count: signatureCount, words: words.waiting.signatures(signatureCount) },
    }),
  };
}
