/**
 * The three computing parties (security, S32): three threads, each with its own heap and its own root key, under which it seals
 * its keys of sessions. They talk to each other over links of their own; this side sees sealed shares, and of a computation
 * the shares of the result. One request at a time; threads that idle for 30 seconds end.
 */
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import { utf8, wipe } from '@touchstone/core/bytes.ts';
import { PARTIES, type PartyNumber } from '@touchstone/core/mpc/shamir.ts';
import { ApiError } from '../frame/errors.ts';
import { createThreadGroup, type ThreadLimits } from '../frame/thread-group.ts';
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

const LIMITS: ThreadLimits = { jobMs: 60_000, idleMs: 30_000 };
const HEAP_MEBIBYTES = 256;
/** `mpc-party.js` in a bundle. */
const ENTRY = new URL(`./mpc-party.${import.meta.url.endsWith('.ts') ? 'ts' : 'js'}`, import.meta.url);

/** `onReplaced` is told why the threads had to be ended. */
export function createParties(
  vault: Pick<Vault, 'mac'>,
  onReplaced: (reason: string) => void,
  entry: URL = ENTRY,
  limits: ThreadLimits = LIMITS,
): Parties {
  const startParty = (party: PartyNumber): Worker => {
    const rootKey = vault.mac('mpc-party', utf8(String(party)));
    const thread = new Worker(entry, {
      workerData: { party, rootKey } satisfies PartyData,
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MEBIBYTES },
    });
    wipe(rootKey);
    return thread;
  };
  const group = createThreadGroup<readonly PartyRequest[], ThreadAnswer, readonly PartyAnswer[]>(
    {
      start: () => PARTIES.map(startParty),
      give: connect,
      // What is left of a protocol is of no use.
      faultOf: (answer) => (answer.ok ? null : answer.reason),
      resultOf: (answers) =>
        answers.map((one) => {
          if (!one.ok) throw stopped();
          return one.answer;
        }),
      stopped,
      onReplaced,
    },
    limits,
  );
  return { ...group, run: (requests) => group.run(PARTIES.map(requests)) };
}

/** Hands each party its request, and its ends of new ways to the two others. */
function connect(threads: readonly Worker[], requests: readonly PartyRequest[]): void {
  const [a, b, c] = [new MessageChannel(), new MessageChannel(), new MessageChannel()];
  const ports = [
    [a.port1, b.port1],
    [a.port2, c.port1],
    [b.port2, c.port2],
  ];
  for (const [i, thread] of threads.entries()) {
    const [request, own] = [requests[i], ports[i]];
    if (request === undefined || own === undefined) throw new TypeError('internal: a party without a request');
    thread.postMessage({ request, ports: own } satisfies PartyMessage, own);
  }
}

function stopped(): ApiError {
  return new ApiError('OVERLOADED', 'The computing parties were stopped and replaced; try again later.');
}
