/** A pool of verification workers. One file per worker at a time; a worker that crashes is replaced and its file reported. */
import type { OwnKeySet } from '@touchstone/core/keys/own-service.ts';
import { EMPTY_TRUST_STORE, type TrustStore } from '@touchstone/core/keys/trust.ts';
import { words } from '../../words/parts/verifier.ts';
import type { FileResult, FromWorker, Progress, ToWorker } from './messages.ts';

/** The part of `Worker` that the pool uses. */
export interface WorkerLike {
  postMessage(message: ToWorker): void;
  terminate(): void;
  /** Called once: what to do with answers, and when the worker broke. */
  listen(onAnswer: (answer: FromWorker) => void, onCrash: () => void): void;
}

export type PoolAnswer =
  | { readonly status: 'done'; readonly result: FileResult }
  | { readonly status: 'error'; readonly message: string }
  | { readonly status: 'cancelled' };

export interface PoolTask {
  readonly file: Blob;
  readonly name: string;
  readonly full: boolean;
  /** What the receipt in the file was made for. */
  readonly payload?: Blob | null;
  /** Whether a large file is wanted whole, for its tree. */
  readonly whole?: boolean;
  /** A trust store that counts for this file beside the pool's own, as an example lends it. */
  readonly lent?: TrustStore | null;
  /** Called when a worker takes the file. */
  readonly onStart?: () => void;
  /** Called now and then while a long file is judged. */
  readonly onProgress?: (progress: Progress) => void;
}

interface Queued extends PoolTask {
  readonly id: number;
  readonly signal: AbortSignal | undefined;
  readonly settle: (answer: PoolAnswer) => void;
}

interface Seat {
  worker: WorkerLike;
  job: Queued | null;
  /** Whether the worker has ever answered: one that dies before that will not get better by being replaced. */
  ready: boolean;
  /** Whether it has all its code, so that it can do without the server. */
  loaded: boolean;
}

export const CRASHED = words.stopped;
const CANNOT_START = words.cannotStart;

/** At least two, so that one slow file never blocks the next; at most one per core and at most eight. */
export function poolSize(hardwareConcurrency: number | undefined): number {
  return Math.min(8, Math.max(2, hardwareConcurrency ?? 2));
}

export class VerificationPool {
  private readonly spawn: () => WorkerLike;
  private readonly seats: Seat[] = [];
  /** Waiting files; those before `head` were taken. Shifting a long array would cost its length every time. */
  private queue: Queued[] = [];
  private head = 0;
  private nextId = 1;
  private trust: TrustStore = EMPTY_TRUST_STORE;
  private own: readonly OwnKeySet[] = [];
  /** Signals that this pool listens to already. */
  private readonly heard = new WeakSet<AbortSignal>();

  /** Starts `size` workers at once, so that verification needs nothing from the server later. */
  constructor(size: number, spawn: () => WorkerLike) {
    this.spawn = spawn;
    for (let i = 0; i < size; i++) this.seats.push(this.seat());
  }

  /** Files that start after this call are judged by this trust store and the sets of the own service. */
  setTrust(trust: TrustStore, own: readonly OwnKeySet[]): void {
    this.trust = trust;
    this.own = own;
    for (const { worker } of this.seats) worker.postMessage({ type: 'trust', trust, own });
  }

  /**
   * Judges one file. Never rejects. The signal cancels it: where a worker holds it already, the worker ends its file
   * unheard and goes on with the next. It is not killed, because a new one could not be loaded with the server stopped.
   */
  run(task: PoolTask, signal?: AbortSignal): Promise<PoolAnswer> {
    if (signal?.aborted) return Promise.resolve({ status: 'cancelled' });
    return new Promise((resolve) => {
      const id = this.nextId++;
      // One listener for all files of a batch: adding one to ten thousand others costs their number each time.
      if (signal !== undefined && !this.heard.has(signal)) {
        this.heard.add(signal);
        signal.addEventListener('abort', () => this.sweep(), { once: true });
      }
      this.queue.push({ ...task, id, signal, settle: resolve });
      this.fill();
    });
  }

  /** Ends all workers. Files that wait or run are cancelled. */
  close(): void {
    for (const seat of this.seats) seat.worker.terminate();
    const open = [...this.queue.slice(this.head), ...this.seats.flatMap(({ job }) => (job === null ? [] : [job]))];
    this.seats.length = 0;
    this.queue = [];
    this.head = 0;
    for (const job of open) job.settle({ status: 'cancelled' });
  }

  /** Takes out everything whose signal has aborted: the waiting files first, so that no freed worker takes one of them. */
  private sweep(): void {
    const waiting = this.queue.slice(this.head);
    const stopped = waiting.filter(({ signal }) => signal?.aborted === true);
    this.queue = waiting.filter(({ signal }) => signal?.aborted !== true);
    this.head = 0;
    for (const { job } of this.seats) if (job?.signal?.aborted === true) stopped.push(job);
    for (const job of stopped) job.settle({ status: 'cancelled' });
    this.fill();
  }

  private fill(): void {
    const free = this.seats.filter(({ job }) => job === null);
    // One that still loads its code may be unable to: the server may have been stopped.
    for (const seat of free.sort((a, b) => Number(b.loaded) - Number(a.loaded))) {
      const job = this.queue[this.head];
      if (job === undefined) break;
      this.head++;
      seat.job = job;
      job.onStart?.();
      const { id, file, name, full, payload = null, whole = false, lent = null } = job;
      seat.worker.postMessage({ type: 'verify', id, file, name, full, payload, whole, lent });
    }
    if (this.head > 1024 && this.head * 2 > this.queue.length) {
      this.queue = this.queue.slice(this.head);
      this.head = 0;
    }
  }

  private seat(): Seat {
    const seat: Seat = { worker: this.spawn(), job: null, ready: false, loaded: false };
    this.attend(seat);
    return seat;
  }

  private attend(seat: Seat): void {
    const { worker } = seat;
    // What a replaced worker had still to say is not heard.
    const isCurrent = () => seat.worker === worker;
    worker.listen(
      (answer) => isCurrent() && this.answered(seat, answer),
      () => isCurrent() && this.crashed(seat),
    );
    worker.postMessage({ type: 'trust', trust: this.trust, own: this.own });
  }

  private answered(seat: Seat, message: FromWorker): void {
    seat.ready = true;
    if (message.type === 'loaded') seat.loaded = true;
    if (message.type === 'ready' || message.type === 'loaded' || seat.job?.id !== message.id) return;
    const { job } = seat;
    if (message.type === 'progress') {
      job.onProgress?.(message.progress);
      return;
    }
    seat.job = null;
    job.settle(
      message.type === 'done'
        ? { status: 'done', result: message.result }
        : { status: 'error', message: message.message },
    );
    this.fill();
  }

  private crashed(seat: Seat): void {
    const { job, ready } = seat;
    if (ready) {
      this.replace(seat);
    } else {
      seat.worker.terminate();
      this.seats.splice(this.seats.indexOf(seat), 1);
    }
    job?.settle({ status: 'error', message: ready ? CRASHED : CANNOT_START });
    if (this.seats.length > 0) {
      this.fill();
      return;
    }
    const waiting = this.queue.slice(this.head);
    this.queue = [];
    this.head = 0;
    for (const left of waiting) left.settle({ status: 'error', message: CANNOT_START });
  }

  private replace(seat: Seat): void {
    seat.worker.terminate();
    seat.worker = this.spawn();
    seat.job = null;
    seat.ready = false;
    seat.loaded = false;
    this.attend(seat);
  }
}
