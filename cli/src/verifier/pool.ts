/**
 * Many files on several processor cores. Where OpenSSL verifies the signatures, every second core is a thread of libuv's
 * pool that is handed signatures: it costs nothing to start. The other cores, and without OpenSSL or in a long run all,
 * are this thread and workers that run the same program. Whoever is free takes the next file.
 */
import { setFlagsFromString } from 'node:v8';
import { parentPort, Worker, workerData } from 'node:worker_threads';
import { escapeInvisible } from '@touchstone/core/text/visible-text.ts';
import { internalFault } from '@touchstone/core/verdict/unreadable.ts';
import { reportJson } from '@touchstone/core/verdict/verification-json.ts';
import type { FileKind } from '@touchstone/core/verdict/verification-report.ts';
import { isAgentFileKind, type Outcome } from '@touchstone/core/verdict/verification-report.ts';
import { Refusal } from '../terminal/refusal.ts';
import { painter } from '../terminal/terminal.ts';
import { type JudgedFile, type JudgeOptions, judgeFile, notJudged } from './judge.ts';
import { type PrintOptions, printRow } from './print.ts';
import { isSignatureTask, verifySignatures } from './signature-pool.ts';
import type { Target } from './targets.ts';
import { ownVerifier, sharingVerifier, type Verifier } from './verifier.ts';
import { WORKER_ARGUMENT } from './worker-argument.ts';

/** Below this many files a second thread costs more than it gains. */
const FILES_PER_THREAD = 8;
/** From here on a worker for each core is faster: what it costs to start and to warm up is little beside its work. */
const MANY_FILES_PER_CORE = 500;
/** Up to this size reading a file and computing its hashes takes no longer than verifying its signatures. */
const USUAL_FILE_BYTES = 128 * 1024;
/** What the files hold beyond that is the work of our own threads: from here on, some tenths of a second, of one for each core. */
const MANY_BYTES_BEYOND = 16 * 1024 * 1024;
/** Files that a worker holds, so that it never waits for this thread to finish one. */
const FILES_AHEAD = 4;
/** Files that a thread has open while their signatures are elsewhere, so that it never waits for them. */
const FILES_AT_ONCE = 12;
/** Signatures that a thread may have in libuv's pool, so that the pool never waits for the thread. */
const SIGNATURES_AT_ONCE = 8;
/** The same once a thread has taken the last file: nobody could take over what is in the pool then. */
const SIGNATURES_AT_THE_END = 2;
/** A thread never holds more than one file that is larger. */
const SMALL_FILE_BYTES = 1024 * 1024;

interface Task {
  readonly index: number;
  readonly target: Target;
}

/** What is left of a report once it has been put into words: the thread that collects has little to copy. */
export interface Row {
  readonly outcome: Outcome;
  readonly exitCode: 0 | 1 | 2 | 3;
  /** Whether it rests on an example key set. */
  readonly isDemo: boolean;
  /** The report as JSON, or one line for people. */
  readonly text: string;
}

export interface BatchOptions extends JudgeOptions {
  readonly isJson: boolean;
  readonly isColoured: boolean;
}

interface Share {
  readonly options: BatchOptions;
  /** Signatures that the thread may have in libuv's pool at once. */
  readonly ahead: number;
}

interface Answer {
  readonly index: number;
  readonly row: Row;
}

async function judgeRow(target: Target, options: BatchOptions, verifier: Verifier): Promise<Row> {
  return rowOf(await judgeFile(target, options, verifier), options);
}

function rowOf({ report }: JudgedFile, options: BatchOptions): Row {
  const printing: PrintOptions = { paint: painter(options.isColoured), isVerbose: false };
  const text = options.isJson ? escapeInvisible(reportJson(report)) : printRow(report, printing);
  return { outcome: report.outcome, exitCode: report.exit_code, isDemo: report.demo, text };
}

