/** The offline verifier. Reaches neither server nor network; one bundled file on Node 20 or newer (decisions, section 1). */
import { Refusal } from './refusal.ts';
import { shown } from './terminal.ts';
import { run } from './verifier/command.ts';
import { isWorker, work } from './verifier/pool.ts';

if (isWorker) {
  work();
} else {
  try {
    process.exitCode = await run(process.argv.slice(2), import.meta.url);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    process.stderr.write(`pq-verify: ${shown(error.message)}\nSee pq-verify --help.\n`);
    process.exitCode = error.exitCode;
  }
}
