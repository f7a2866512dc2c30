/** The `touchstone` command. Each subcommand's code is loaded only when it is called. */
// First: the bundle too may be run on an older Node.
import '../bin/needed-node.mjs';
import { fileURLToPath } from 'node:url';
import { PRODUCT } from '@touchstone/core/version.ts';
import { storageFaultOf, storageSentence } from '@touchstone/server/store/storage-fault.ts';
import { type Command, say } from './command-line/context.ts';
import { didYouMean } from './command-line/nearest.ts';
import { DATA_FOLDER, Refusal } from './terminal/refusal.ts';
import { endUnexpectedly, guardOutput, shown } from './terminal/terminal.ts';

const HELP = `touchstone ${PRODUCT.version}: verify, issue and manage post-quantum attestations on your own machine.

Usage:
  touchstone serve       run the server and the console
  touchstone artifact    build a verified artifact
  touchstone ceremony    sign an artifact with files: request, sign, apply
  touchstone keys        key sets and trust store: new, export, import, list, untrust, revoke, service
  touchstone passphrase  protect the data folder with a passphrase; change or remove the passphrase
  touchstone backup      save the data folder into one encrypted file, also while the server runs
  touchstone restore     restore a backup
  touchstone grade       grade the source code of a folder by fixed rules, and sign the grade
  touchstone ledger      verify the embedded ledger, in the data folder or in an exported file
  touchstone mcp         run an MCP server for an agent and attest every tool call
  touchstone agents      list and export attested sessions; import OpenTelemetry traces
  touchstone joint       take part in a joint computation: look at it, contribute an input that nobody is shown
  touchstone demo        create a demonstration data folder: agents, proofs and payments, or encrypted computation
  touchstone doctor      examine the data folder and report problems

touchstone COMMAND --help explains a command. To verify a file, use pq-verify.
Exit codes: 0 done, 1 refused (a check failed), 2 wrong command line or unreadable file, 4 the data folder cannot
be read or written. The help of a command lists any other codes.
`;

const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  serve: async () => (await import('./commands/serve.ts')).serve,
  artifact: async () => (await import('./commands/artifact.ts')).artifact,
  ceremony: async () => (await import('./commands/ceremony.ts')).ceremony,
  keys: async () => (await import('./commands/keys.ts')).keys,
  passphrase: async () => (await import('./commands/passphrase.ts')).passphrase,
  backup: async () => (await import('./commands/backup.ts')).backup,
  restore: async () => (await import('./commands/restore.ts')).restore,
  grade: async () => (await import('./commands/grade.ts')).grade,
  ledger: async () => (await import('./commands/ledger.ts')).ledger,
  mcp: async () => (await import('./commands/mcp.ts')).mcp,
  agents: async () => (await import('./commands/agents.ts')).agents,
  joint: async () => (await import('./commands/joint.ts')).joint,
  demo: async () => (await import('./commands/demo.ts')).demo,
  doctor: async () => (await import('./commands/doctor.ts')).doctor,
};

async function run(args: readonly string[]): Promise<number> {
  const [name, ...rest] = args;
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    say(HELP.trimEnd());
    return name === undefined ? 2 : 0;
  }
  if (name === '--version' || name === '-V') {
    say(`touchstone ${PRODUCT.version}`);
    return 0;
  }
  const load = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (load === undefined) {
    const isOption = name.startsWith('-');
    const guess = didYouMean(name, isOption ? ['--help', '--version'] : Object.keys(COMMANDS));
    throw new Refusal(`Unknown ${isOption ? `option ${name}` : `command ${JSON.stringify(name)}`}.${guess}`);
  }
  const command = await load();
  // Source and bundle stand at the same depth: <root>/cli/src and <root>/cli/dist.
  return command(rest, { root: fileURLToPath(new URL('../..', import.meta.url)), now: Date.now });
}

guardOutput('touchstone');
try {
  process.exitCode = await run(process.argv.slice(2));
} catch (thrown) {
  const fault = storageFaultOf(thrown);
  const error = fault === null ? thrown : new Refusal(storageSentence(fault), DATA_FOLDER);
  if (!(error instanceof Refusal)) endUnexpectedly('touchstone', error);
  const [name = ''] = process.argv.slice(2);
  const command = Object.hasOwn(COMMANDS, name) ? `touchstone ${name}` : 'touchstone';
  const lines = [
    `touchstone: ${error.message}`,
    ...error.choices.map((choice) => `  ${choice}`),
    `See ${command} --help.`,
  ];
  process.stderr.write(lines.map((line) => `${shown(line)}\n`).join(''));
  process.exitCode = error.exitCode;
}
