import type { VerificationReport } from '@touchstone/core/verdict/verification-report.ts';
import { formatTime } from '../../lib/format.ts';
import { FileText } from '../../ui/file-text.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';
import { words } from '../../words/parts/verification.ts';
import { isTimeSigned } from './signed-time.ts';

const { times } = words;

/** Claimed, proven, now: three different times, each with where it comes from. */
export function ThreeTimes({ report, issuedAt }: { report: VerificationReport; issuedAt: string | null }) {
  const claimed = issuedAt === null ? null : formatTime(issuedAt);
  const now = formatTime(report.verified_at);
  const signed = isTimeSigned(report);
  return (
    <dl className="divide-y divide-line border-y border-line">
      <Time name={times.issue} note={issuedAt === null ? times.none : signed ? times.signed : times.unsigned}>
        {claimed !== null ? <Instant time={claimed} /> : issuedAt !== null && <FileText text={issuedAt} />}
      </Time>
      <Time name={times.now} note={times.nowNote}>
        {now !== null && <Instant time={now} />}
      </Time>
      <Time name={times.proof} note={times.proofNote}>
        <StatusMark look="skipped" size="small" />
      </Time>
    </dl>
  );
}

function Instant({ time }: { time: { local: string; utc: string; iso: string } }) {
  return (
    <time dateTime={time.iso}>
      <span className="font-medium tabular-nums">{time.utc}</span>
      <span className="block text-13 text-muted tabular-nums">{times.here(time.local)}</span>
    </time>
  );
}

function Time({ name, note, children }: { name: string; note: string; children: React.ReactNode }) {
  return (
    <div className="grid gap-x-4 gap-y-0.5 py-2 sm:grid-cols-[200px_240px_1fr]">
      <dt className="text-muted">{name}</dt>
      <dd>{children}</dd>
      <dd className="text-muted">{note}</dd>
    </div>
  );
}
