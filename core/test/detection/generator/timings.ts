/**
 * Durations with a known answer: noise of a family, and in class 1 (random input) or class 0 (fixed input) what a published
 * leak adds. The parameters come from the descriptions named beside them and are not changed to suit the detector.
 *
 * `TUNING` and `DEVELOPMENT` were committed before the detector was first run. What it did on `DEVELOPMENT` led to a change of
 * its rules; before that change, `HELD_OUT` was committed. Nothing was changed after `HELD_OUT` was run. The families of the
 * three have nothing in common.
 */
import { type Draw, drawFrom } from './random.ts';

export interface TimingCase {
  /** Nanoseconds, in the order measured. */
  readonly samples: readonly number[];
  /** 0 for fixed, 1 for random input; drawn by a fair coin for each measurement, as dudect does. */
  readonly classes: readonly number[];
}

/** What happens to one duration without a leak. It has a memory: drift goes on from measurement to measurement. */
type Noise = (draw: Draw) => (base: number) => number;
/** Nanoseconds that the operation takes longer for an input of the class. */
type Leak = (draw: Draw, inputClass: number) => number;

interface Part {
  readonly noises: Readonly<Record<string, { readonly base: number; readonly noise: Noise }>>;
  readonly leaks: Readonly<Record<string, Leak>>;
}

const none: Leak = () => 0;

export const TUNING = {
  noises: {
    normal: { base: 1_000, noise: (draw) => (base) => draw.normal(base, 20) },
    lognormal: { base: 1_000, noise: (draw) => (base) => base * draw.lognormal(0, 0.05) },
  },
  leaks: { none, shift: (_draw, inputClass) => inputClass * 10 },
} as const satisfies Part;

export const DEVELOPMENT = {
  noises: {
    // "Skewed towards large timings, leading to a fat right tail", some interrupted by the system (dudect, comment and section 3).
    interrupted: {
      base: 900,
      noise: (draw) => (base) => base + draw.gamma2(15) + (draw.chance(0.01) ? draw.pareto(500, 1.5) : 0),
    },
    // A clock of 24 MHz (ARM's usual counter), a processor that changes its frequency, and slow drift between measurements.
    drifting: {
      base: 5_000,
      noise: (draw) => {
        let drift = 0;
        let frequency = 1;
        return (base) => {
          drift = 0.999 * drift + draw.normal(0, 0.0005);
          if (draw.chance(0.0005)) frequency = draw.chance(0.5) ? 1 : 1.25;
          const tick = 1_000 / 24;
          return Math.round((base * frequency * (1 + drift) * draw.lognormal(0, 0.02)) / tick) * tick;
        };
      },
    },
    // A server in the same network: a log-normal delay with a median of 40 microseconds, measured in microseconds.
    network: {
      base: 200_000,
      noise: (draw) => (base) => Math.round((base + draw.lognormal(Math.log(40_000), 0.8)) / 1_000) * 1_000,
    },
  },
  leaks: {
    none,
    // A comparison that stops at the first wrong byte: the fixed input is right in all 16, a random one in few.
    'early exit': (draw, inputClass) => {
      if (inputClass === 0) return 16 * 0.6;
      let equal = 0;
      while (equal < 16 && draw.chance(1 / 256)) equal++;
      return equal * 0.6;
    },
    // Tables in a cache (Bernstein 2005): a random input misses lines that the fixed one has loaded; 4 ns for each of 10 lines.
    'cache misses': (draw, inputClass) => (inputClass === 0 ? 0 : 4 * draw.binomial(10, 0.3)),
    // Division whose duration depends on the dividend (KyberSlash): 256 coefficients, a cycle of 1/3 ns more for half of them.
    division: (draw, inputClass) => (inputClass === 0 ? 0 : draw.normal(128 / 3, 8 / 3)),
    // The extra reduction of a Montgomery multiplication (Schindler 2000), rare and long.
    'rare branch': (draw, inputClass) => (inputClass === 1 && draw.chance(1 / 64) ? 800 : 0),
    // Equal on average, but not equally spread.
    'spread only': (draw, inputClass) => (inputClass === 0 ? 0 : draw.chance(0.5) ? 30 : -30),
    // Square and multiply: a whole multiplication more, for one random input in two.
    'two paths': (draw, inputClass) => (inputClass === 1 && draw.chance(0.5) ? 2_000 : 0),
  },
} as const satisfies Part;

export const HELD_OUT = {
  noises: {
    // A virtual machine: now and then another one has the processor, for long.
    'virtual machine': {
      base: 3_000,
      noise: (draw) => (base) => base * draw.lognormal(0, 0.03) + (draw.chance(0.003) ? draw.pareto(20_000, 1.2) : 0),
    },
    // Fast and slow cores (big.LITTLE), between which the program is moved every few thousand measurements.
    'two kinds of cores': {
      base: 2_000,
      noise: (draw) => {
        let speed = 1;
        return (base) => {
          if (draw.chance(1 / 3_000)) speed = speed === 1 ? 1.6 : 1;
          return base * speed * draw.normal(1, 0.01);
        };
      },
    },
    // A page's clock, which steps by 5 microseconds (High Resolution Time).
    'clock of a page': {
      base: 60_000,
      noise: (draw) => (base) => Math.floor((base + draw.gamma2(3_000) + draw.between(0, 5_000)) / 5_000) * 5_000,
    },
  },
  leaks: {
    none,
    // One compression of the hash more where the padding is wrong (Lucky Thirteen, 2013).
    'padding check': (_draw, inputClass) => inputClass * 300,
    // Each leading zero bit of the nonce saves a step of the loop (Minerva, 2020).
    'nonce length': (draw, inputClass) => {
      if (inputClass === 0) return 0;
      let zeros = 0;
      while (zeros < 32 && draw.chance(0.5)) zeros++;
      return -100 * zeros;
    },
    // A branch that is predicted for the fixed input and wrong half of the time for a random one: 15 cycles at 3 GHz.
    'branch prediction': (draw, inputClass) => (inputClass === 1 && draw.chance(0.5) ? 5 : 0),
    // A multiplication that ends early for small operands (ARM Cortex-M3): 32 of them, 3 cycles at 100 MHz.
    'early multiplication': (draw, inputClass) => (inputClass === 0 ? 0 : 30 * draw.binomial(32, 0.5)),
  },
} as const satisfies Part;

/** Measurements of a case, both classes together. */
export const SIZES = [4_000, 20_000, 100_000] as const;

/** A case of a part; the same seed makes the same case. */
export function timingCase(part: Part, noiseName: string, leakName: string, size: number, seed: string): TimingCase {
  const draw = drawFrom(`timing ${noiseName} ${leakName} ${size} ${seed}`);
  const { base, noise } = named(part.noises, noiseName);
  const leak = named(part.leaks, leakName);
  const measure = noise(draw);
  const classes = Array.from({ length: size }, () => (draw.chance(0.5) ? 1 : 0));
  return { samples: classes.map((inputClass) => measure(base + leak(draw, inputClass))), classes };
}

/** Without a leak, but measured in long runs of one class, so that drift looks like one. */
export function blockedCase(part: Part, noiseName: string, size: number, seed: string): TimingCase {
  const { samples } = timingCase(part, noiseName, 'none', size, `blocked ${seed}`);
  return { samples, classes: samples.map((_sample, index) => Math.floor((index * 10) / size) % 2) };
}

function named<T>(record: Readonly<Record<string, T>>, name: string): T {
  const found = record[name];
  if (found === undefined) throw new TypeError(`the generator knows no ${name}`);
  return found;
}
