/** `touchstone serve`: the embedded server with the console, on 127.0.0.1 only. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { DEFAULT_PORT, ServeError, serve as startServer } from '@touchstone/server/main.ts';
import { type Context, dataFolderOf, note, say } from '../context.ts';
import { readOptions, wholeNumber } from '../options.ts';

const HELP = `touchstone serve runs the server and the console on this machine. It is reachable from nowhere else.

Usage:
  touchstone serve [--port N] [--data-dir DIR] [--json] [--open]

  --port N        default ${DEFAULT_PORT}; 0 picks a free one
  --data-dir DIR  the one folder that holds all state; it is made if it is missing
  --open          open the console in the browser
  --json          when ready, print one line: {"url","console_url","admin_token","pid","version"}

It never asks anything. Stop it with Ctrl-C or SIGTERM.

Exit codes: 0 stopped as asked, 2 wrong command line, 4 the data folder cannot be used, 5 the port is taken.
`;

export async function serve(args: readonly string[], { root }: Context): Promise<number> {
  const options = readOptions(args, { flags: ['--json', '--open', '--help', '-h'], single: ['--port', '--data-dir'] });
  if (options.has('--help') || options.has('-h')) {
    say(HELP.trimEnd());
    return 0;
  }
  const port = wholeNumber(options.value('--port') ?? String(DEFAULT_PORT), '--port', 0, 65_535);
  const built = path.join(root, 'renderer', 'dist');
  const consoleDir = existsSync(path.join(built, 'index.html')) ? built : null;
  if (consoleDir === null) note('The console is not built, so only the API is served. `npm run build` builds it.');
  try {
    const server = await startServer({
      port,
      dataDir: dataFolderOf(options),
      json: options.has('--json'),
      open: options.has('--open'),
      consoleDir,
    });
    await server.closed;
    return 0;
  } catch (error) {
    if (!(error instanceof ServeError)) throw error;
    note(`touchstone: ${error.message}`);
    return error.exitCode;
  }
}
