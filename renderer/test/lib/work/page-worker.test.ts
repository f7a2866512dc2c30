import { describe, expect, test } from 'vitest';
import { PageWorker, type WorkerHandle, WorkerStopped } from '../../../src/lib/work/page-worker.ts';

interface Asked {
  readonly id: number;
  readonly say: string;
}
interface Said {
  readonly id: number;
  readonly text: string;
  readonly isLast: boolean;
}

/** A worker that a test plays by hand. */
class HandWorker extends EventTarget implements WorkerHandle<Asked> {
  readonly sent: Asked[] = [];
  isEnded = false;

  postMessage(message: Asked): void {
    this.sent.push(message);
  }

  terminate(): void {
    this.isEnded = true;
  }

  say(id: number, text: string, isLast = true): void {
    this.dispatchEvent(new MessageEvent('message', { data: { id, text, isLast } satisfies Said }));
  }

  break(type: 'error' | 'messageerror' = 'error'): Event {
    const event = new Event(type, { cancelable: true });
    this.dispatchEvent(event);
    return event;
  }
}

function pageOf() {
  const workers: HandWorker[] = [];
  const breaks: number[] = [];
  const page = new PageWorker<Asked, Said>({
    spawn: () => {
      const worker = new HandWorker();
      workers.push(worker);
      return worker;
    },
    stopped: 'it stopped',
    broke: () => void breaks.push(workers.length),
  });
  const last = () => {
    const worker = workers.at(-1);
    if (worker === undefined) throw new Error('no worker was started');
    return worker;
  };
  const news: string[] = [];
  const run = (say: string, signal?: AbortSignal) =>
    page.run<string>({
      first: (id) => ({ id, say }),
      hear: ({ text, isLast }) => {
        if (text === 'wrong') throw new RangeError(`wrong answer to ${say}`);
        if (isLast) return { result: text };
        news.push(text);
        return null;
      },
      ...(signal === undefined ? {} : { abort: { signal, last: (id) => ({ id, say: 'give up' }) } }),
    });
  return { page, workers, last, run, news, breaks };
}

describe('tasks', () => {
  test('each gets its own answers, in whatever order they come', async () => {
    const { run, last, news } = pageOf();
    const one = run('one');
    const two = run('two');
    expect(last().sent).toEqual([
      { id: 1, say: 'one' },
      { id: 2, say: 'two' },
    ]);
    last().say(2, 'half of two', false);
    last().say(2, 'all of two');
    last().say(1, 'all of one');
    expect(await Promise.all([one, two])).toEqual(['all of one', 'all of two']);
    expect(news).toEqual(['half of two']);
  });

  test('what the listener throws ends the task; what comes for it afterwards is not heard', async () => {
    const { run, last, news } = pageOf();
    const one = run('one');
    last().say(1, 'wrong');
    await expect(one).rejects.toThrow(new RangeError('wrong answer to one'));
    last().say(1, 'late', false);
    last().say(7, 'nobody asked', false);
    expect(news).toEqual([]);
  });

  test('more can be told of a task that waits, and of no other', async () => {
    const { page, run, last } = pageOf();
    const one = run('one');
    page.tell({ id: 1, say: 'more' });
    last().say(1, 'done');
    await one;
    page.tell({ id: 1, say: 'too late' });
    expect(last().sent.map(({ say }) => say)).toEqual(['one', 'more']);
  });
});

describe('aborting', () => {
  test('ends the task with the reason and tells the worker', async () => {
    const { run, last } = pageOf();
    const controller = new AbortController();
    const one = run('one', controller.signal);
    const reason = new Error('enough');
    controller.abort(reason);
    await expect(one).rejects.toBe(reason);
    expect(last().sent.at(-1)).toEqual({ id: 1, say: 'give up' });
  });

  test('after the end it says nothing', async () => {
    const { run, last } = pageOf();
    const controller = new AbortController();
    const one = run('one', controller.signal);
    last().say(1, 'done');
    controller.abort();
    expect(await one).toBe('done');
    expect(last().sent).toHaveLength(1);
  });

  test('before the beginning it starts nothing', () => {
    const { run, workers } = pageOf();
    expect(() => run('one', AbortSignal.abort(new Error('enough')))).toThrow('enough');
    expect(workers).toEqual([]);
  });
});

describe('the worker', () => {
  test('that is stopped is gone with its tasks, and the next task starts another one', async () => {
    const { page, workers, run, last } = pageOf();
    const one = run('one');
    const stopped = last();
    page.stop();
    await expect(one).rejects.toThrow(new WorkerStopped('it stopped'));
    expect([stopped.isEnded, workers.length]).toEqual([true, 1]);
    const two = run('two');
    expect(workers).toHaveLength(2);
    last().say(2, 'done');
    expect(await two).toBe('done');
    page.stop();
    page.stop();
  });

  test('is told of when it breaks with what it held, not when it is ended or held nothing yet', async () => {
    const { page, run, last, breaks } = pageOf();
    const one = run('one');
    last().break();
    await expect(one).rejects.toThrow(WorkerStopped);
    const two = run('two');
    last().say(2, 'done');
    await two;
    page.stop();
    expect(breaks).toEqual([]);
    const three = run('three');
    last().say(3, 'done');
    await three;
    last().break();
    expect(breaks).toHaveLength(1);
  });

  test('starts with the first task, or before it where that is asked for, and once', () => {
    const { page, workers, run } = pageOf();
    expect(workers).toHaveLength(0);
    page.start();
    expect(workers).toHaveLength(1);
    page.start();
    void run('one');
    expect(workers).toHaveLength(1);
  });

  test.each(['error', 'messageerror'] as const)('%s: fails every task and is replaced at once', async (type) => {
    const { run, last, workers } = pageOf();
    const controller = new AbortController();
    const [one, two, three] = [run('one'), run('two', controller.signal), run('three')];
    last().say(3, 'done');
    expect(await three).toBe('done');
    const first = last();
    expect(first.break(type).defaultPrevented).toBe(true);
    await expect(one).rejects.toThrow(new WorkerStopped('it stopped'));
    await expect(two).rejects.toBeInstanceOf(WorkerStopped);
    expect(first.isEnded).toBe(true);
    expect(workers).toHaveLength(2);
    controller.abort();
    expect(last().sent).toEqual([]);
    const four = run('four');
    first.break(type);
    last().say(4, 'done');
    expect(await four).toBe('done');
    expect(workers).toHaveLength(2);
  });

  test('one that never answered is replaced with the next task only', async () => {
    const { page, run, last, workers } = pageOf();
    page.start();
    last().break();
    expect(workers).toHaveLength(1);
    const one = run('one');
    expect(workers).toHaveLength(2);
    last().break();
    await expect(one).rejects.toBeInstanceOf(WorkerStopped);
    expect(workers).toHaveLength(2);
  });
});
