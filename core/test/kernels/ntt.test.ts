/** The transform's kernel beside the one in JavaScript: the same values, by vectors and by their scalar twin, and nothing left. */
import { gzipSync } from 'node:zlib';
import { sampleElements } from '@touchstone/core/stark/sample.ts';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { loadNttKernel, nttModuleFor, SMALLEST_BLOCK, writeNttModule } from '../../src/kernels/ntt.ts';
import { systemRandom } from '../../src/random.ts';
import { P, powersOfBase } from '../../src/stark/field.ts';
import { extendPlainly, rootsOf } from '../../src/stark/ntt.ts';
import { SOAK } from '../vectors.ts';

/** What these tests use of the engine. */
interface Engine {
  readonly Module: new (bytes: Uint8Array<ArrayBuffer>) => object;
  readonly Instance: new (
    module: object,
  ) => {
    readonly exports: {
      readonly memory: { readonly buffer: ArrayBuffer };
      readonly extend: (block: number, size: number) => void;
    };
  };
  validate(bytes: Uint8Array): boolean;
}
const engine: Engine = Reflect.get(globalThis, 'WebAssembly');

const LARGEST = 4096;
const TWINS = [
  ['with vectors', true],
  ['without vectors', false],
] as const;
const elements = (count: number) => sampleElements(() => systemRandom(4 * count), count);

describe.each(TWINS)('the module %s', (_, hasVectors) => {
  const module = writeNttModule(P, LARGEST, hasVectors);
  const kernel = loadNttKernel(module, P, rootsOf(Math.log2(LARGEST)));

  test('is small, takes nothing from outside, and is the same whenever it is written', () => {
    expect(gzipSync(module.bytes).length).toBeLessThan(1000);
    // Without imports it is instantiated with nothing.
    expect(Object.keys(new engine.Instance(new engine.Module(module.bytes)).exports)).toEqual(['memory', 'extend']);
    expect(writeNttModule(P, LARGEST, hasVectors)).toEqual(module);
  });

  test('gives what JavaScript gives, for all sizes, and forgets it', () => {
    const before = kernel.memory.slice();
    for (let round = 0; round < (SOAK ? 2000 : 2); round++) {
      for (let count = 1; count <= LARGEST / SMALLEST_BLOCK; count *= 2) {
        for (let size = SMALLEST_BLOCK * count; size <= LARGEST; size *= 2) {
          const given = new Uint32Array(size);
          given.set(elements(count));
          const expected = given.slice();
          extendPlainly(expected, count);
          kernel.extend(given, count);
          if (Buffer.compare(Buffer.from(given.buffer), Buffer.from(expected.buffer)) !== 0)
            expect.fail(`${count} coefficients on ${size} points`);
        }
      }
      expect(Buffer.compare(kernel.memory, before)).toBe(0);
    }
  });

  test('does so at the edges of the field', () => {
    const edges = [0, 1, 2, (P - 1) / 2, (P + 1) / 2, P - 2, P - 1];
    for (const one of edges) {
      for (const other of edges) {
        const given = Uint32Array.from({ length: 256 }, (_, i) => (i % 3 === 0 ? one : other));
        const expected = given.slice();
        extendPlainly(expected, 64);
        kernel.extend(given, 64);
        expect(given).toEqual(expected);
      }
    }
  });
});

describe('the transform that serves', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.resetModules();
  });

  /** Of a module of its own, which has not chosen yet, on 1,024 points. */
  async function evaluated(coefficients: Uint32Array): Promise<Uint32Array> {
    vi.resetModules();
    const { evaluateOnCoset } = await import('../../src/stark/ntt.ts');
    const target = new Uint32Array(1024);
    evaluateOnCoset(coefficients, powersOfBase(31, coefficients.length), target);
    return target;
  }

  test('is the scalar twin in an engine without vectors', () => {
    const { bytes } = writeNttModule(P, LARGEST, true);
    expect(nttModuleFor(P, LARGEST).bytes).toEqual(bytes);
    vi.stubGlobal('WebAssembly', { validate: (given: Uint8Array) => Buffer.compare(given, bytes) !== 0 });
    expect(nttModuleFor(P, LARGEST)).toEqual(writeNttModule(P, LARGEST, false));
  });

  test('is JavaScript without WebAssembly, and where the kernel gives another answer', async () => {
    const coefficients = elements(64);
    const expected = await evaluated(coefficients);
    const asked: number[] = [];
    /** A kernel whose last value is one too many. */
    class Wrong {
      readonly exports: unknown;
      constructor(module: object) {
        const { memory, extend } = new engine.Instance(module).exports;
        const wrong = (block: number, size: number) => {
          asked.push(size);
          extend(block, size);
          const values = new Uint32Array(memory.buffer, 4 * LARGEST);
          values[size / 4 - 1] = (values[size / 4 - 1] ?? 0) + 1;
        };
        this.exports = { memory, extend: wrong };
      }
    }
    vi.stubGlobal('WebAssembly', { Module: engine.Module, validate: engine.validate, Instance: Wrong });
    expect(await evaluated(coefficients)).toEqual(expected);
    // Once, for the known answer.
    expect(asked).toEqual([4 * LARGEST]);
    vi.stubGlobal('WebAssembly', undefined);
    expect(await evaluated(coefficients)).toEqual(expected);
  });
});
