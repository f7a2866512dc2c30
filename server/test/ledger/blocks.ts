import { setTimeout as wait } from 'node:timers/promises';
import type { TestServer } from '../harness.ts';

/** Makes blocks, as a timer does in a running server, until an answer is there that waits for them. */
export async function whileBlocksCome<T>({ deps }: TestServer, answer: Promise<T>): Promise<T> {
  let isThere = false;
  const over = () => {
    isThere = true;
  };
  answer.then(over, over);
  while (!isThere) {
    await deps.chains.makeBlocks();
    await wait(10);
  }
  return answer;
}
