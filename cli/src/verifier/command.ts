/** The commands of pq-verify. Answers the exit code; what goes wrong before a file is judged is a Refusal. */
import { realpathSync } from 'node:fs';
import { availableParallelism, hostname, userInfo } from 'node:os';
import path from 'node:path';
import { OWN_SERVICE_FILE } from '@touchstone/core/keys/own-service.ts';
import type { Trust } from '@touchstone/core/keys/trust.ts';
import { ONLY_NOBLE_VARIABLE } from '@touchstone/core/only-noble.ts';
import type { ReportExtras } from '@touchstone/core/report/document.ts';
import type { GivenForRun } from '@touchstone/core/report/reproduction.ts';
import { escapeInvisible } from '@touchstone/core/text/visible-text.ts';
import { JSON_SCHEMA, singleJson } from '@touchstone/core/verdict/verification-json.ts';
import type { FileKind } from '@touchstone/core/verdict/verification-report.ts';
import { type Outcome, worstExitCode } from '@touchstone/core/verdict/verification-report.ts';
import { PRODUCT } from '@touchstone/core/version.ts';
import { didYouMean } from '../command-line/nearest.ts';
import {
  asksForHelp,
  isName,
  isOption,
  type OptionRules,
  readOptions,
  refuseFileName,
  wholeNumber,
} from '../command-line/options.ts';
import { readBounded, STANDARD_INPUT } from '../files/bounded-read.ts';
import { isBelow } from '../files/evidence-files.ts';
import { nameFault } from '../files/names.ts';
import { Refusal } from '../terminal/refusal.ts';
import { painter, wantsColour } from '../terminal/terminal.ts';
import { HELP } from './help.ts';
import { type AnyReport, type JudgedFile, type JudgeOptions, judgeFile } from './judge.ts';
import { EXTENSIONS, KIND_NAMES, KINDS, whySkipped } from './kinds.ts';
import type { BatchOptions } from './pool.ts';
import { type PrintOptions, printSingle, printSkipped, printSummary, type Summary } from './print.ts';
import { reportTarget } from './report-target.ts';
import { findTargets, isFolder, type Targets } from './targets.ts';
import { KEY_SET_EXTENSION, TRUST_STORE_FILE, trustFolder, trustOf } from './trust.ts';
import { ownVerifier, pooledVerifier } from './verifier.ts';

const RULES: OptionRules = {
  flags: ['--json', '--verbose', '--pinned-only', '--only-noble', '--help', '-h'],
  single: ['--report', '--data-dir', '--data', '--evidence', '--jobs'],
  many: ['--file', '--keys', '--revocations'],
  words: 'files',
};

/** Whether a command line asks for JSON, however wrong the rest of it is, and also by `--json=yes`, which is refused. */
export function asksForJson(args: readonly string[]): boolean {
  const end = args.indexOf('--');
  const options = args.slice(0, end < 0 ? args.length : end);
  return options.some((arg) => (arg === '--json' || arg.startsWith('--json=')) && !isName(arg));
}

/** @param entry the program file that workers run */
export async function run(args: readonly string[], entry: string): Promise<0 | 1 | 2 | 3> {
  const [command, ...rest] = args;
  if (command !== undefined) refuseAmbiguous(command, rest);
  if (command === undefined || command === '--help' || command === '-h' || command === 'help') {
    process.stdout.write(HELP);
    return command === undefined ? 2 : 0;
  }
  if (command === '--version' || command === '-V') {
    process.stdout.write(`pq-verify ${PRODUCT.version}\n`);
    return 0;
  }
  if (isKind(command)) return verify(command, rest, entry);
  if (command === INVOICE && !asksForHelp(rest)) return (await import('./invoice.ts')).verifyInvoice(rest);
  if (command === INVOICE) {
    process.stdout.write(HELP);
    return 0;
  }
  // A mistyped command is not taken for a file: the answer lists the commands.
  if (!isOption(command) && !/[./\\]/.test(command) && !isName(command)) {
    throw new Refusal(
      `Unknown command ${JSON.stringify(command)}.${didYouMean(command, COMMANDS)} Commands are: ${COMMANDS.join(', ')}, or name a file.`,
    );
  }
  return verify(null, args, entry);
}

/**
 * A glob such as `*` may put a file called `help` or `log` where a command stands: the file must be checked, not obeyed.
 * Followed by an option of ours, the first word is a command and not the first of several files.
 */
