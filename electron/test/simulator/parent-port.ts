/** `process.parentPort` of a utility process (docs/api/parent-port.md): what comes before a listener waits for it. */
import { EventEmitter } from 'node:events';
import { writeSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

/** Sent by the simulator: what V8 does when it gives up, which says so on standard error first. */
const ABORT = 'simulator: abort';

function abort(): void {
  writeSync(2, '\n#\n# Fatal error in simulator\n# unreachable code');
  process.kill(process.pid, 'SIGABRT');
}

class ParentPort extends EventEmitter {
  private waiting: unknown[] | null = [];

  constructor() {
    super();
    process.on('message', (data) => {
      if (data === ABORT) abort();
      else if (this.waiting === null) this.emit('message', { data, ports: [] });
      else this.waiting.push(data);
    });
    this.on('newListener', (name) => {
      if (name !== 'message') return;
      setImmediate(() => {
        const waiting = this.waiting ?? [];
        this.waiting = null;
        for (const data of waiting) this.emit('message', { data, ports: [] });
      });
    });
  }

  postMessage(message: unknown): void {
    process.send?.(structuredClone(message));
  }
}

// Threads of the process load this file too.
if (isMainThread) {
  Object.defineProperty(process, 'parentPort', { value: new ParentPort() });
  // It ends with the main process, as in Electron.
  process.on('disconnect', () => process.exit());
}
