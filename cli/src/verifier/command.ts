/** The commands of pq-verify. Answers the exit code; what goes wrong before a file is judged is a Refusal. */
import { availableParallelism, hostname, userInfo } from 'node:os';
import path from 'node:path';
import { type Outcome, worstExitCode } from '@touchstone/core/artifact/report.ts';
import type { ReportExtras } from '@touchstone/core/artifact/report-document.ts';
import { EMPTY_TRUST_STORE } from '@touchstone/core/keys/trust.ts';
import { PRODUCT } from '@touchstone/core/version.ts';
import { didYouMean } from '../nearest.ts';
import { type OptionRules, readOptions, wholeNumber } from '../options.ts';
import { Refusal } from '../refusal.ts';
import { painter, wantsColour } from '../terminal.ts';
import { findTargets, hasExtension, readBounded, type Targets } from './files.ts';
import { HELP } from './help.ts';
import { type FileKind, type Judged, type JudgeOptions, judgeFile } from './judge.ts';
import { nameFault } from './names.ts';
import type { BatchOptions } from './pool.ts';
import { type PrintOptions, printSingle, printSummary, type Summary } from './print.ts';
import { reportTarget } from './report-target.ts';
import { KEY_SET_EXTENSION, readTrust, TRUST_STORE_FILE, trustFolder, withKeySets } from './trust.ts';
import { ownVerifier, pooledVerifier } from './verifier.ts';

const RULES: OptionRules = {
  flags: ['--json', '--verbose', '--help', '-h'],
  single: ['--report', '--data-dir', '--data', '--jobs'],
  many: ['--file', '--keys'],
  // After `--keys a.pqkeys.json` a word that is no key set is a file to verify.
  belongs: (option, word) => option === '--file' || hasExtension(word, KEY_SET_EXTENSION),
  words: 'files',
};

/** What the threads of a run over many files are started with. */
export const WORKER_ARGUMENT = '--worker-thread';

const EXTENSIONS: Readonly<Record<FileKind, string>> = {
  artifact: '.pqv.json',
  receipt: '.pqr.json',
  signature: '.3key.json',
  node: '.pqnode.json',
  session: '.pqs.json',
  log: '.pqlog.json',
};

/** @param entry the program file that workers run */
export async function run(args: readonly string[], entry: string): Promise<0 | 1 | 2 | 3> {
  const [command, ...rest] = args;
  if (command === undefined || command === '--help' || command === '-h' || command === 'help') {
    process.stdout.write(HELP);
    return command === undefined ? 2 : 0;
  }
  if (command === '--version' || command === '-V') {
    process.stdout.write(`pq-verify ${PRODUCT.version}\n`);
    return 0;
  }
  const kinds = Object.keys(EXTENSIONS);
  if (!isKind(command)) {
    throw new Refusal(
      `Unknown command ${JSON.stringify(command)}.${didYouMean(command, kinds)} Commands are: ${kinds.join(', ')}.`,
    );
  }
  return verify(command, rest, entry);
}

function isKind(command: string): command is FileKind {
  return Object.hasOwn(EXTENSIONS, command);
}

async function verify(kind: FileKind, args: readonly string[], entry: string): Promise<0 | 1 | 2 | 3> {
  const options = readOptions(args, RULES);
  if (options.has('--help') || options.has('-h')) {
    process.stdout.write(HELP);
    return 0;
  }
  const names = [...options.values('--file'), ...options.words];
  if (names.length === 0) throw new Refusal(`Which file? Usage: pq-verify ${kind} --file FILE.`);
  const data = options.value('--data');
  const reportFile = options.value('--report');
  const targets = findTargets(names, EXTENSIONS[kind]);
  if (data !== undefined && kind !== 'receipt' && kind !== 'signature') {
    throw new Refusal('--data belongs to the commands receipt and signature.');
  }
  if (targets.isBatch && data !== undefined) throw new Refusal('--data takes exactly one file to verify.');
  if (targets.isBatch && reportFile !== undefined) throw new Refusal('--report takes exactly one file to verify.');
  const jobs = wholeNumber(options.value('--jobs') ?? String(Math.min(availableParallelism(), 16)), '--jobs', 1, 64);
  const now = Date.now();
  const dataFolder = trustFolder(options.value('--data-dir'));
  let reportPath: string | null = null;
  if (reportFile !== undefined) {
    const keySets = findTargets(options.values('--keys'), KEY_SET_EXTENSION).targets;
    const inputs = [...targets.targets, ...keySets].map((target) => target.path);
    if (data !== undefined) inputs.push(data);
    if (dataFolder !== null) inputs.push(path.join(dataFolder, TRUST_STORE_FILE));
    reportPath = reportTarget(reportFile, inputs);
  }
  const pinned = dataFolder === null ? EMPTY_TRUST_STORE : readTrust(dataFolder);
  const trust = withKeySets(pinned, options.values('--keys'), now);
  const judging: JudgeOptions = {
    kind,
    trust,
    now,
    ...(data === undefined ? {} : { data: payload(data) }),
  };
  const isJson = options.has('--json');
  const isColoured = wantsColour(process.env, process.stdout.isTTY === true);
  const [first] = targets.targets;
  if (targets.isBatch || first === undefined) {
    return verifyBatch(targets, { ...judging, isJson, isColoured }, jobs, entry);
  }
  const verifier = jobs === 1 ? ownVerifier() : pooledVerifier();
  const judged = await judgeFile(first, judging, verifier, { jobs, entry, onProgress: progress(process.stderr) });
  if (reportPath !== null) await writeReport(reportPath, first.path, judged, judging);
  const printing: PrintOptions = { paint: painter(isColoured), isVerbose: options.has('--verbose') };
  process.stdout.write(
    isJson ? `${JSON.stringify(judged.report, null, 2)}\n` : printSingle(judged.report, judged.document, printing),
  );
  return judged.report.exit_code;
}

