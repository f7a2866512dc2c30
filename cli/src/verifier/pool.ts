/** Many files over several threads: this one and workers that run the same program. Whoever is free takes the next files. */
import { parentPort, Worker, workerData } from 'node:worker_threads';
import type { Outcome } from '@touchstone/core/artifact/report.ts';
import { Refusal } from '../refusal.ts';
import { painter } from '../terminal.ts';
import { WORKER_ARGUMENT } from './command.ts';
import type { Target } from './files.ts';
import { type JudgeOptions, judgeFile } from './judge.ts';
import { type PrintOptions, printRow } from './print.ts';
import { isSignatureTask, verifySignatures } from './signature-pool.ts';

/** Below this many files a second thread costs more than it gains. */
const FILES_PER_THREAD = 8;
/** Files handed out at once. */
const PORTION = 2;
/** Portions that a worker holds, so that it never waits for this thread to finish a file. */
const PORTIONS_AHEAD = 2;

interface Portion {
  readonly start: number;
  readonly targets: readonly Target[];
}

/** What is left of a report once it has been put into words: the thread that collects has little to copy. */
export interface Row {
  readonly outcome: Outcome;
  readonly exitCode: 0 | 1 | 2 | 3;
  /** The report as JSON, or one line for people. */
  readonly text: string;
}

export interface BatchOptions extends JudgeOptions {
  readonly isJson: boolean;
  readonly isColoured: boolean;
}

interface Answer {
  readonly start: number;
  readonly rows: readonly Row[];
}

async function judgeRow(target: Target, options: BatchOptions): Promise<Row> {
  const { report } = await judgeFile(target, options);
  const printing: PrintOptions = { paint: painter(options.isColoured), isVerbose: false };
  const text = options.isJson ? JSON.stringify(report) : printRow(report, printing);
  return { outcome: report.outcome, exitCode: report.exit_code, text };
}

/**
 * Judges all targets and hands over the rows in the order of the targets, each as soon as it and all before it are
 * there. `entry` is the program file that workers run.
 */
export async function judgeAll(
  targets: readonly Target[],
  options: BatchOptions,
  jobs: number,
  entry: string,
  onRow: (row: Row) => void,
): Promise<void> {
  const threads = Math.min(jobs, Math.ceil(targets.length / FILES_PER_THREAD));
  if (threads <= 1) {
    for (const target of targets) onRow(await judgeRow(target, options));
    return;
  }
  const ready = new Map<number, Row>();
  let next = 0;
  let handedOver = 0;
  const receive = ({ start, rows }: Answer) => {
    for (const [index, row] of rows.entries()) ready.set(start + index, row);
    for (let row = ready.get(handedOver); row !== undefined; row = ready.get(handedOver)) {
      ready.delete(handedOver++);
      onRow(row);
    }
  };
  const nextPortion = (): Portion | null => {
    if (next >= targets.length) return null;
    const start = next;
    next = Math.min(start + PORTION, targets.length);
    return { start, targets: targets.slice(start, next) };
  };
  const workers = Array.from({ length: threads - 1 }, () => runWorker(entry, options, nextPortion, receive));
  await Promise.all([...workers, takePart(options, nextPortion, receive)]);
}

/** This thread's share; between two files it answers the workers. */
async function takePart(
  options: BatchOptions,
  nextPortion: () => Portion | null,
  receive: (answer: Answer) => void,
): Promise<void> {
  for (let portion = nextPortion(); portion !== null; portion = nextPortion()) {
    for (const [index, target] of portion.targets.entries()) {
      receive({ start: portion.start + index, rows: [await judgeRow(target, options)] });
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
}

function runWorker(
  entry: string,
  options: BatchOptions,
  nextPortion: () => Portion | null,
  receive: (answer: Answer) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL(entry), { workerData: options, argv: [WORKER_ARGUMENT] });
    const feed = () => {
      worker.postMessage(nextPortion());
    };
    worker.on('message', (answer: Answer) => {
      receive(answer);
      feed();
    });
    worker.on('error', reject);
    worker.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`a worker ended with code ${code}`))));
    for (let ahead = 0; ahead < PORTIONS_AHEAD; ahead++) feed();
  });
}

/** The worker's side: portions in, reports out, until told that there are no more. */
export function work(): void {
  const port = parentPort;
  if (port === null) throw new Refusal(`${WORKER_ARGUMENT} is for this program's own threads.`);
  if (isSignatureTask(workerData)) {
    verifySignatures(port);
    return;
  }
  const options = workerData as BatchOptions;
  // One after the other: the end is announced while portions are still under way.
  let last = Promise.resolve();
  port.on('message', (portion: Portion | null) => {
    last = last.then(async () => {
      if (portion === null) {
        port.close();
        return;
      }
      const rows: Row[] = [];
      for (const target of portion.targets) rows.push(await judgeRow(target, options));
      port.postMessage({ start: portion.start, rows } satisfies Answer);
    });
  });
}
