/** The page's side of a worker of its own: starts it and starts it again, numbers the tasks, and ends each of them once. */

/** What messages of both directions carry: the number of the task. */
interface Numbered {
  readonly id: number;
}

/** The part of `Worker` that is used. */
export interface WorkerHandle<To> {
  postMessage(message: To): void;
  terminate(): void;
  addEventListener(type: 'message' | 'messageerror' | 'error', listener: (event: Event) => void): void;
}

export interface PageWorkerOptions<To> {
  /** Makes the worker. It is written out where it belongs, since the bundler looks for `new Worker(new URL(…))`. */
  readonly spawn: () => WorkerHandle<To>;
  /** Said of a task whose worker stopped. */
  readonly stopped: string;
  /** Told when a worker breaks that had answered, since what it held is gone. */
  readonly broke?: () => void;
}

/** The worker itself stopped while it had this task. Never a verdict. */
export class WorkerStopped extends Error {}

export interface Exchange<To, From, Result> {
  /** What begins the task. */
  readonly first: (id: number) => To;
  /** Takes what the worker says: null while the task goes on, else its result. What it throws ends the task too. */
  readonly hear: (message: From) => { readonly result: Result } | null;
  /** Ends the task when it aborts, and tells the worker so. */
  readonly abort?: { readonly signal: AbortSignal; readonly last: (id: number) => To };
}

interface Waiting<From> {
  readonly hear: (message: From) => void;
  readonly fail: (error: unknown) => void;
}

export class PageWorker<To extends Numbered, From extends Numbered> {
  private readonly options: PageWorkerOptions<To>;
  private readonly waiting = new Map<number, Waiting<From>>();
  private worker: WorkerHandle<To> | null = null;
  private nextId = 1;

  constructor(options: PageWorkerOptions<To>) {
    this.options = options;
  }

  /** Starts the worker before its first task, so that its code is loaded with the page's. */
  start(): void {
    this.started();
  }

  /** Ends the worker with all that it holds, and its tasks fail; the next task starts another one. */
  stop(): void {
    this.worker?.terminate();
    this.worker = null;
    this.failAll();
  }

  /** The task's result. Rejects with WorkerStopped, with what `hear` throws, or with the signal's reason. */
  run<Result>({ first, hear, abort }: Exchange<To, From, Result>): Promise<Result> {
    abort?.signal.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    const id = this.nextId++;
    const giveUp = () => {
      if (abort === undefined) return;
      fail(abort.signal.reason);
      this.worker?.postMessage(abort.last(id));
    };
    const end = () => {
      this.waiting.delete(id);
      abort?.signal.removeEventListener('abort', giveUp);
    };
    const fail = (error: unknown) => {
      end();
      reject(error);
    };
    this.started().postMessage(first(id));
    this.waiting.set(id, {
      hear: (message) => {
        try {
          const ended = hear(message);
          if (ended === null) return;
          end();
          resolve(ended.result);
        } catch (error) {
          fail(error);
        }
      },
      fail,
    });
    abort?.signal.addEventListener('abort', giveUp, { once: true });
    return promise;
  }

  /** Sends something more about a task; nothing where that has ended. */
  tell(message: To): void {
    if (this.waiting.has(message.id)) this.worker?.postMessage(message);
  }

  private failAll(tasks: readonly Waiting<From>[] = [...this.waiting.values()]): void {
    for (const { fail } of tasks) fail(new WorkerStopped(this.options.stopped));
  }

  private started(): WorkerHandle<To> {
    if (this.worker !== null) return this.worker;
    const worker = this.options.spawn();
    this.worker = worker;
    let hasAnswered = false;
    const broke = (event: Event) => {
      event.preventDefault();
      if (this.worker !== worker) return;
      worker.terminate();
      this.worker = null;
      const stopped = [...this.waiting.values()];
      // Where its code could not be loaded, trying at once would not help: the next task starts another one.
      if (hasAnswered) this.started();
      this.failAll(stopped);
      if (hasAnswered) this.options.broke?.();
    };
    worker.addEventListener('message', (event) => {
      hasAnswered = true;
      const { data } = event as MessageEvent<From>;
      this.waiting.get(data.id)?.hear(data);
    });
    worker.addEventListener('messageerror', broke);
    worker.addEventListener('error', broke);
    return worker;
  }
}
