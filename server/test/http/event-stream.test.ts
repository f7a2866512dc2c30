import { api } from '@touchstone/core/api/api.ts';
import type { Endpoint } from '@touchstone/core/api/endpoint.ts';
import { describe, expect, test } from 'vitest';
import { ApiError } from '../../src/frame/errors.ts';
import { Events } from '../../src/frame/events.ts';
import { createEventStreams } from '../../src/http/event-stream.ts';

const operation: Endpoint = api.agents.sessions.events;

function streamOf(events: Events, over: { owner?: string; admit?: () => Promise<void>; check?: () => void } = {}) {
  const failures: unknown[] = [];
  return {
    failures,
    stream: {
      operation,
      events,
      owner: 'acc_1',
      admit: async () => undefined,
      check: () => undefined,
      onFailure: (error: unknown) => void failures.push(error),
      ...over,
    },
  };
}

/** Never answers, until nobody listens. */
const silence = new Events(async function* (signal) {
  await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
});

async function textOf(readable: AsyncIterable<Buffer>): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of readable) parts.push(part);
  return Buffer.concat(parts).toString();
}

describe('a stream of events', () => {
  test('says what comes, and that it is over', async () => {
    const { stream } = streamOf(
      new Events(async function* () {
        yield { event: 'node', id: '7', data: { a: '\n' } };
        yield { event: 'session', data: 1 };
      }),
    );
    const text = await textOf(createEventStreams().open(stream));
    expect(text).toBe(
      ':\n\nevent: node\nid: 7\ndata: {"a":"\\n"}\n\nevent: session\ndata: 1\n\nevent: end\ndata: {}\n\n',
    );
  });

  test('is cut off where its source fails or breaks the contract, without a word about the inside', async () => {
    const failing = streamOf(
      new Events(async function* () {
        yield { event: 'node', id: '1', data: {} };
        throw new RangeError('secret');
      }),
    );
    const readable = createEventStreams().open(failing.stream);
    await expect(textOf(readable)).rejects.toThrow(/Premature close/);
    expect(failing.failures).toEqual([new RangeError('secret')]);
    const wrong = streamOf(
      new Events(async function* () {
        yield { event: 'node', data: 0 };
      }),
      {
        check() {
          throw new TypeError('breaks its contract');
        },
      },
    );
    await expect(textOf(createEventStreams().open(wrong.stream))).rejects.toThrow(/Premature close/);
    expect(wrong.failures).toEqual([new TypeError('breaks its contract')]);
  });

  test('beats while nothing comes, and ends with the permission of its caller', async () => {
    let asked = 0;
    const { stream, failures } = streamOf(silence, {
      async admit() {
        asked++;
        if (asked === 3) throw new ApiError('INVALID_KEY');
      },
    });
    const readable = createEventStreams({ heartbeatMs: 5, stallMs: 10_000 }).open(stream);
    expect(await textOf(readable)).toBe(':\n\n:\n\n:\n\n');
    expect(failures).toEqual([]);
  });

  test('gives a caller that may not read on nothing of what it had not taken', async () => {
    let asked = 0;
    const refused = Promise.withResolvers<void>();
    const { stream } = streamOf(
      new Events(async function* () {
        yield { event: 'node', id: '1', data: {} };
        yield { event: 'node', id: '2', data: {} };
      }),
      {
        async admit() {
          asked++;
          if (asked === 1) return;
          refused.resolve();
          throw new ApiError('INVALID_KEY');
        },
      },
    );
    const readable = createEventStreams().open(stream);
    await refused.promise;
    await new Promise(setImmediate);
    await expect(textOf(readable)).rejects.toThrow(/Premature close/);
  });

  test('takes no more from its source than its client reads, and cuts off one that reads nothing', async () => {
    let taken = 0;
    const { stream } = streamOf(
      new Events(async function* (signal) {
        while (!signal.aborted) {
          taken++;
          yield { event: 'node', id: '1', data: 'x'.repeat(10_000) };
        }
      }),
    );
    const readable = createEventStreams({ heartbeatMs: 5, stallMs: 20 }).open(stream);
    await new Promise((resolve) => readable.once('close', resolve));
    expect(taken).toBeLessThan(20);
  });

  test('is one of few of an account, and of none once the server stops', async () => {
    const streams = createEventStreams();
    const open = Array.from({ length: 20 }, () => streams.open(streamOf(silence).stream));
    expect(() => streams.open(streamOf(silence).stream)).toThrow(ApiError);
    const other = streams.open(streamOf(silence, { owner: 'acc_2' }).stream);
    open[0]?.destroy();
    open.push(streams.open(streamOf(silence).stream));
    const closed = [...open, other].map((readable) => new Promise((resolve) => readable.once('close', resolve)));
    streams.close();
    await Promise.all(closed.slice(1));
    expect(() => streams.open(streamOf(silence, { owner: 'acc_3' }).stream)).toThrow(ApiError);
  });
});