async function verifyBatch(
  { targets }: Targets,
  options: BatchOptions,
  jobs: number,
  entry: string,
): Promise<0 | 1 | 2 | 3> {
  const outcomes: Partial<Record<Outcome, number>> = {};
  const demos: Partial<Record<Outcome, number>> = {};
  const exitCodes = new Set<0 | 1 | 2 | 3>();
  let written = 0;
  // Loaded for many files only: one file needs no threads.
  const { judgeAll } = await import('./pool.ts');
  await judgeAll(targets, options, jobs, entry, ({ outcome, exitCode, isDemo, text }) => {
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
    if (isDemo) demos[outcome] = (demos[outcome] ?? 0) + 1;
    exitCodes.add(exitCode);
    const before = written === 0 ? '{"results":[\n' : ',\n';
    process.stdout.write(options.isJson ? before + text : text);
    written++;
  });
  const summary: Summary = { total: targets.length, outcomes, exit_code: worstExitCode([...exitCodes]) };
  process.stdout.write(options.isJson ? `\n],"summary":${JSON.stringify(summary)}}\n` : printSummary(summary, demos));
  return summary.exit_code;
}

function payload(name: string): Uint8Array {
  const fault = nameFault(name);
  if (fault !== null) throw new Refusal(`--data ${name}: ${fault}`);
  const file = readBounded(name);
  if (file.ok) return file.bytes;
  throw new Refusal(`--data ${name}: ${'fault' in file ? file.fault : 'The file is larger than 64 MiB.'}`);
}

/** Sessions from this many nodes on take long enough to say how far it is. */
const NODES_WITH_PROGRESS = 5_000;

/** Tells a terminal how many nodes were judged; anything else is told nothing. */
function progress(stream: NodeJS.WriteStream): (done: number, total: number) => void {
  return (done, total) => {
    if (!stream.isTTY || total < NODES_WITH_PROGRESS) return;
    stream.write(done < total ? `\r${done} of ${total} nodes` : '\r\u001b[K');
  };
}

/**
 * @param name what `reportTarget` answered
 * @param file the path of what was judged
 */
async function writeReport(name: string, file: string, judged: Judged, { trust }: JudgeOptions): Promise<void> {
  const { newReportId } = await import('@touchstone/core/artifact/report-id.ts');
  const { systemRandom } = await import('@touchstone/core/random.ts');
  const { ownBuild } = await import('./own-build.ts');
  const { writeReportFile } = await import('./report-file.ts');
  const extras: ReportExtras = {
    reportId: newReportId(systemRandom),
    build: ownBuild(),
    operator: operatorName(),
    machine: `${hostname()} (${process.platform} ${process.arch}, Node ${process.versions.node})`,
    trust,
  };
  writeReportFile(name, await reportText(judged, file, extras, !name.endsWith('.json')));
}

/** Who runs this. In a container a user id may have no entry among the users of the system, and so no name. */
function operatorName(): string {
  try {
    return userInfo().username;
  } catch {
    const id = process.getuid?.();
    return id === undefined ? 'unknown' : `user id ${id}`;
  }
}

async function reportText(
  { report, document }: Judged,
  file: string,
  extras: ReportExtras,
  isHtml: boolean,
): Promise<string> {
  if ('subject' in report) {
    return (await import('./agent-report.ts')).agentReportText(report, file, extras, isHtml);
  }
  const { reportDocument } = await import('@touchstone/core/artifact/report-document.ts');
  const printed = reportDocument({ report, document }, extras);
  if (!isHtml) return `${JSON.stringify(printed, null, 2)}\n`;
  return (await import('@touchstone/core/artifact/report-html.ts')).reportHtml(printed);
}