/**
 * Judges all targets on at most `jobs` cores and hands over the rows in the order of the targets, each as soon as it and
 * all before it are there. `entry` is the program file that workers run.
 */
export async function judgeAll(
  targets: readonly Target[],
  options: BatchOptions,
  jobs: number,
  entry: string,
  onRow: (row: Row) => void,
): Promise<void> {
  if (jobs === 1) {
    const verifier = ownVerifier();
    for (const target of targets) onRow(await judgeRow(target, options, verifier));
    return;
  }
  const ready = new Map<number, Row>();
  let next = 0;
  let handedOver = 0;
  const receive = ({ index, row: received }: Answer) => {
    ready.set(index, received);
    for (let row = ready.get(handedOver); row !== undefined; row = ready.get(handedOver)) {
      ready.delete(handedOver++);
      onRow(row);
    }
  };
  const nextTask = (): Task | null => {
    const target = targets[next];
    return target === undefined ? null : { index: next++, target };
  };
  const pool = jobs >> 1;
  const isLong = isLongRun(targets, options.kind, jobs);
  const sharing = isLong ? null : await shareWithPool(options.kind, pool, () => targets.length - next);
  if (sharing !== null) runLightly();
  const worthwhile = isLong ? targets.length : Math.ceil(targets.length / FILES_PER_THREAD);
  const threads = Math.min(sharing === null ? jobs : jobs - pool, worthwhile);
  const share: Share = { options, ahead: sharing?.ahead ?? 0 };
  const workers = Array.from({ length: threads - 1 }, () => runWorker(entry, share, nextTask, receive));
  const lost = (
    await Promise.all([...workers, takePart(share, sharing?.verifier ?? ownVerifier(), nextTask, receive)])
  ).flatMap((tasks) => tasks ?? []);
  for (const task of lost) await judgeAlone(task, entry, { ...share, ahead: 0 }, receive);
}

/** A file that a thread held when it died, in a thread of its own: if that dies too, the file is at fault (S39). */
async function judgeAlone(task: Task, entry: string, share: Share, receive: (answer: Answer) => void): Promise<void> {
  const tasks = [task];
  const lost = await runWorker(entry, share, () => tasks.shift() ?? null, receive);
  if (lost.length === 0) return;
  const fault = internalFault(new Error('The thread that checked this file ended before it was done.'), 0);
  receive({ index: task.index, row: rowOf(notJudged(task.target.path, share.options, fault), share.options) });
}

/**
 * Whether a worker for each core earns its start, by the number of files or by their sizes. Not by those of agents' files:
 * one may fill the memory that a machine has.
 */
function isLongRun(targets: readonly Target[], kind: FileKind | null, jobs: number): boolean {
  if (targets.length >= jobs * MANY_FILES_PER_CORE) return true;
  if (kind === null || isAgentFileKind(kind)) return false;
  const beyond = targets.reduce((sum, target) => sum + Math.max(0, sizeOf(target) - USUAL_FILE_BYTES), 0);
  return beyond >= MANY_BYTES_BEYOND;
}

/**
 * V8's compilers and its collector take more from the cores of a short run than the run earns from them: without the
 * optimizing compiler, with the one before it only for what is called very often, with fewer threads, and with old
 * objects marked only when memory is short, 500 artifacts on two cores take 0.93 of the time. This holds for the whole
 * process, which ends with the run. V8 of Node 24 and of Node 26 knows these flags.
 */
function runLightly(): void {
  const flags = ['--no-opt', '--invocation-count-for-maglev=1500', '--efficiency-mode', '--no-incremental-marking'];
  for (const flag of flags) setFlagsFromString(flag);
}

/**
 * How this thread hands signatures to libuv's pool; null where OpenSSL does not verify them, and for agents' files. A
 * session has thousands of signatures, and may have a gigabyte: there a thread for each core, with one file at a time, is better.
 *
 * @param filesLeft how many files nobody has taken yet
 */
