/**
 * A server whose heap can be looked at: takes its options as a line of standard input, so that no secret among them stands
 * in argv, then `snapshot <file>` and `lock` (close the server and stay) as further lines, each answered by one.
 */
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import { setFlagsFromString, writeHeapSnapshot } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { type RunningServer, serve } from '../../src/main.ts';

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');

/** Lets what waits be done and given back before the heap is looked at. */
async function settle(): Promise<void> {
  for (let round = 0; round < 3; round++) {
    await setTimeout(50);
    collect();
  }
}

let server: RunningServer | null = null;
for await (const line of createInterface({ input: process.stdin })) {
  const [command, file = ''] = line.split(' ');
  if (server === null) {
    server = await serve({ ...JSON.parse(line), port: 0, json: true, signals: false });
  } else if (command === 'snapshot') {
    await settle();
    writeHeapSnapshot(file);
    process.stdout.write('snapshot\n');
  } else if (command === 'lock') {
    await server.close();
    process.stdout.write('lock\n');
  }
}
