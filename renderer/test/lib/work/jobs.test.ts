import { describe, expect, test } from 'vitest';
import { answerJobs, type JobAnswered, type JobAsked, jobsIn } from '../../../src/lib/work/jobs.ts';
import { PageWorker, type WorkerHandle, WorkerStopped } from '../../../src/lib/work/page-worker.ts';

interface Doubled {
  readonly kind: 'double';
  readonly of: number;
}
interface Named {
  readonly kind: 'name';
}
type Job = Doubled | Named;
interface Results {
  readonly double: number;
  readonly name: string;
}

async function runJob(job: Job): Promise<number | string> {
  if (job.kind === 'name') return 'worker';
  if (job.of < 0) throw new RangeError('below nothing');
  return 2 * job.of;
}

/** A worker in the page's own thread, with its worker's side. */
class NearWorker extends EventTarget implements WorkerHandle<JobAsked<Job>> {
  readonly sent: JobAsked<Job>[] = [];
  private readonly inside = new EventTarget();

  constructor(run: (job: Job) => Promise<unknown>) {
    super();
    answerJobs<Job>(run, {
      postMessage: (data: JobAnswered) => void this.dispatchEvent(new MessageEvent('message', { data })),
      addEventListener: (type, listener) => this.inside.addEventListener(type, listener as EventListener),
    });
  }

  postMessage(message: JobAsked<Job>): void {
    this.sent.push(message);
    this.inside.dispatchEvent(new MessageEvent('message', { data: message }));
  }

  terminate(): void {}
}

function pageOf(run: (job: Job) => Promise<unknown> = runJob) {
  const near = new NearWorker(run);
  const worker = new PageWorker<JobAsked<Job>, JobAnswered>({ spawn: () => near, stopped: 'it stopped' });
  return { near, inWorker: jobsIn<Job, Results>(worker) };
}

describe('jobs', () => {
  test('each is answered with the result of its kind', async () => {
    const { inWorker } = pageOf();
    const [doubled, name] = await Promise.all([inWorker({ kind: 'double', of: 21 }), inWorker({ kind: 'name' })]);
    expect(doubled).toBe(42);
    expect(name).toBe('worker');
  });

  test('what breaks in one is said of that one alone', async () => {
    const { inWorker } = pageOf();
    const broken = inWorker({ kind: 'double', of: -1 });
    const whole = inWorker({ kind: 'double', of: 1 });
    await expect(broken).rejects.toThrow('below nothing');
    expect(await whole).toBe(2);
  });

  test('what is thrown is said in words, whatever it was', async () => {
    const { inWorker } = pageOf(() => Promise.reject('no error at all'));
    await expect(inWorker({ kind: 'name' })).rejects.toThrow('no error at all');
  });

  test('a job that was aborted before is not begun', async () => {
    const { near, inWorker } = pageOf();
    await expect(inWorker({ kind: 'name' }, AbortSignal.abort(new Error('enough')))).rejects.toThrow('enough');
    expect(near.sent).toEqual([]);
  });

  test('a worker that stopped is no result', async () => {
    const { near, inWorker } = pageOf(() => new Promise(() => undefined));
    const waiting = inWorker({ kind: 'name' });
    await Promise.resolve();
    near.dispatchEvent(new Event('error', { cancelable: true }));
    await expect(waiting).rejects.toBeInstanceOf(WorkerStopped);
  });
});
