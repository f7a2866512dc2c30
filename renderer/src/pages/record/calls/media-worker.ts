/**
 * The worker of a call: seals every frame behind the encoder and opens every frame before the decoder (WebRTC encoded
 * transforms). What cannot be sealed is not sent, what does not open is not shown.
 */
import { createReceiverKeys, type NotOpened, type ReceiverKeys } from '@touchstone/core/calls/receiver-keys.ts';
import { createSenderKey } from '@touchstone/core/calls/sender-key.ts';
import { systemRandom } from '@touchstone/core/random.ts';
import { systemClock } from '@touchstone/core/time.ts';
import type { FromMediaWorker, ToMediaWorker, TransformOptions } from './media-messages.ts';

interface EncodedFrame {
  data: ArrayBuffer;
  /** Of pictures. */
  readonly type?: 'key' | 'delta' | 'empty';
}

interface Transformer {
  readonly readable: ReadableStream<EncodedFrame>;
  readonly writable: WritableStream<EncodedFrame>;
  readonly options: TransformOptions;
  sendKeyFrameRequest(): Promise<void>;
}

/** Of the worker's global scope, what is used; the DOM library's `self` is a window's. */
interface WorkerScope {
  postMessage(message: FromMediaWorker): void;
  addEventListener(type: 'message', listener: (event: MessageEvent<ToMediaWorker>) => void): void;
  addEventListener(type: 'rtctransform', listener: (event: { readonly transformer: Transformer }) => void): void;
}
const scope: WorkerScope = globalThis as unknown as WorkerScope;

const COUNTS_EVERY_MS = 1_000;
/** A sender that makes key frames all the time sends nothing else. */
const KEY_FRAME_PAUSE_MS = 500;

const own = createSenderKey(systemRandom);
const receivers = new Map<string, ReceiverKeys>();
const counts = new Map<string, Record<'opened' | NotOpened, number>>();
let sealed = 0;

scope.addEventListener('message', ({ data }) => {
  if (data.type === 'move') {
    if (data.how === 'ratchet') own.ratchet();
    else own.renew();
    scope.postMessage({ type: 'moved', id: data.id, shared: own.share() });
  } else if (data.type === 'learn') {
    keysOf(data.participant).learn(data.shared);
  } else {
    receivers.get(data.participant)?.close();
    receivers.delete(data.participant);
  }
});

scope.addEventListener('rtctransform', ({ transformer }) => {
  const { readable, writable, options } = transformer;
  const transform = options.side === 'send' ? sealing(options) : opening(options, transformer);
  // It ends with its connection.
  readable
    .pipeThrough(new TransformStream({ transform }))
    .pipeTo(writable)
    .catch(() => undefined);
});

setInterval(() => {
  scope.postMessage({ type: 'counts', sealed, received: [...counts].map(([name, of]) => [name, { ...of }]) });
}, COUNTS_EVERY_MS);

function keysOf(participant: string): ReceiverKeys {
  const known = receivers.get(participant) ?? createReceiverKeys(systemClock);
  receivers.set(participant, known);
  return known;
}

type Transform = (frame: EncodedFrame, controller: TransformStreamDefaultController<EncodedFrame>) => void;

function sealing({ kind }: TransformOptions): Transform {
  return (frame, controller) => {
    const data = own.seal(kind, new Uint8Array(frame.data));
    if (data === null) return;
    sealed += 1;
    frame.data = bufferOf(data);
    controller.enqueue(frame);
  };
}

function opening(options: Extract<TransformOptions, { side: 'receive' }>, transformer: Transformer): Transform {
  const { kind, participant } = options;
  /** Pictures that build on one that was dropped would be wrong. */
  let waitsForKeyFrame = false;
  let askedAt = Number.NEGATIVE_INFINITY;
  const of = counts.get(participant) ?? { opened: 0, no_key: 0, replayed: 0, forged: 0 };
  counts.set(participant, of);

  function askForKeyFrame(): void {
    const now = systemClock();
    if (now - askedAt < KEY_FRAME_PAUSE_MS) return;
    askedAt = now;
    transformer.sendKeyFrameRequest().catch(() => undefined);
  }

  return (frame, controller) => {
    const result = keysOf(participant).open(kind, new Uint8Array(frame.data));
    if ('reason' in result) {
      of[result.reason] += 1;
      waitsForKeyFrame ||= kind === 'video' && result.reason !== 'replayed';
    } else {
      of.opened += 1;
      if (frame.type === 'key') waitsForKeyFrame = false;
      if (!waitsForKeyFrame) {
        frame.data = bufferOf(result.frame);
        controller.enqueue(frame);
      }
    }
    if (waitsForKeyFrame) askForKeyFrame();
  };
}

function bufferOf({ buffer, byteOffset, byteLength }: Uint8Array): ArrayBuffer {
  return (buffer as ArrayBuffer).slice(byteOffset, byteOffset + byteLength);
}
