/** A server process for tests: `node serve-process.ts '<options as JSON>'`. Ends as `touchstone serve` does. */
import { ServeError, serve } from '../src/main.ts';

try {
  const server = await serve(JSON.parse(process.argv[2] ?? '{}'));
  await server.closed;
} catch (error) {
  if (!(error instanceof ServeError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = error.exitCode;
}
