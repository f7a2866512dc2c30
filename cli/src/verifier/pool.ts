/** Many files over several threads: each worker runs this same program and asks for the next file when it is done with one. */
import { availableParallelism } from 'node:os';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import type { VerificationReport } from '@touchstone/core/artifact/report.ts';
import type { Target } from './files.ts';
import { type JudgeOptions, judgeFile } from './judge.ts';

/** Below this many files a second thread costs more than it gains. */
const FILES_PER_WORKER = 8;
/** Files handed out at once: few enough to keep all threads busy to the end, enough to keep the messages few. */
const PORTION = 4;

interface Portion {
  readonly start: number;
  readonly targets: readonly Target[];
}

interface Answer {
  readonly start: number;
  readonly reports: readonly VerificationReport[];
}

export function defaultJobs(): number {
  return Math.min(availableParallelism(), 16);
}

/**
 * Judges all targets and hands over the reports in the order of the targets, each as soon as it and all before it are
 * there. `entry` is the program file that workers run.
 */
export async function judgeAll(
  targets: readonly Target[],
  options: JudgeOptions,
  jobs: number,
  entry: string,
  onReport: (report: VerificationReport) => void,
): Promise<void> {
  const workers = Math.min(jobs, Math.ceil(targets.length / FILES_PER_WORKER));
  if (workers <= 1) {
    for (const target of targets) onReport((await judgeFile(target, options)).report);
    return;
  }
  const ready = new Map<number, VerificationReport>();
  let next = 0;
  let handedOver = 0;
  const receive = ({ start, reports }: Answer) => {
    for (const [index, report] of reports.entries()) ready.set(start + index, report);
    for (let report = ready.get(handedOver); report !== undefined; report = ready.get(handedOver)) {
      ready.delete(handedOver++);
      onReport(report);
    }
  };
  const nextPortion = (): Portion | null => {
    if (next >= targets.length) return null;
    const start = next;
    next = Math.min(start + PORTION, targets.length);
    return { start, targets: targets.slice(start, next) };
  };
  await Promise.all(Array.from({ length: workers }, () => runWorker(entry, options, nextPortion, receive)));
}

function runWorker(
  entry: string,
  options: JudgeOptions,
  nextPortion: () => Portion | null,
  receive: (answer: Answer) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL(entry), { workerData: options });
    const feed = () => {
      const portion = nextPortion();
      if (portion === null) worker.postMessage(null);
      else worker.postMessage(portion);
    };
    worker.on('message', (answer: Answer) => {
      receive(answer);
      feed();
    });
    worker.on('error', reject);
    worker.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`a worker ended with code ${code}`))));
    feed();
  });
}

/** Whether this program was started as a worker of `judgeAll`. */
export const isWorker = !isMainThread;

/** The worker's side: portions in, reports out, until told that there are no more. */
export function work(): void {
  const port = parentPort;
  if (port === null) throw new TypeError('internal: a worker without a port');
  const options = workerData as JudgeOptions;
  port.on('message', async (portion: Portion | null) => {
    if (portion === null) {
      port.close();
      return;
    }
    const reports: VerificationReport[] = [];
    for (const target of portion.targets) reports.push((await judgeFile(target, options)).report);
    port.postMessage({ start: portion.start, reports } satisfies Answer);
  });
}