function refuseAmbiguous(command: string, [next]: readonly string[]): void {
  refuseFileName(command);
  if (!(isCommand(command) || command === 'help') || !isName(command)) return;
  if (next?.startsWith('-') && next !== '-' && !isName(next)) return;
  throw new Refusal(
    `${JSON.stringify(command)} is both a command and a name in this folder. Write ./${command} for the file or folder, and ${command === 'help' ? '--help for the help' : `pq-verify ${command} --file FILE for the command`}.`,
  );
}

/** An invoice is no file of ours: its command reads an address. */
const INVOICE = 'invoice';
const COMMANDS: readonly string[] = [...KINDS, INVOICE];

function isCommand(command: string): boolean {
  return COMMANDS.includes(command);
}

function isKind(command: string): command is FileKind {
  return (KINDS as readonly string[]).includes(command);
}

async function verify(kind: FileKind | null, args: readonly string[], entry: string): Promise<0 | 1 | 2 | 3> {
  const options = readOptions(args, RULES);
  if (options.has('--help') || options.has('-h')) {
    process.stdout.write(HELP);
    return 0;
  }
  if (options.has('--only-noble')) process.env[ONLY_NOBLE_VARIABLE] = '1';
  const names = [...options.values('--file'), ...options.words];
  if (names.length === 0)
    throw new Refusal(`Which file? Usage: pq-verify ${kind === null ? '' : `${kind} `}--file FILE.`);
  if (names.filter((name) => name === STANDARD_INPUT).length > 1)
    throw new Refusal('Standard input can be read only once.');
  const data = options.value('--data');
  const evidence = options.value('--evidence');
  const reportFile = options.value('--report');
  const extensions = kind === null ? Object.values(EXTENSIONS) : [EXTENSIONS[kind]];
  const targets = findTargets(names, extensions, (name) => whySkipped(name, kind));
  if (data !== undefined && kind !== null && kind !== 'receipt' && kind !== 'signature') {
    throw new Refusal('--data works only with the commands receipt and signature.');
  }
  if (evidence !== undefined && kind !== null && kind !== 'artifact') {
    throw new Refusal('--evidence works only with the command artifact.');
  }
  if (evidence !== undefined && !isFolder(evidence)) {
    throw new Refusal(`--evidence ${evidence}: ${nameFault(evidence) ?? 'There is no such folder.'}`);
  }
  if (targets.isBatch && evidence !== undefined) throw new Refusal('--evidence takes exactly one file to verify.');
  if (targets.isBatch && data !== undefined) throw new Refusal('--data takes exactly one file to verify.');
  if (targets.isBatch && reportFile !== undefined) throw new Refusal('--report takes exactly one file to verify.');
  const jobs = wholeNumber(options.value('--jobs') ?? String(Math.min(availableParallelism(), 16)), '--jobs', 1, 64);
  const now = Date.now();
  const dataFolder = trustFolder(options.value('--data-dir'));
  let reportPath: string | null = null;
  if (reportFile !== undefined) {
    const keySets = findTargets(options.values('--keys'), KEY_SET_EXTENSION).targets;
    const inputs = [...targets.targets, ...keySets].map((target) => target.path);
    inputs.push(...options.values('--revocations'));
    if (data !== undefined) inputs.push(data);
    if (dataFolder !== null) {
      inputs.push(path.join(dataFolder, TRUST_STORE_FILE), path.join(dataFolder, OWN_SERVICE_FILE));
    }
    reportPath = reportTarget(reportFile, inputs);
    if (evidence !== undefined) requireOutside(evidence, reportFile, reportPath);
  }
  const named = {
    dataFolder,
    keys: options.values('--keys'),
    revocations: options.values('--revocations'),
    isPinnedOnly: options.has('--pinned-only'),
  };
  const trust = await trustOf(named, ownVerifier(), now);
  const judging: JudgeOptions = {
    kind,
    trust,
    now,
    ...(data === undefined ? {} : { data: payload(data) }),
    ...(evidence === undefined ? {} : { evidence }),
  };
  const isJson = options.has('--json');
  const isColoured = wantsColour(process.env, process.stdout.isTTY === true);
  const [first] = targets.targets;
  if (targets.isBatch || first === undefined) {
    return verifyBatch(targets, { ...judging, isJson, isColoured }, jobs, entry);
  }
  const verifier = jobs === 1 ? ownVerifier() : pooledVerifier();
  const judged = await judgeFile(first, judging, verifier, { jobs, entry, onProgress: progress(process.stderr) });
  requireUsed(judged.report.kind, { data, evidence });
  if (reportPath !== null) {
    await writeReport(reportPath, judged, trust, {
      file: first.path,
      folder: process.cwd(),
      // The platform's folder need not exist; the command that repeats the run then leaves it out.
      dataDir: dataFolder !== null && isFolder(dataFolder) ? dataFolder : null,
      keys: named.keys,
      revocations: named.revocations,
      data: data ?? null,
      evidence: evidence ?? null,
      isPinnedOnly: named.isPinnedOnly,
    });
  }
  const printing: PrintOptions = { paint: painter(isColoured), isVerbose: options.has('--verbose') };
  process.stdout.write(
    isJson ? escapeInvisible(singleJson(judged.report)) : printSingle(judged.report, judged.document, printing),
  );
  return judged.report.exit_code;
}

