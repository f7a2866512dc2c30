/** The client of the HTTP benches, a process of its own that `_load.ts` starts and tells what to send. */

import { runLanes } from './_lanes.ts';
import type { Order, Report } from './_load.ts';
import { dropConnections, lengthOfAnswer } from './_shot.ts';

async function carryOut({ shots, lanes, seconds }: Order): Promise<Report> {
  let turn = 0;
  let length = 0;
  try {
    const run = await runLanes(lanes, seconds, async () => {
      const shot = shots[turn++ % shots.length];
      if (shot === undefined) throw new RangeError('nothing to send');
      length = await lengthOfAnswer(shot);
    });
    return { ...run, length };
  } catch (error) {
    return { failure: error instanceof Error ? error.message : String(error) };
  } finally {
    // The server drops those that idle for longer than it keeps them.
    dropConnections();
  }
}

process.on('message', async (order: Order) => {
  process.send?.(await carryOut(order));
});
