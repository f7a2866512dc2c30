import { createElement } from 'react';
import { STATUS_SHAPES, type StatusLook } from './status-shapes.ts';

export type { StatusLook } from './status-shapes.ts';

export const STATUS_WORDS: Record<StatusLook, string> = {
  verified: 'Verified',
  pending: 'Waiting',
  inconclusive: 'Inconclusive',
  failed: 'Failed',
  skipped: 'Not checked',
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
      {STATUS_SHAPES[look].map(([tag, attributes], place) => createElement(tag, { key: place, ...attributes }))}
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
