/** What runs in the thread of one computing party: one request after the other, with links to the other two threads. */
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { wipe } from '@touchstone/core/bytes.ts';
import type { Links } from '@touchstone/core/mpc/party.ts';
import { PARTIES, type SharesOfAll } from '@touchstone/core/mpc/shamir.ts';
import { systemRandom } from '@touchstone/core/random.ts';
import { hashByNode } from '../crypto/hashes.ts';
import { kem } from '../crypto/kem.ts';
import { createVault } from '../vault/envelope.ts';
import type { PartyData, PartyMessage, ThreadAnswer } from './parties.ts';
import { type PartyTools, serve } from './party-work.ts';

const { party, rootKey } = workerData as PartyData;

/** Links over one port for each other party. They reject when one of them is closed. */
function linksOver(ports: readonly MessagePort[]): Links {
  const others = PARTIES.filter((number) => number !== party);
  const inboxes = ports.map(inboxOf);
  return {
    async exchange(lists) {
      others.forEach((number, i) => {
        // A copy, which is moved: views would carry the memory behind them along.
        const copy = lists[number - 1]?.slice() ?? new BigUint64Array();
        ports[i]?.postMessage(copy, [copy.buffer]);
      });
      const { length } = lists[party - 1] ?? [];
      const received = await Promise.all(inboxes.map((next) => next()));
      const all = PARTIES.map((number) => {
        const list = number === party ? lists[party - 1] : received[others.indexOf(number)];
        if (list instanceof BigUint64Array && list.length === length) return list;
        throw new TypeError('internal: another party has left the protocol');
      });
      return all as unknown as SharesOfAll;
    },
  };
}

/** Answers what came over a port, one after the other. */
function inboxOf(port: MessagePort): () => Promise<unknown> {
  const arrived: unknown[] = [];
  let waiting: { resolve(list: unknown): void; reject(error: Error): void } | null = null;
  let isClosed = false;
  const left = () => new TypeError('internal: another party has ended');
  port.on('message', (list: unknown) => {
    if (waiting === null) arrived.push(list);
    else {
      waiting.resolve(list);
      waiting = null;
    }
  });
  port.on('close', () => {
    isClosed = true;
    waiting?.reject(left());
    waiting = null;
  });
  return () =>
    new Promise((resolve, reject) => {
      if (arrived.length > 0) resolve(arrived.shift());
      else if (isClosed) reject(left());
      else waiting = { resolve, reject };
    });
}

async function answerOf({ request, ports }: PartyMessage, tools: PartyTools): Promise<ThreadAnswer> {
  try {
    return { ok: true, answer: await serve(request, linksOver(ports), tools) };
  } catch (error) {
    return { ok: false, reason: error instanceof Error ? error.message : 'an exception' };
  } finally {
    for (const port of ports) port.close();
  }
}

hashByNode();
const tools: PartyTools = { party, vault: createVault(rootKey, systemRandom), kem, random: systemRandom };
wipe(rootKey);
parentPort?.on('message', (message: PartyMessage) => {
  answerOf(message, tools).then(
    (answer) => parentPort?.postMessage(answer),
    (error: unknown) => {
      throw error;
    },
  );
});
