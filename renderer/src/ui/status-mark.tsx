import { words } from '../words/ui/common.ts';
import { type Drawing, iconDrawing } from './drawing.ts';
import { drawn } from './drawn.ts';
import { STATUS_SHAPES, type StatusLook } from './status-shapes.ts';

export type { StatusLook } from './status-shapes.ts';

export const STATUS_WORDS: Record<StatusLook, string> = words.status;

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
export function statusDrawing(look: StatusLook, size: StatusSize, place: string): Drawing {
  return iconDrawing(STATUS_SHAPES[look], SIZES[size], `${place} ${STATUS_TEXT[look]}`);
}

/** The same in React, as a box of its own beside the word. */
export function StatusIcon({ look, size = 'normal' }: { readonly look: StatusLook; readonly size?: StatusSize }) {
  return drawn(statusDrawing(look, size, 'shrink-0 self-center'));
}

export interface StatusMarkProps {
  readonly look: StatusLook;
  /** The word; by default the look's own. */
  readonly label?: string;
  readonly size?: StatusSize;
}

/** A status: word, icon, shape and colour together. */
export function StatusMark({ look, label = STATUS_WORDS[look], size = 'normal' }: StatusMarkProps) {
  const text = { small: 'text-13', normal: 'text-14', large: 'text-20' }[size];
  const gap = size === 'large' ? 'gap-3' : 'gap-1.5';
  return (
    <span className={`inline-flex items-baseline font-semibold ${gap} ${text} ${STATUS_TEXT[look]}`}>
      <StatusIcon look={look} size={size} />
      <span>{label}</span>
    </span>
  );
}
