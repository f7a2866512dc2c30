/**
 * The three computing parties (security, S32): three threads, each with its own heap and its own root key, under which it seals
 * its keys of sessions. They talk to each other over links of their own; this side sees sealed shares, and of a computation
 * the shares of the result. One request at a time; threads that idle for 30 seconds end.
 */
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import { utf8, wipe } from '@touchstone/core/bytes.ts';
import { PARTIES, type PartyNumber } from '@touchstone/core/mpc/shamir.ts';
import { ApiError } from '../frame/errors.ts';
import type { Vault } from '../vault/envelope.ts';
import type { PartyAnswer, PartyRequest } from './party-work.ts';

/** What a thread is given when it starts. It wipes the key. */
export interface PartyData {
  readonly party: PartyNumber;
  readonly rootKey: Uint8Array;
}

/** A request, and the ways to the other parties in the order of their numbers. */
export interface PartyMessage {
  readonly request: PartyRequest;
  readonly ports: readonly MessagePort[];
}

export type ThreadAnswer =
  | { readonly ok: true; readonly answer: PartyAnswer }
  | { readonly ok: false; readonly reason: string };

export interface Parties {
  /** Has each party serve its request, all at once, and answers in their order. Throws OVERLOADED where a thread ended. */
  run(requests: (party: PartyNumber) => PartyRequest): Promise<readonly PartyAnswer[]>;
  /** The threads as they are, for tests that look into their memory. */
  threads(): readonly Worker[];
  /** Ends all; what runs is rejected. Safe to call twice. */
  close(): Promise<void>;
}

export interface PartyLimits {
  /** For one request, the start of the threads included. */
  readonly requestMs: number;
  readonly idleMs: number;
}

const LIMITS: PartyLimits = { requestMs: 60_000, idleMs: 30_000 };
const HEAP_MEBIBYTES = 256;
/** Requests that may wait. */
const MOST_WAITING = 64;

/** `mpc-party.js` in a bundle. */
const ENTRY = new URL(`./mpc-party.${import.meta.url.endsWith('.ts') ? 'ts' : 'js'}`, import.meta.url);

interface Job {
  readonly requests: readonly PartyRequest[];
  /** As they come, by party. */
  readonly answers: (PartyAnswer | undefined)[];
  resolve(answers: readonly PartyAnswer[]): void;
  reject(error: Error): void;
}

/** `onReplaced` is told why the threads had to be ended. */
export function createParties(
  vault: Pick<Vault, 'mac'>,
  onReplaced: (reason: string) => void,
  entry: URL = ENTRY,
  { requestMs, idleMs }: PartyLimits = LIMITS,
): Parties {
  const waiting: Job[] = [];
  let threads: readonly Worker[] = [];
  let current: Job | null = null;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  function start(): readonly Worker[] {
    const started = PARTIES.map((party) => {
      const rootKey = vault.mac('mpc-party', utf8(String(party)));
      const thread = new Worker(entry, {
        workerData: { party, rootKey } satisfies PartyData,
        resourceLimits: { maxOldGenerationSizeMb: HEAP_MEBIBYTES },
      });
      wipe(rootKey);
      return thread;
    });
    for (const [index, thread] of started.entries()) {
      // Threads that were given up may still say something.
      const whileOurs =
        <A extends unknown[]>(action: (...values: A) => void) =>
        (...values: A) => {
          if (threads === started) action(...values);
        };
      thread.on(
        'message',
        whileOurs((answer: ThreadAnswer) => answered(index, answer)),
      );
      thread.on(
        'error',
        whileOurs((error) => lost(error instanceof Error ? error.name : 'an error')),
      );
      thread.on(
        'exit',
        whileOurs(() => lost('a party ended')),
      );
    }
    return started;
  }

  async function end(): Promise<void> {
    const ended = threads;
    threads = [];
    await Promise.all(ended.map((thread) => thread.terminate()));
  }

  /** Gives all three up, and the job with them: what is left of a protocol is of no use. */
  function lost(reason: string): void {
    clearTimeout(timer);
    const job = current;
    current = null;
    void end();
    onReplaced(reason);
    job?.reject(new ApiError('OVERLOADED', 'The computing parties were stopped and replaced; try again later.'));
    next();
  }

  function answered(index: number, answer: ThreadAnswer): void {
    if (!answer.ok) {
      lost(answer.reason);
      return;
    }
    if (current === null) return;
    const { answers } = current;
    answers[index] = answer.answer;
    const all = answers.filter((one) => one !== undefined);
    if (all.length < PARTIES.length) return;
    clearTimeout(timer);
    const job = current;
    current = null;
    job.resolve(all);
    next();
  }

  function next(): void {
    if (current !== null || isClosed) return;
    const job = waiting.shift();
    clearTimeout(timer);
    if (job === undefined) {
      for (const thread of threads) thread.unref();
      timer = setTimeout(() => void end(), idleMs).unref();
      return;
    }
    current = job;
    if (threads.length === 0) threads = start();
    timer = setTimeout(() => lost(`a request took more than ${requestMs} ms`), requestMs);
    const [a, b, c] = [new MessageChannel(), new MessageChannel(), new MessageChannel()];
    const ports = [
      [a.port1, b.port1],
      [a.port2, c.port1],
      [b.port2, c.port2],
    ];
    for (const [i, thread] of threads.entries()) {
      const [request, own] = [job.requests[i], ports[i]];
      if (request === undefined || own === undefined) throw new TypeError('internal: a party without a request');
      thread.ref();
      thread.postMessage({ request, ports: own } satisfies PartyMessage, own);
    }
  }

  return {
    run(requests) {
      if (isClosed) return Promise.reject(new Error('internal: the parties are closed'));
      if (waiting.length >= MOST_WAITING) return Promise.reject(new ApiError('OVERLOADED'));
      return new Promise((resolve, reject) => {
        const answers = PARTIES.map(() => undefined);
        waiting.push({ requests: PARTIES.map(requests), answers, resolve, reject });
        next();
      });
    },
    threads: () => threads,
    async close() {
      isClosed = true;
      clearTimeout(timer);
      for (const job of [...(current === null ? [] : [current]), ...waiting]) {
        job.reject(new Error('internal: the parties are closed'));
      }
      current = null;
      waiting.length = 0;
      await end();
    },
  };
}
