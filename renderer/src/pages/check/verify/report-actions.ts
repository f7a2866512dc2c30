import { withOwnSets } from '@touchstone/core/keys/join-trust.ts';
import type { Trust } from '@touchstone/core/keys/trust.ts';
import { systemRandom } from '@touchstone/core/random.ts';
import { newReportId } from '@touchstone/core/report/id.ts';
import { useMemo, useState, useSyncExternalStore } from 'react';
import { useOwnSets } from '../../../parts/trust/own-sets.ts';
import { useTrustStore } from '../../../parts/trust/trust.ts';
import { withLent } from '../../../parts/verification/lent-trust.ts';
import { liveSession } from '../../../parts/verification/live-session.ts';

/** What the files on this page are judged by: trust store, what an example lends, and the service on this machine. */
export function useJudgingTrust(): Trust {
  const { store } = useTrustStore();
  const { lent } = useSyncExternalStore(liveSession.subscribe, liveSession.snapshot);
  const own = useOwnSets();
  return useMemo(() => withOwnSets(withLent(store, lent), own), [store, lent, own]);
}

/** The id of the report over a result: it stays while the result is shown, and a new result has a new one. */
export function useReportId(verifiedAt: string): string {
  const [made, setMade] = useState(() => ({ verifiedAt, id: newReportId(systemRandom) }));
  if (made.verifiedAt === verifiedAt) return made.id;
  const next = { verifiedAt, id: newReportId(systemRandom) };
  setMade(next);
  return next.id;
}
