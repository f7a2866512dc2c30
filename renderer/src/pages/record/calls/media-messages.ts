/** What the page and the worker of a call tell each other. Keys for media are used in the worker alone. */
import type { MediaKind } from '@touchstone/core/calls/media-frame.ts';
import type { NotOpened } from '@touchstone/core/calls/receiver-keys.ts';
import type { SharedKey } from '@touchstone/core/calls/sender-key.ts';

export type ToMediaWorker =
  /** Move the own key, `ratchet` where somebody joins and `renew` where somebody leaves, and answer it for those who may read on. */
  | { readonly type: 'move'; readonly id: number; readonly how: 'ratchet' | 'renew' }
  | { readonly type: 'learn'; readonly participant: string; readonly shared: SharedKey }
  | { readonly type: 'forget'; readonly participant: string };

/** Frames of one participant so far. */
export type FrameCounts = Readonly<Record<'opened' | NotOpened, number>>;

export type FromMediaWorker =
  | { readonly type: 'moved'; readonly id: number; readonly shared: SharedKey }
  | {
      readonly type: 'counts';
      readonly sealed: number;
      readonly received: readonly (readonly [string, FrameCounts])[];
    };

/** The options of a transform: `participant` is who sends what is received. */
export type TransformOptions =
  | { readonly side: 'send'; readonly kind: MediaKind }
  | { readonly side: 'receive'; readonly kind: MediaKind; readonly participant: string };
