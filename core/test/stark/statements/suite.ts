/** What is tested of every statement. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toHex } from '../../../src/bytes.ts';
import { canonicalBytes, canonicalJson, type JsonObject } from '../../../src/canonical-json.ts';
import { systemRandom } from '../../../src/random.ts';
import { degreeOf, type Instance, instantiate, MAX_CONSTRAINT_DEGREE } from '../../../src/stark/air.ts';
import { commit } from '../../../src/stark/commitment.ts';
import { CUBES } from '../../../src/stark/opening/air.ts';
import { openingTrace, type Trace } from '../../../src/stark/opening/trace.ts';
import { prove } from '../../../src/stark/prove.ts';
import { STATEMENTS } from '../../../src/stark/statements.ts';
import { verify } from '../../../src/stark/verify.ts';
import {
  brokenNames,
  type Claim,
  type Forgery,
  forge,
  forgeOpening,
  freeCells,
  instanceFor,
  isTrue,
  type Opened,
  openingFaults,
  publicInputs,
  SALT,
} from './forge.ts';

/** A trace for a claim that does not hold, which one constraint alone notices. */
export interface Attack {
  readonly constraint: string;
  readonly limits: JsonObject;
  /** What is committed; lanes only where the statement has a second block. */
  readonly opened: Opened;
  readonly fill: (trace: Trace, instance: Instance) => void;
}

export interface Tests<Witness> {
  readonly claim: Claim<Witness>;
  /** Digest of the AIR: where it changes, proofs that exist are of another statement. */
  readonly digest: string;
  readonly shape: { readonly rows: number; readonly width: number };
  readonly holds: readonly (readonly [JsonObject, Witness])[];
  readonly fails: readonly (readonly [JsonObject, Witness])[];
  /** Public inputs that are not of this statement. */
  readonly foreign: readonly JsonObject[];
  readonly any: fc.Arbitrary<readonly [JsonObject, Witness]>;
  readonly attacks: readonly Attack[];
}

const RUNS = 40;

function sampleOf<T>([first]: readonly T[]): T {
  if (first === undefined) throw new TypeError('no sample');
  return first;
}

function claimOf<Witness>({ prover }: Claim<Witness>, limits: JsonObject, witness: Witness) {
  const lanes = commit(prover.encode(witness), SALT);
  return prover.claim(publicInputs(prover.statement, limits, lanes), witness, SALT);
}

function openedBy<Witness>({ prover }: Claim<Witness>, witness: Witness): Opened {
  const { limbs, lanes } = prover.encode(witness);
  return { limbs, lanes: lanes ?? [] };
}

