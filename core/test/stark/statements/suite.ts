/** What is tested of every statement. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toHex } from '../../../src/bytes.ts';
import type { JsonObject } from '../../../src/canonical-json.ts';
import { degreeOf, type Instance, MAX_CONSTRAINT_DEGREE } from '../../../src/stark/air.ts';
import { commit } from '../../../src/stark/commitment.ts';
import type { Trace } from '../../../src/stark/opening/trace.ts';
import {
  brokenNames,
  type Claim,
  type Forgery,
  forge,
  forgeOpening,
  freeCells,
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
    const [sample] = holds;
    if (sample === undefined) throw new TypeError('no sample');
    const [limits, witness] = sample;
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
      const [[limits, witness] = []] = holds;
      if (limits === undefined || witness === undefined) throw new TypeError('no sample');
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
      const [[limits = {}] = []] = holds;
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

    it('needs every constraint: without it a forgery passes', () => {
      const [[limits, witness] = []] = holds;
      if (limits === undefined || witness === undefined) throw new TypeError('no sample');
      const found = new Set<string>();
      const forgeries: [string, Forgery][] = openingFaults(claim.blocks).map(([name, fault, lane]) => [
        name,
        forgeOpening(claim, limits, witness, fault, lane),
      ]);
      for (const { constraint, opened, fill, limits: own } of attacks) {
        const value = { tag: claim.tag, limbs: opened.limbs, lanes: claim.blocks === 1 ? null : opened.lanes };
        forgeries.push([constraint, forge(statement, own, value, fill)]);
      }
      for (const [name, forgery] of forgeries) {
        expect({ name, broken: brokenNames(forgery), isTrue: isTrue(claim, forgery) }).toEqual({
          name,
          broken: [name],
          isTrue: false,
        });
        found.add(name);
      }
      expect(air.constraints.map(({ name }) => name).filter((name) => !found.has(name))).toEqual([]);
    });
  });
}
