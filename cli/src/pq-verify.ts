/** The offline verifier. Reaches neither server nor network; one bundled file on Node 20 or newer (decisions, section 1). */
import { isMainThread } from 'node:worker_threads';
import { escapeInvisible } from '@touchstone/core/text/visible-text.ts';
import { errorJson } from '@touchstone/core/verdict/verification-json.ts';
import { Refusal } from './terminal/refusal.ts';
import { endUnexpectedly, guardOutput, shown } from './terminal/terminal.ts';
import { asksForJson, run } from './verifier/command.ts';
import { WORKER_ARGUMENT } from './verifier/worker-argument.ts';

const args = process.argv.slice(2);
try {
  if (!isMainThread && args[0] === WORKER_ARGUMENT) await (await import('./verifier/pool.ts')).work();
  else {
    guardOutput('pq-verify');
    process.on('uncaughtException', (error) => endUnexpectedly('pq-verify', error));
    process.exitCode = await run(args, import.meta.url);
  }
} catch (error) {
  if (!(error instanceof Refusal)) endUnexpectedly('pq-verify', error);
  // A program that asked for JSON gets it, also where nothing could be judged.
  if (asksForJson(args))
    process.stdout.write(escapeInvisible(errorJson(error.details ?? { code: 'COMMAND_LINE', message: error.message })));
  // Help is of no help where the command line is right.
  const advice = error.details === null ? 'See pq-verify --help.\n' : '';
  process.stderr.write(`pq-verify: ${shown(error.message)}\n${advice}`);
  process.exitCode = error.exitCode;
}