export function testStatement<Witness>(tests: Tests<Witness>): void {
  const { claim, holds, fails, attacks } = tests;
  const { statement } = claim.prover;
  const air = statement.air();

  function honest(): Forgery {
    const [limits, witness] = sampleOf(holds);
    const made = claimOf(claim, limits, witness);
    if (made === null) throw new TypeError('the sample does not hold');
    return { ...made, limits };
  }

  describe(statement.id, () => {
    it('has the shape and the digest of docs/formats.md', () => {
      expect({ rows: air.rows, width: air.width }).toEqual(tests.shape);
      expect(Math.max(...air.constraints.map(degreeOf))).toBeLessThanOrEqual(MAX_CONSTRAINT_DEGREE);
      expect(toHex(air.digest)).toBe(tests.digest);
    });

    it.each(holds.map((sample) => [JSON.stringify(sample).slice(0, 120), ...sample] as const))(
      'has a trace for a true claim: %s',
      (_, limits, witness) => {
        const made = claimOf(claim, limits, witness);
        expect(made).not.toBeNull();
        if (made !== null) expect(isTrue(claim, { ...made, limits })).toBe(true);
      },
    );

    it.each(fails.map((sample) => [JSON.stringify(sample).slice(0, 120), ...sample] as const))(
      'has none for a false claim: %s',
      (_, limits, witness) => {
        expect(claimOf(claim, limits, witness)).toBeNull();
        expect(claim.isTrue(limits, openedBy(claim, witness))).toBe(false);
      },
    );

    it('has a trace exactly where the claim is true in plain arithmetic', () => {
      fc.assert(
        fc.property(tests.any, ([limits, witness]) => {
          expect(claimOf(claim, limits, witness) !== null).toBe(claim.isTrue(limits, openedBy(claim, witness)));
        }),
        { numRuns: RUNS },
      );
    });

    it('has none for the commitment of another salt or value', () => {
      const [limits, witness] = sampleOf(holds);
      const lanes = commit(claim.prover.encode(witness), [...SALT.slice(1), 6]);
      expect(claim.prover.claim(publicInputs(statement, limits, lanes), witness, SALT)).toBeNull();
    });

    it.each(tests.foreign.map((limits) => [JSON.stringify(limits).slice(0, 120), limits] as const))(
      'is not that of %s',
      (_, limits) => {
        expect(statement.instanceOf(publicInputs(statement, limits, [1, 2, 3, 4, 5, 6, 7, 8]))).toBeNull();
      },
    );

    it('refuses a commitment with a lane of p or more, or in another spelling', () => {
      const [limits] = sampleOf(holds);
      const inputs = publicInputs(statement, limits, [1, 2, 3, 4, 5, 6, 7, 8]);
      const hex = String(inputs.value_commitment);
      expect(statement.instanceOf(inputs)).not.toBeNull();
      // p itself, little-endian: a second spelling of 0.
      for (const other of [
        `01000078${hex.slice(8)}`,
        `${hex.slice(0, -8)}ffffffff`,
        hex.toUpperCase().replace('0', 'A'),
        hex.slice(2),
        null,
      ]) {
        expect(statement.instanceOf({ ...inputs, value_commitment: other })).toBeNull();
      }
      expect(statement.instanceOf({ ...inputs, statement: `${statement.id}x` })).toBeNull();
    });

    it('notices a change of any cell of a trace', () => {
      expect(freeCells(honest())).toEqual([]);
    });

    /** Forgeries by the constraint that alone stands against each; made when they are looked at. */
    function forgeries(): (readonly [string, () => Forgery])[] {
      const [limits, witness] = sampleOf(holds);
      const ofOpening = openingFaults(claim.blocks).map(
        ([name, fault, lane]) => [name, () => forgeOpening(claim, limits, witness, fault, lane)] as const,
      );
      const ofStatement = attacks.map(({ constraint, opened, fill, limits: own }) => {
        const value = { tag: claim.tag, limbs: opened.limbs, lanes: claim.blocks === 1 ? null : opened.lanes };
        return [constraint, () => forge(statement, own, value, fill)] as const;
      });
      return [...ofOpening, ...ofStatement];
    }

    it.each(forgeries())('has a forgery that passes without %s, and not with it', (name, make) => {
      const forgery = make();
      expect({ broken: brokenNames(forgery), isTrue: isTrue(claim, forgery) }).toEqual({
        broken: [name],
        isTrue: false,
      });
    });

    it('has no constraint without such a forgery', () => {
      const found = new Set(forgeries().map(([name]) => name));
      expect(air.constraints.map(({ name }) => name).filter((name) => !found.has(name))).toEqual([]);
    });

    it('has no trace for a false claim among columns of other traces', () => {
      const made = [...holds.slice(0, 4), ...fails.slice(0, 4)].map(([limits, witness]): Forgery => {
        const instance = instanceFor(statement, limits, commit(claim.prover.encode(witness), SALT));
        const trace = openingTrace(air, claim.prover.encode(witness), SALT);
        claim.prover.fill(trace, witness, instance);
        return { instance, trace, limits };
      });
      const anyOfThem = fc.constantFrom(...made);
      const columns = fc.array(anyOfThem, { minLength: air.width - CUBES - 16, maxLength: air.width - CUBES - 16 });
      fc.assert(
        fc.property(anyOfThem, anyOfThem, columns, ({ instance, limits }, { trace: opening }, others) => {
          const beside = others.map(({ trace }, i) => trace[CUBES + 16 + i] ?? new Uint32Array());
          const mixed = { instance, limits, trace: [...opening.slice(0, CUBES + 16), ...beside] };
          if (brokenNames(mixed).length === 0) expect(isTrue(claim, mixed)).toBe(true);
        }),
        { numRuns: 2 * RUNS },
      );
    });

    it.each(['STANDARD', 'STRONG'] as const)('is proven in %s, and the proof holds for its inputs alone', (profile) => {
      const [limits, witness] = sampleOf(holds);
      const { valueCommitment, salt } = claim.prover.commit(witness, systemRandom);
      const common = { statement: statement.id, value_commitment: valueCommitment, nonce: 'a', chain: 'solana' };
      const inputs = { ...common, ...limits };
      const made = claim.prover.claim(inputs, witness, salt);
      if (made === null) throw new TypeError('the sample does not hold');
      const proof = prove(made.instance, canonicalBytes(inputs), made.trace, { random: systemRandom, profile });
      expect(proof.length).toBeGreaterThanOrEqual(8 * 1024);
      expect(proof.length).toBeLessThanOrEqual(64 * 1024);
      const judge = (instance: Instance, publicBytes: Uint8Array) =>
        verify(instance, publicBytes, proof, { accept: ['STANDARD', 'STRONG'] });
      expect(judge(made.instance, canonicalBytes(inputs))).toMatchObject({ ok: true, profile });

      // Another reader's nonce, another chain, a member more.
      for (const other of [{ nonce: 'b' }, { chain: 'base' }, { subject: '' }]) {
        expect(judge(made.instance, canonicalBytes({ ...inputs, ...other }))).toMatchObject({ ok: false });
      }
      // Another commitment, also where the bytes have the right one.
      const words = [1, 2, 3, 4, 5, 6, 7, 8];
      const other = instanceFor(statement, limits, words);
      expect(judge(other, canonicalBytes(publicInputs(statement, limits, words)))).toMatchObject({ ok: false });
      expect(judge(other, canonicalBytes(inputs))).toMatchObject({ ok: false });
      for (const [otherLimits] of holds.filter(([one]) => canonicalJson(one) !== canonicalJson(limits))) {
        const moved = { ...common, ...otherLimits };
        const instance = statement.instanceOf(moved);
        if (instance === null) throw new TypeError('the sample is not of this statement');
        expect(judge(instance, canonicalBytes(moved))).toMatchObject({ ok: false });
      }
      // Every other statement with the same commitment.
      for (const { id, air: airOf } of STATEMENTS.filter((one) => one.id !== statement.id)) {
        const { publicValues, publicColumns, rows } = airOf();
        const values = [...made.instance.publicValues.slice(0, 8), ...Array<number>(publicValues - 8).fill(0)];
        const foreign = instantiate(airOf(), values, Array(publicColumns).fill(Array(rows).fill(0)));
        expect({ id, ...judge(foreign, canonicalBytes(inputs)) }).toMatchObject({ id, ok: false });
      }
    });

    it('is not proven where it is false', () => {
      const [limits, witness] = sampleOf(fails);
      const instance = instanceFor(statement, limits, commit(claim.prover.encode(witness), SALT));
      const trace = openingTrace(air, claim.prover.encode(witness), SALT);
      claim.prover.fill(trace, witness, instance);
      const options = { random: systemRandom, profile: 'STANDARD' } as const;
      expect(() => prove(instance, canonicalBytes(limits), trace, options)).toThrow(RangeError);
    });
  });
}
