/** `touchstone serve`: the embedded server with the console, on the loopback addresses only. */
import { existsSync } from 'node:fs';
import { isIPv4 } from 'node:net';
import path from 'node:path';
import { ONLY_NOBLE_VARIABLE } from '@touchstone/core/only-noble.ts';
import { DEFAULT_PORT, ServeError, serve as startServer } from '@touchstone/server/main.ts';
import { LOOPBACK_RELAY, type RelayOptions } from '@touchstone/server/turn/relay.ts';
import { MasterKeyError, type MasterKeySource, masterKeyKind } from '@touchstone/server/vault/master-key.ts';
import { type Context, dataFolderOf, note, say, sayJson } from '../command-line/context.ts';
import { type Options, readOptions, wholeNumber } from '../command-line/options.ts';
import { DATA_FOLDER, Refusal } from '../terminal/refusal.ts';
import { longEnough, presentPassphrase } from './passphrase.ts';

const HELP = `touchstone serve runs the server and the console on this machine. Other machines cannot reach them.

Usage:
  touchstone serve [--port N] [--data-dir DIR] [--json] [--open | --window] [--origin own|localhost]
                   [--ask-passphrase | --passphrase-file FILE] [--accept-rollback]
                   [--relay-address ADDRESS] [--relay-port N] [--only-noble]

  --port N        default ${DEFAULT_PORT}; 0 picks a free one
  --data-dir DIR  the folder with all state, created if missing
  --open          open the console in the browser
  --window        open the console in a window of its own, by an installed Chromium, Chrome or Edge; else in the browser. When
                  it is closed the server goes on
  --origin own    the console gets its own address, new at each start (the default)
  --origin localhost
                  the console has the address http://localhost:PORT at each start, for Safari, which cannot resolve names below
                  localhost. A program of another user that used the port before may have left data at this address.
  --ask-passphrase, --passphrase-file FILE
                  the passphrase of the data folder, if it has one (touchstone passphrase); a new folder gets this
                  passphrase. Without either option, the server starts locked, and the console asks for the passphrase
  --relay-address ADDRESS, --relay-port N
                  where the relay for calls listens (UDP): an IPv4 address of this machine, 127.0.0.1 unless given, and a
                  port, any free one unless given. It listens only while calls are open
  --accept-rollback
                  accept a database that is older than its rollback mark (docs/user-guide/doctor.md); recorded in the audit
  --only-noble    use noble, in JavaScript, for all cryptography that it has, to compare results and speed; slow.
                  TOUCHSTONE_ONLY_NOBLE=1 does the same
  --json          when ready, print one line: {"url","console_url","admin_token","pid","version"}

Stop the server with Ctrl-C or SIGTERM.

Exit codes: 0 stopped on request, 2 wrong command line, 4 the data folder cannot be used, 5 the port is taken.
`;

export async function serve(args: readonly string[], { root }: Context): Promise<number> {
  const options = readOptions(args, {
    flags: ['--accept-rollback', '--json', '--open', '--window', '--ask-passphrase', '--only-noble', '--help', '-h'],
    single: ['--port', '--data-dir', '--origin', '--passphrase-file', '--relay-address', '--relay-port'],
  });
  if (options.has('--help') || options.has('-h')) {
    say(HELP.trimEnd());
    return 0;
  }
  if (options.has('--only-noble')) process.env[ONLY_NOBLE_VARIABLE] = '1';
  const port = wholeNumber(options.value('--port') ?? String(DEFAULT_PORT), '--port', 0, 65_535);
  const origin = originIn(options.value('--origin') ?? 'own');
  const relay = relayOf(options);
  const dataDir = dataFolderOf(options);
  const masterKey = await masterKeyOf(options, dataDir);
  const built = path.join(root, 'renderer', 'dist');
  const consoleDir = existsSync(path.join(built, 'index.html')) ? built : null;
  if (consoleDir === null) note('The console is not built, so only the API is served. `npm run build` builds it.');
  try {
    const server = await startServer({
      port,
      dataDir,
      masterKey,
      json: options.has('--json'),
      open: options.has('--window') ? 'window' : options.has('--open') ? 'browser' : null,
      consoleDir,
      origin,
      relay,
      acceptRollback: options.has('--accept-rollback'),
    });
    await server.closed;
    return 0;
  } catch (error) {
    if (!(error instanceof ServeError)) throw error;
    if (error.behind !== null && options.has('--json')) sayJson({ error: 'ROLLED_BACK', behind: error.behind });
    note(`touchstone: ${error.message}`);
    return error.exitCode;
  }
}

/** What opens the master key. A folder that has a passphrase starts locked where none is given. */
async function masterKeyOf(options: Options, dataDir: string): Promise<MasterKeySource> {
  const isGiven = options.value('--passphrase-file') !== undefined;
  if (isGiven && options.has('--ask-passphrase')) {
    throw new Refusal('--ask-passphrase and --passphrase-file cannot be combined.');
  }
  const kind = kindOf(dataDir);
  if (!isGiven && !options.has('--ask-passphrase')) return { kind: 'key-file' };
  const passphrase = await presentPassphrase(options);
  return { kind: 'passphrase', passphrase: kind === null ? longEnough(passphrase) : passphrase };
}

function kindOf(dataDir: string): ReturnType<typeof masterKeyKind> {
  try {
    return masterKeyKind(dataDir);
  } catch (error) {
    if (error instanceof MasterKeyError) throw new Refusal(error.message, DATA_FOLDER);
    throw error;
  }
}

/** Only an address that somebody names is one that other machines reach. */
function relayOf(options: Options): RelayOptions {
  const address = options.value('--relay-address') ?? LOOPBACK_RELAY.address;
  if (!isIPv4(address) || address === '0.0.0.0') {
    throw new Refusal('--relay-address must be one IPv4 address of this machine, such as 192.0.2.7.');
  }
  return { address, port: wholeNumber(options.value('--relay-port') ?? '0', '--relay-port', 0, 65_535) };
}

function originIn(text: string): 'own' | 'localhost' {
  if (text === 'own' || text === 'localhost') return text;
  throw new Refusal('--origin must be own or localhost.');
}
