// A thread that does what the task's name says: for tests of the threads around it.
import { parentPort } from 'node:worker_threads';

parentPort.on('message', ({ task, input }) => {
  if (task === 'hang') {
    Atomics.store(input, 0, 1);
    Atomics.notify(input, 0);
    for (;;);
  }
  if (task === 'throw') throw new Error('as a trap would');
  if (task === 'exit') process.exit(0);
  if (task === 'memory') {
    // Numbers: objects would be looked through again and again until the memory is full.
    const kept = [];
    for (;;) kept.push(new Array(1_000_000).fill(0.5));
  }
  if (task === 'spent') return parentPort.postMessage({ kind: 'failed', reason: 'memory', isSpent: true });
  return parentPort.postMessage({ kind: 'value', value: input, isSpent: false });
});
