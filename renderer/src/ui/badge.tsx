import type { ReactNode } from 'react';

export type BadgeTone = 'neutral' | 'accent' | 'verified' | 'pending' | 'inconclusive' | 'failed' | 'skipped';

const TONES: Record<BadgeTone, string> = {
  neutral: 'bg-sunken text-muted',
  accent: 'bg-accent-soft text-accent',
  verified: 'bg-verified-soft text-verified',
  pending: 'bg-pending-soft text-pending',
  inconclusive: 'bg-inconclusive-soft text-inconclusive',
  failed: 'bg-failed-soft text-failed',
  skipped: 'bg-skipped-soft text-skipped',
};

/** A short word about a thing: `demo`, `embedded`, a method name. Status itself is StatusMark's. */
export function Badge({ tone = 'neutral', children }: { readonly tone?: BadgeTone; readonly children: ReactNode }) {
  return (
    <span
      className={`inline-block rounded-sm px-1.5 text-12 leading-5 font-medium whitespace-nowrap forced-colors:border ${TONES[tone]}`}
    >
      {children}
    </span>
  );
}
