import { systemRandom } from '@touchstone/core/random.ts';
import { describe, expect, test } from 'vitest';
import {
  compute,
  isInputWithin,
  isResultOf,
  MOST_INPUT,
  MOST_VARIANCE_INPUT,
  resultOf,
  type Task,
} from '../../src/mpc/computations.ts';
import { at, fromInteger, MODULUS, toInteger } from '../../src/mpc/field.ts';
import { areNegative, InconsistentShares, open } from '../../src/mpc/party.ts';
import { share } from '../../src/mpc/shamir.ts';
import { openedOf } from '../../src/mpc/transcript.ts';
import { threeLinks, together } from './three.ts';

const MANY = process.env.SOAK === '1';

function elements(values: readonly bigint[]): BigUint64Array {
  return BigUint64Array.from(values, fromInteger);
}

/** The result of three parties, which must be of one mind, and the transcript's shares. */
async function computed(task: Task, inputs: readonly number[]): Promise<number> {
  const shares = share(elements(inputs.map(BigInt)), systemRandom);
  const answers = await together((party, i) => {
    const held = [...(shares[i] ?? [])].map((one, participant) => ({ participant, share: one }));
    return compute(party, task, held);
  }, systemRandom);
  const [first] = answers;
  if (first === undefined) throw new Error('nobody has computed');
  for (const { opened } of answers) expect(opened).toBe(first.opened);
  expect(openedOf(answers.map((one) => one.share))).toBe(first.opened);
  const result = resultOf(task, first.opened, inputs.length);
  expect(isResultOf(task, result, [...inputs.keys()])).toBe(true);
  return result;
}

function randomInput(most: number): number {
  const word = new DataView(systemRandom(8).buffer);
  const edges = [0, 1, -1, most, -most, most - 1, 1 - most];
  // An eighth are edges, and an eighth small, so that equal ones come up.
  const kind = word.getUint8(0) % 8;
  if (kind === 0) return edges[word.getUint8(1) % edges.length] ?? 0;
  if (kind === 1) return (word.getUint8(1) % 5) - 2;
  return (word.getUint32(4) % (2 * most + 1)) - most;
}

const weightsOf = (task: Task) => (typeof task === 'object' && task.kind === 'weighted_sum' ? task.weights : []);
const boundOf = (task: Task) => (typeof task === 'object' && task.kind === 'count_above' ? task.threshold : 0);
const sum = (values: readonly number[]) => values.reduce((total, value) => total + BigInt(value), 0n);

const PLAIN: readonly (readonly [
  string,
  (count: number) => Task,
  (inputs: readonly number[], task: Task) => number,
])[] = [
  ['sum', () => 'sum', (inputs) => Number(sum(inputs))],
  ['average', () => 'average', (inputs) => Number(sum(inputs)) / inputs.length],
  ['max', () => 'max', (inputs) => Math.max(...inputs)],
  ['min', () => 'min', (inputs) => Math.min(...inputs)],
  [
    'weighted_sum',
    (count) => ({ kind: 'weighted_sum', weights: Array.from({ length: count }, () => randomInput(15_000) || 1) }),
    (inputs, task) =>
      Number(inputs.reduce((total, input, i) => total + BigInt(input) * BigInt(weightsOf(task)[i] ?? 0), 0n)),
  ],
  [
    'variance',
    () => ({ kind: 'variance' }),
    (inputs) => {
      const n = BigInt(inputs.length);
      const squares = inputs.reduce((total, input) => total + BigInt(input) ** 2n, 0n);
      return Number(n * squares - sum(inputs) ** 2n) / Number(n * n);
    },
  ],
  [
    'count_above',
    () => ({ kind: 'count_above', threshold: randomInput(MOST_INPUT) }),
    (inputs, task) => inputs.filter((input) => input > boundOf(task)).length,
  ],
];

describe.each(PLAIN)('S32: %s of shared inputs', (name, taskFor, plain) => {
  const most = name === 'variance' ? MOST_VARIANCE_INPUT : MOST_INPUT;

  test('is that of the inputs in clear', async () => {
    for (let i = 0; i < (MANY ? 500 : 20); i++) {
      const inputs = Array.from({ length: 2 + (i % 12) }, () => randomInput(most));
      const task = taskFor(inputs.length);
      expect([inputs, await computed(task, inputs)]).toEqual([inputs, plain(inputs, task)]);
    }
  });

  test('is right for 256 inputs of the largest size', async () => {
    for (const sign of [1, -1]) {
      const inputs = Array.from({ length: 256 }, (_, i) => (i % 2 === 0 ? most * sign : -most));
      const task = taskFor(inputs.length);
      expect(await computed(task, inputs)).toBe(plain(inputs, task));
    }
  });
});

