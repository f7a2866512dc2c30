import type { ReactNode } from 'react';

export type BadgeTone = 'neutral' | 'accent' | 'verified' | 'pending' | 'inconclusive' | 'failed' | 'skipped';

const TONES: Record<BadgeTone, string> = {
  neutral: 'bg-sunken text-muted border-line',
  accent: 'bg-accent-soft text-accent border-accent',
  verified: 'bg-verified-soft text-verified border-verified',
  pending: 'bg-pending-soft text-pending border-pending',
  inconclusive: 'bg-inconclusive-soft text-inconclusive border-inconclusive',
  failed: 'bg-failed-soft text-failed border-failed',
  skipped: 'bg-skipped-soft text-skipped border-skipped',
};

/** A short word about a thing: `demo`, `embedded`, a method name. Status itself is StatusMark's. */
export function Badge({ tone = 'neutral', children }: { readonly tone?: BadgeTone; readonly children: ReactNode }) {
  return (
    <span
      className={`inline-block rounded border px-1.5 text-12 font-medium leading-5 whitespace-nowrap ${TONES[tone]}`}
    >
      {children}
    </span>
  );
}