async function shareWithPool(
  kind: FileKind | null,
  poolThreads: number,
  filesLeft: () => number,
): Promise<{ readonly ahead: number; readonly verifier: Verifier } | null> {
  if (isAgentFileKind(kind)) return null;
  const ahead = signaturesAhead(poolThreads);
  const verifier = sharingVerifier(() => Math.min(ahead, SIGNATURES_AT_THE_END + filesLeft()));
  return (await verifier.backendFor('ML-DSA-87')) === 'node' ? { ahead, verifier } : null;
}

/**
 * Gives libuv's pool that many threads, and answers how many signatures each thread of ours may have there. libuv reads
 * the variable at the first use of the pool, which is later; on Windows it does not see what a program sets, has four
 * threads always, so that there each thread of ours has one signature at a time.
 */
function signaturesAhead(poolThreads: number): number {
  process.env.UV_THREADPOOL_SIZE = String(poolThreads);
  return process.platform === 'win32' ? 1 : SIGNATURES_AT_ONCE;
}

/** A thread's share; between two files it answers the workers. */
async function takePart(
  { options, ahead }: Share,
  verifier: Verifier,
  nextTask: () => Task | null | Promise<Task | null>,
  receive: (answer: Answer) => void,
): Promise<void> {
  const open = new Set<Promise<void>>();
  for (let task = await nextTask(); task !== null; task = await nextTask()) {
    const { index, target } = task;
    const atOnce = ahead > 0 && sizeOf(target) <= SMALL_FILE_BYTES ? FILES_AT_ONCE : 1;
    if (atOnce === 1) await Promise.all(open);
    else if (open.size >= atOnce) await Promise.race(open);
    const judged = judgeRow(target, options, verifier).then((row) => {
      open.delete(judged);
      receive({ index, row });
    });
    open.add(judged);
    // The next file, small or large, waits for a large one.
    if (atOnce === 1) await judged;
    await new Promise((resolve) => setImmediate(resolve));
  }
  await Promise.all(open);
}

function sizeOf(target: Target): number {
  return 'size' in target ? target.size : 0;
}

/** Answers the tasks that the thread held when it died; none where it ended as it should. */
function runWorker(
  entry: string,
  share: Share,
  nextTask: () => Task | null,
  receive: (answer: Answer) => void,
): Promise<readonly Task[]> {
  return new Promise((resolve) => {
    const worker = new Worker(new URL(entry), { workerData: share, argv: [WORKER_ARGUMENT] });
    const held = new Map<number, Task>();
    const feed = () => {
      const task = nextTask();
      if (task !== null) held.set(task.index, task);
      worker.postMessage(task);
    };
    worker.on('message', (answer: Answer) => {
      held.delete(answer.index);
      receive(answer);
      feed();
    });
    // `judgeAlone` reports why it died, by the file that was at fault.
    worker.on('error', () => undefined);
    worker.on('exit', () => resolve([...held.values()]));
    for (let ahead = 0; ahead < FILES_AHEAD; ahead++) feed();
  });
}

/** The worker's side: files in, rows out, until told that there are no more. */
export async function work(): Promise<void> {
  const port = parentPort;
  if (port === null) throw new Refusal(`${WORKER_ARGUMENT} is for this program's own threads.`);
  if (isSignatureTask(workerData)) {
    verifySignatures(port);
    return;
  }
  const share = workerData as Share;
  const tasks: (Task | null)[] = [];
  let arrived = () => {};
  port.on('message', (task: Task | null) => {
    tasks.push(task);
    arrived();
  });
  const nextTask = async (): Promise<Task | null> => {
    while (tasks.length === 0) {
      await new Promise<void>((resolve) => {
        arrived = resolve;
      });
    }
    return tasks.shift() ?? null;
  };
  await takePart(
    share,
    sharingVerifier(() => share.ahead),
    nextTask,
    (answer) => port.postMessage(answer),
  );
  port.close();
}
