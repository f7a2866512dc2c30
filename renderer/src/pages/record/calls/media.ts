/** The page's side of the media worker, and the transforms that it runs. */
import type { MediaKind } from '@touchstone/core/calls/media-frame.ts';
import type { SharedKey } from '@touchstone/core/calls/sender-key.ts';
import type { FrameCounts, FromMediaWorker, ToMediaWorker, TransformOptions } from './media-messages.ts';

/** Whether this browser seals frames. A call without that is none. */
export function canSealFrames(): boolean {
  return 'RTCRtpScriptTransform' in globalThis && 'RTCPeerConnection' in globalThis;
}

export interface Counts {
  readonly sealed: number;
  readonly received: ReadonlyMap<string, FrameCounts>;
}

export interface Media {
  /** Seals what a sender sends. */
  seal(sender: RTCRtpSender, kind: MediaKind): void;
  /** Opens what a participant sends. */
  open(receiver: RTCRtpReceiver, kind: MediaKind, participant: string): void;
  /** The next step of the own key, or a fresh one, for those who read from now on. */
  move(how: 'ratchet' | 'renew'): Promise<SharedKey>;
  learn(participant: string, shared: SharedKey): void;
  forget(participant: string): void;
  /** Ends the worker, and with it every key. */
  close(): void;
}

export function openMedia(onCounts: (counts: Counts) => void): Media {
  const worker = new Worker(new URL('./media-worker.ts', import.meta.url), { type: 'module', name: 'media' });
  const waiting = new Map<number, (shared: SharedKey) => void>();
  let asked = 0;
  const tell = (message: ToMediaWorker) => worker.postMessage(message);
  const transform = (options: TransformOptions) => new RTCRtpScriptTransform(worker, options);
  worker.addEventListener('message', ({ data }: MessageEvent<FromMediaWorker>) => {
    if (data.type === 'counts') onCounts({ sealed: data.sealed, received: new Map(data.received) });
    else {
      waiting.get(data.id)?.(data.shared);
      waiting.delete(data.id);
    }
  });
  return {
    seal(sender, kind) {
      sender.transform = transform({ side: 'send', kind });
    },
    open(receiver, kind, participant) {
      receiver.transform = transform({ side: 'receive', kind, participant });
    },
    move(how) {
      const { promise, resolve } = Promise.withResolvers<SharedKey>();
      asked += 1;
      waiting.set(asked, resolve);
      tell({ type: 'move', id: asked, how });
      return promise;
    },
    learn: (participant, shared) => tell({ type: 'learn', participant, shared }),
    forget: (participant) => tell({ type: 'forget', participant }),
    close: () => worker.terminate(),
  };
}
