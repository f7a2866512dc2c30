/** Runs the proxy over two pairs of streams, from the first message to the end of both sides. */
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { MAX_FILE_BYTES } from '@touchstone/core/strict-json.ts';
import type { Child, ChildExit } from './child.ts';
import { createLineReader, type Line } from './lines.ts';
import { createProxy, type ProxyOptions } from './proxy.ts';
import type { CallTally } from './tool-calls.ts';

export interface RunOptions extends Omit<ProxyOptions, 'toClient' | 'toServer'> {
  readonly input: Readable;
  readonly output: Writable;
  readonly child: Child;
  /** Ends the run as the end of the input does, for example on a signal. */
  readonly stop: AbortSignal;
}

/** How long calls that are being judged when the client leaves may still reach the server. */
const LAST_JUDGEMENT_MS = 500;

export interface RunReport extends CallTally {
  readonly ended: ChildExit;
}

/** Settles when the server has ended, every call is attested, and what passed has been recorded. */
export async function runProxy({ input, output, child, stop, ...options }: RunOptions): Promise<RunReport> {
  const proxy = createProxy({
    ...options,
    toClient: (text) => write(output, text),
    toServer: (text) => write(child.input, text),
  });
  output.on('error', () => child.stop());
  stop.addEventListener('abort', () => child.stop());
  if (stop.aborted) child.stop();
  const fromServer = pump(child.output, [output], proxy.fromServer);
  // Not awaited for the end: the input of a client that stays open must not keep us when the server is gone.
  pump(input, [child.input], proxy.fromClient)
    .then(() => Promise.race([proxy.judged(), pause(LAST_JUDGEMENT_MS)]))
    .catch(() => undefined)
    .finally(() => child.stop());
  const ended = await child.ended;
  await fromServer.catch(() => undefined);
  proxy.serverEnded(ended.reason);
  const tally = await proxy.finish();
  return { ...tally, ended };
}

function write(stream: Writable, text: string): void {
  if (!stream.writable) return;
  stream.write(`${text}\n`);
}

/** Reads a stream to its end, and no faster than what it leads to is written. */
async function pump(from: Readable, into: readonly Writable[], take: (line: Line) => void): Promise<void> {
  const split = createLineReader(MAX_FILE_BYTES);
  for await (const chunk of from) {
    for (const line of split(chunk)) take(line);
    for (const stream of into) await drained(stream);
  }
}

async function drained(stream: Writable): Promise<void> {
  if (!stream.writableNeedDrain || stream.destroyed) return;
  const done = new AbortController();
  const { signal } = done;
  await Promise.race([once(stream, 'drain', { signal }), once(stream, 'close', { signal })]).catch(() => undefined);
  done.abort();
}
