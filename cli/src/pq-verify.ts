/** The offline verifier. Reaches neither server nor network; one bundled file on Node 20 or newer (decisions, section 1). */
import { Refusal } from './refusal.ts';
import { endUnexpectedly, guardOutput, shown } from './terminal.ts';
import { run, WORKER_ARGUMENT } from './verifier/command.ts';

try {
  const args = process.argv.slice(2);
  if (args[0] === WORKER_ARGUMENT) await (await import('./verifier/pool.ts')).work();
  else {
    guardOutput('pq-verify');
    process.on('uncaughtException', (error) => endUnexpectedly('pq-verify', error));
    process.exitCode = await run(args, import.meta.url);
  }
} catch (error) {
  if (!(error instanceof Refusal)) endUnexpectedly('pq-verify', error);
  process.stderr.write(`pq-verify: ${shown(error.message)}\nSee pq-verify --help.\n`);
  process.exitCode = error.exitCode;
}
