import type { ReactNode } from 'react';

/** The five looks of console.md, used everywhere the same: a word, an icon, a shape and a colour. */
export type StatusLook = 'verified' | 'pending' | 'inconclusive' | 'failed' | 'skipped';

export const STATUS_WORDS: Record<StatusLook, string> = {
  verified: 'Verified',
  pending: 'Pending',
  inconclusive: 'Cannot be concluded',
  failed: 'Failed',
  skipped: 'Not performed',
};

/** Text colour of a look. */
export const STATUS_TEXT: Record<StatusLook, string> = {
  verified: 'text-verified',
  pending: 'text-pending',
  inconclusive: 'text-inconclusive',
  failed: 'text-failed',
  skipped: 'text-skipped',
};

/** Quiet background of a look. */
export const STATUS_SOFT: Record<StatusLook, string> = {
  verified: 'bg-verified-soft',
  pending: 'bg-pending-soft',
  inconclusive: 'bg-inconclusive-soft',
  failed: 'bg-failed-soft',
  skipped: 'bg-skipped-soft',
};

/** Border of a look. */
export const STATUS_BORDER: Record<StatusLook, string> = {
  verified: 'border-verified',
  pending: 'border-pending',
  inconclusive: 'border-inconclusive',
  failed: 'border-failed',
  skipped: 'border-skipped',
};

// Circle and tick, rounded square and clock hands, diamond and question mark, octagon and cross, dashed circle and bar.
const SHAPES: Record<StatusLook, ReactNode> = {
  verified: (
    <>
      <circle cx="12" cy="12" r="10" />
      <path d="m7.5 12.5 3 3 6-7" />
    </>
  ),
  pending: (
    <>
      <rect x="2.5" y="2.5" width="19" height="19" rx="4" />
      <path d="M12 7v5.5l3.5 2" />
    </>
  ),
  inconclusive: (
    <>
      <path d="M12 1.5 22.5 12 12 22.5 1.5 12Z" />
      <path d="M9.8 9.6a2.2 2.2 0 1 1 3.3 2c-.8.5-1.1.9-1.1 1.7M12 16.2v.1" />
    </>
  ),
  failed: (
    <>
      <path d="M7.9 2h8.2L22 7.9v8.2L16.1 22H7.9L2 16.1V7.9Z" />
      <path d="m8.5 8.5 7 7m0-7-7 7" />
    </>
  ),
  skipped: (
    <>
      <circle cx="12" cy="12" r="10" strokeDasharray="4 3.85" />
      <path d="M8 12h8" />
    </>
  ),
};

const SIZES = { small: 14, normal: 18, large: 32 } as const;
export type StatusSize = keyof typeof SIZES;

/** Only the icon of a look; decorative, so a word must stand beside it. */
export function StatusIcon({ look, size = 'normal' }: { readonly look: StatusLook; readonly size?: StatusSize }) {
  const pixels = SIZES[size];
  return (
    <svg
      aria-hidden="true"
      width={pixels}
      height={pixels}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      className={`shrink-0 ${STATUS_TEXT[look]}`}
    >
      {SHAPES[look]}
    </svg>
  );
}

export interface StatusMarkProps {
  readonly look: StatusLook;
  /** The word; by default the look's own. */
  readonly label?: string;
  readonly size?: StatusSize;
}

/** A status: word, icon, shape and colour together. */
export function StatusMark({ look, label = STATUS_WORDS[look], size = 'normal' }: StatusMarkProps) {
  const text = { small: 'text-[0.8125rem]', normal: 'text-sm', large: 'text-xl' }[size];
  const gap = size === 'large' ? 'gap-3' : 'gap-1.5';
  return (
    <span className={`inline-flex items-center font-semibold ${gap} ${text} ${STATUS_TEXT[look]}`}>
      <StatusIcon look={look} size={size} />
      <span>{label}</span>
    </span>
  );
}