async function verifyBatch(
  { targets, skipped }: Targets,
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
    const before = written === 0 ? `{"schema":${JSON.stringify(JSON_SCHEMA)},"results":[\n` : ',\n';
    process.stdout.write(options.isJson ? before + text : text);
    written++;
  });
  const summary: Summary = { total: targets.length, outcomes, exit_code: worstExitCode([...exitCodes]) };
  process.stdout.write(
    options.isJson
      ? escapeInvisible(`\n],"skipped":${JSON.stringify(skipped)},"summary":${JSON.stringify(summary)}}\n`)
      : `${printSkipped(skipped)}${printSummary(summary, demos)}`,
  );
  return summary.exit_code;
}

/** Throws Refusal where the report would be written into the folder of the files that are compared. */
function requireOutside(evidence: string, named: string, report: string): void {
  const folder = path.dirname(report);
  // A folder that is missing is told when the report is written.
  if (!isFolder(folder)) return;
  if (isBelow(evidence, path.join(realpathSync.native(folder), path.basename(report)))) {
    throw new Refusal(`--report ${named}: this file is in the folder given with --evidence.`);
  }
}

/** Throws Refusal where a file was given for a comparison that this kind of file does not have, so that nobody takes it for made. */
function requireUsed(kind: AnyReport['kind'], given: Readonly<Record<'data' | 'evidence', string | undefined>>): void {
  if (kind === 'unknown') return;
  if (given.data !== undefined && kind !== 'receipt' && kind !== 'signature') {
    throw new Refusal(`--data cannot be used here: the file is ${KIND_NAMES[kind]}.`);
  }
  if (given.evidence !== undefined && kind !== 'artifact') {
    throw new Refusal(`--evidence cannot be used here: the file is ${KIND_NAMES[kind]}.`);
  }
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

/** @param name what `reportTarget` answered */
async function writeReport(name: string, judged: JudgedFile, trust: Trust, given: GivenForRun): Promise<void> {
  const { newReportId } = await import('@touchstone/core/report/id.ts');
  const { systemRandom } = await import('@touchstone/core/random.ts');
  const { ownBuild } = await import('./own-build.ts');
  const { writeReportFile } = await import('./report-file.ts');
  const extras: ReportExtras = {
    reportId: newReportId(systemRandom),
    build: ownBuild(),
    operator: operatorName(),
    machine: `${hostname()} (${process.platform} ${process.arch}, Node ${process.versions.node})`,
    trust,
    given,
  };
  writeReportFile(name, await reportText(judged, given.file, extras, !name.endsWith('.json')));
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
  { report, document }: JudgedFile,
  file: string,
  extras: ReportExtras,
  isHtml: boolean,
): Promise<string> {
  if (report.kind === 'unknown')
    throw new Refusal(`${file}: no report was written, because the file is of no known kind.`);
  if ('subject' in report) {
    return (await import('./agent-report.ts')).agentReportText(report, file, extras, isHtml);
  }
  const { reportDocument } = await import('@touchstone/core/report/document.ts');
  const printed = reportDocument({ report, document }, extras);
  if (!isHtml) return `${JSON.stringify(printed, null, 2)}\n`;
  return (await import('@touchstone/core/report/html.ts')).reportHtml(printed);
}