test('S32: the secret comparison is right for thousands of numbers up to 2^60 − 1, with the edges', async () => {
  const limit = 2n ** 60n - 1n;
  const edges = [0n, 1n, -1n, 2n, -2n, limit, -limit, limit - 1n, 1n - limit, 2n ** 32n, -(2n ** 32n), 2n ** 59n];
  const random = Array.from({ length: MANY ? 20_000 : 3_000 }, () => {
    const view = new DataView(systemRandom(16).buffer);
    // Of every size, since the low bits decide.
    return BigInt.asIntN(60, view.getBigInt64(0)) >> BigInt(view.getUint8(8) % 60);
  });
  const values = [...edges, ...random];
  const shares = share(elements(values), systemRandom);
  const [opened] = await together(
    async (party, i) => open(party, await areNegative(party, shares[i] ?? new BigUint64Array())),
    systemRandom,
  );
  expect([...(opened ?? [])]).toEqual(values.map((value) => (value < 0n ? 1n : 0n)));
});

test('a result that a computation cannot have is known as such', () => {
  const impossible: readonly (readonly [Task, readonly number[]])[] = [
    ['sum', [0.5, 2 * MOST_INPUT + 1, 1e300]],
    ['average', [0.25, MOST_INPUT + 0.5, -1e300]],
    ['max', [MOST_INPUT + 1, 0.5]],
    ['min', [-MOST_INPUT - 1]],
    [{ kind: 'weighted_sum', weights: [9, -2, 1] }, [3 * MOST_INPUT + 1, 0.5]],
    [{ kind: 'variance' }, [-1, MOST_VARIANCE_INPUT ** 2 + 10]],
    [{ kind: 'count_above', threshold: 1 }, [-1, 3, 0.5]],
  ];
  // The second and the third have contributed.
  for (const [task, results] of impossible) {
    for (const result of results)
      expect(isResultOf(task, result, [1, 2]), `${JSON.stringify(task)} ${result}`).toBe(false);
  }
  expect(isResultOf({ kind: 'weighted_sum', weights: [9, -2, 1] }, 3 * MOST_INPUT, [1, 2])).toBe(true);
});

test('an input within its limits is taken, one outside is not', async () => {
  const within = (value: bigint, most: number) => {
    const shares = share(BigUint64Array.of(((value % MODULUS) + MODULUS) % MODULUS), systemRandom);
    return together((party, i) => isInputWithin(party, at(shares[i] ?? new BigUint64Array(), 0), most), systemRandom);
  };
  const limit = BigInt(MOST_INPUT);
  for (const value of [0n, limit, -limit, limit - 1n])
    expect(await within(value, MOST_INPUT)).toEqual([true, true, true]);
  for (const value of [limit + 1n, -limit - 1n, 2n ** 60n - 1n, -(2n ** 60n) + 1n, 2n ** 59n]) {
    expect([value, await within(value, MOST_INPUT)]).toEqual([value, [false, false, false]]);
  }
});

test('shares on no line end the computation', async () => {
  const shares = share(elements([5n, 7n]), systemRandom);
  const [first] = shares;
  first[1] = toInteger(at(first, 1)) === 1n ? 2n : 1n;
  const running = together((party, i) => {
    const held = [...(shares[i] ?? [])].map((one, participant) => ({ participant, share: one }));
    return compute(party, 'sum', held);
  }, systemRandom);
  await expect(running).rejects.toBeInstanceOf(InconsistentShares);
});

test('S32: what one party receives is independent of the inputs', async () => {
  // The opened numbers and the shares that party 1 receives, in a computation of all zeros and in one of the largest inputs:
  // the highest three bits of each are as frequent in both, within five standard deviations.
  const received = async (value: number): Promise<number[]> => {
    const seen: number[] = Array.from({ length: 8 }, () => 0);
    const links = threeLinks((from, lists) => {
      // Lists of one element are words of agreement and the result, which is no secret.
      if (from !== 0 && lists[0].length > 1) {
        for (const element of lists[0]) {
          const bucket = Number(element >> 58n);
          seen[bucket] = (seen[bucket] ?? 0) + 1;
        }
      }
      return lists;
    });
    const shares = share(elements([BigInt(value), BigInt(-value), BigInt(value)]), systemRandom);
    await together(
      (party, i) =>
        compute(
          party,
          'max',
          [...(shares[i] ?? [])].map((one, participant) => ({ participant, share: one })),
        ),
      systemRandom,
      links,
    );
    return seen;
  };
  for (const seen of [await received(0), await received(MOST_INPUT)]) {
    const all = seen.reduce((total, one) => total + one, 0);
    const deviation = Math.sqrt((all * 7) / 64);
    for (const one of seen) expect(Math.abs(one - all / 8)).toBeLessThan(5 * deviation);
  }
});
