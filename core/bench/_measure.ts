/** One call beside a reference call, in turns, and what is printed of them. */

const BATCHES = 5;
const BATCH_MS = 120;
/** As long as the engine takes to compile what is called, also beside others on the machine. */
const WARM_UP_MS = 600;
/** What takes longer is measured once. */
const SLOW_MS = 500;

export type Call = () => unknown;

/** Milliseconds of one call: CPU time of all threads, and wall clock. */
interface Cost {
  readonly cpu: number;
  readonly wall: number;
}

async function runBatch(call: Call, count: number): Promise<Cost> {
  const start = performance.now();
  const cpu = process.cpuUsage();
  for (let i = 0; i < count; i++) await call();
  const { user, system } = process.cpuUsage(cpu);
  return { cpu: (user + system) / 1000 / count, wall: (performance.now() - start) / count };
}

function median(costs: readonly Cost[]): Cost {
  const middle = (values: number[]) => values.sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
  return { cpu: middle(costs.map(({ cpu }) => cpu)), wall: middle(costs.map(({ wall }) => wall)) };
}

/** By time, not by number: the first call tells nothing of the later ones. */
async function warmUp(call: Call): Promise<void> {
  const end = performance.now() + WARM_UP_MS;
  while (performance.now() < end) await call();
}

/** Cost of both calls, in turns, the median of several batches; one batch where a call takes over half a second. */
async function measure(call: Call, reference: Call): Promise<readonly [Cost, Cost]> {
  const first = await runBatch(call, 1);
  if (first.cpu > SLOW_MS) return [first, await runBatch(reference, 1)];
  await warmUp(call);
  await warmUp(reference);
  const { cpu: warm } = await runBatch(call, 3);
  const count = Math.max(1, Math.ceil(BATCH_MS / warm));
  const [own, other]: [Cost[], Cost[]] = [[], []];
  for (let batch = 0; batch < BATCHES; batch++) {
    other.push(await runBatch(reference, count));
    own.push(await runBatch(call, count));
  }
  return [median(own), median(other)];
}

/**
 * Prints the rate beside its reference, which it has to reach `least` times; with `limit` also the wall time of one call, in
 * milliseconds.
 */
export async function report(
  name: string,
  call: Call,
  reference: string,
  referenceCall: Call,
  { limit, least }: { readonly limit?: number; readonly least?: number } = {},
) {
  const [cost, referenceCost] = await measure(call, referenceCall);
  print({ name, value: 1000 / cost.cpu, unit: 'per CPU second' });
  const ratio = { name: `${name}, beside ${reference}`, value: referenceCost.cpu / cost.cpu, unit: 'x' };
  print(least === undefined ? ratio : { ...ratio, least });
  if (limit !== undefined) print({ name: `${name}, wall time`, value: cost.wall, unit: 'ms', limit });
}

/** One line of the bench. */
export function print(line: { name: string; value: number; unit: string; limit?: number; least?: number }): void {
  console.log(JSON.stringify({ ...line, value: Number(line.value.toPrecision(4)) }));
}
