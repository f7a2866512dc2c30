/** Ports for services that stop and come back under the same address. */
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below those that systems give away by themselves: to whoever listens on port 0, and to every connection. */
const FIRST = 20_000;
const COUNT = 12_000;

/** A free port of 127.0.0.1 that no test beside this one is given while nothing listens on it. */
export async function portToReturnTo(): Promise<number> {
  for (;;) {
    const port = FIRST + randomInt(COUNT);
    if (await isFree(port)) return port;
  }
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer();
  try {
    await once(probe.listen(port, '127.0.0.1'), 'listening');
  } catch {
    return false;
  }
  probe.close();
  await once(probe, 'close');
  return true;
}
