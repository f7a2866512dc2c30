/**
 * What encrypted computation takes on this machine: measured when first asked for, kept in the data folder, measured again on
 * demand. A file and no table: a backup is not to carry the speed of a machine to another one.
 */
import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import type { MeasuredSet } from '@touchstone/core/fhe/cost-model.ts';
import { parseStrictJson } from '@touchstone/core/strict-json.ts';
import type { Clock } from '@touchstone/core/time.ts';
import Type, { type Static } from 'typebox';
import { Check } from 'typebox/value';
import type { FheThreads } from '../fhe/threads.ts';
import { writePrivateFile } from '../frame/private-file.ts';
import { measureTask } from './work.ts';

const FILE = 'fhe-benchmark.json';
/** Whoever asks again sooner gets what was measured then. */
const AGAIN_AFTER_MS = 60_000;

const Microseconds = Type.Number({ minimum: 0 });
const Kept = Type.Object({
  schema: Type.Literal('svc-fhe-benchmark/v1'),
  machine: Type.String(),
  measured_at: Type.Integer({ minimum: 0 }),
  sets: Type.Array(
    Type.Object({
      scheme: Type.Enum(['BFV', 'CKKS']),
      n: Type.Integer({ minimum: 1_024 }),
      primeBits: Type.Array(Type.Integer({ minimum: 1, maximum: 60 }), { minItems: 1 }),
      plainModulus: Type.Union([Type.Integer({ minimum: 2 }), Type.Null()]),
      times: Type.Object({
        encrypt: Microseconds,
        decrypt: Microseconds,
        multiply: Microseconds,
        multiplyPlain: Microseconds,
        add: Microseconds,
      }),
    }),
    { minItems: 1 },
  ),
});

export interface Benchmark {
  readonly measuredAt: number;
  readonly sets: readonly MeasuredSet[];
}

export interface BenchmarkKeeper {
  /** Measures where nothing is kept of this machine, or where it is asked for again. Takes some seconds then. */
  read(again: boolean): Promise<Benchmark>;
}

export interface BenchmarkNeeds {
  readonly dataDir: string;
  readonly clock: Clock;
  readonly fheThreads: FheThreads;
}

export function createBenchmark({ dataDir, clock, fheThreads }: BenchmarkNeeds): BenchmarkKeeper {
  const path = join(dataDir, FILE);
  let kept: Benchmark | null = null;
  let underWay: Promise<Benchmark> | null = null;

  async function measure(): Promise<Benchmark> {
    const sets = await fheThreads.run('guest', measureTask, null);
    const measuredAt = clock();
    keepBenchmark(path, { measuredAt, sets });
    kept = { measuredAt, sets };
    return kept;
  }

  return {
    async read(again) {
      kept ??= readBenchmark(path);
      if (kept !== null && !(again && clock() - kept.measuredAt >= AGAIN_AFTER_MS)) return kept;
      // Those who ask meanwhile wait for the same.
      underWay ??= measure().finally(() => {
        underWay = null;
      });
      return underWay;
    },
  };
}

/** Processor and Node: with others everything takes another time. */
function machineName(): string {
  return `${cpus()[0]?.model ?? 'unknown'}, Node ${process.version}`;
}

export function keepBenchmark(path: string, { measuredAt, sets }: Benchmark): void {
  const kept = { schema: 'svc-fhe-benchmark/v1', machine: machineName(), measured_at: measuredAt, sets };
  writePrivateFile(path, `${JSON.stringify(kept)}\n`);
}

/** null where there is none, or one of another machine, or one that is broken: it is measured anew then. */
function readBenchmark(path: string): Benchmark | null {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    return null;
  }
  const parsed = parseStrictJson(text, 'as-doubles');
  if (!parsed.ok || !Check(Kept, parsed.value)) return null;
  const { machine, measured_at: measuredAt, sets }: Static<typeof Kept> = parsed.value;
  return machine === machineName() ? { measuredAt, sets } : null;
}
