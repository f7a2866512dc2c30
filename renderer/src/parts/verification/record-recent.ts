/** Writes what a session has verified into the list of recent verifications. */
import { formatIsoTime } from '@touchstone/core/time.ts';
import { formatCount } from '../../lib/format.ts';
import type { RecentVerification, RecentVerifications } from './recent.ts';
import type { SessionState, VerificationSession } from './session.ts';

/**
 * Keeps one entry for each opening, from when all of its files are judged; it is renewed when they are judged again.
 * Key sets that are opened alone are compared, not verified, and leave no entry.
 */
export function recordRecent(
  session: Pick<VerificationSession, 'subscribe' | 'snapshot' | 'picked'>,
  recent: Pick<RecentVerifications, 'keep'>,
  { newId, now }: { readonly newId: () => string; readonly now: () => number },
): () => void {
  let id = '';
  let { opening } = session.snapshot();
  let wasDone = false;
  let seen: unknown = null;
  return session.subscribe(() => {
    const state = session.snapshot();
    if (state.opening !== opening) {
      opening = state.opening;
      id = newId();
      wasDone = false;
    }
    const isDone = state.run === null && state.rows.length > 0;
    const report = reportOf(state);
    const hasNews = isDone && (!wasDone || report !== seen);
    wasDone = isDone;
    seen = report;
    const { worst, demo, total, counts } = state.summary;
    // What waits is not judged yet, and where everything was cancelled nothing was.
    if (!hasNews || worst === null || counts.WAITING > 0 || total === counts.CANCELLED) return;
    const [row] = state.rows;
    const entry: RecentVerification = {
      id,
      name: state.rows.length === 1 ? (row?.name ?? '') : `${formatCount(state.rows.length)} files`,
      kind: state.rows.length > 1 ? 'files' : report === null || worst === 'INPUT_ERROR' ? 'unknown' : report.kind,
      outcome: worst,
      demo: demo > 0,
      at: report?.verified_at ?? formatIsoTime(now()),
      sha256: report?.file.sha256 ?? null,
    };
    recent.keep(entry, { files: session.picked(), leftOut: state.leftOut, lent: state.lent });
  });
}

/** The report of the one file that is open; null while there is none, or where several are. */
function reportOf({ rows, detail }: SessionState) {
  return rows.length === 1 && detail?.status === 'ready' ? detail.full.report : null;
}
