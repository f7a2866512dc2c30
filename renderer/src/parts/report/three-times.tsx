import type { VerificationReport } from '@touchstone/core/verdict/verification-report.ts';
import { formatTime } from '../../lib/format.ts';
import { FileText } from '../../ui/file-text.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';

/** Claimed, proven, now: three different times, each with where it comes from. */
export function ThreeTimes({ report, issuedAt }: { report: VerificationReport; issuedAt: string | null }) {
  const claimed = issuedAt === null ? null : formatTime(issuedAt);
  const now = formatTime(report.verified_at);
  // The signatures of a receipt always cover its time; those of an artifact only where the presentation binds it.
  const signed =
    report.outcome === 'VERIFIED' && report.kind !== 'signature' && !report.not_covered.includes('issued_at');
  return (
    <dl className="divide-y divide-line rounded border border-line bg-surface text-14">
      <Time
        name="Stated time of issue"
        note={
          issuedAt === null
            ? 'The file states none that could be read.'
            : signed
              ? 'Stated by the issuer and covered by the signatures. It is the issuer’s word, from the issuer’s clock.'
              : 'Stated by the file. No valid signature covers it.'
        }
      >
        {claimed !== null ? <Instant time={claimed} /> : issuedAt !== null && <FileText text={issuedAt} />}
      </Time>
      <Time name="Verified now" note="From the clock of this computer.">
        {now !== null && <Instant time={now} />}
      </Time>
      <Time name="Independent proof of time" note="The file carries none, and verification uses no network.">
        <StatusMark look="skipped" size="small" />
      </Time>
    </dl>
  );
}

function Instant({ time }: { time: { local: string; utc: string; iso: string } }) {
  return (
    <time dateTime={time.iso}>
      <span className="font-medium tabular-nums">{time.utc}</span>
      <span className="block text-13 text-muted tabular-nums">{time.local} here</span>
    </time>
  );
}

function Time({ name, note, children }: { name: string; note: string; children: React.ReactNode }) {
  return (
    <div className="grid gap-x-4 gap-y-0.5 px-4 py-2 sm:grid-cols-[200px_240px_1fr]">
      <dt className="text-muted">{name}</dt>
      <dd>{children}</dd>
      <dd className="text-muted">{note}</dd>
    </div>
  );
}
