/**
 * A second verifier of the STARK, written from docs/formats.md alone (core/test/independent-verifier), gives the same verdicts as
 * ours, with the same first step that fails: what one of the two has wrong, the other one notices.
 */
import { canonicalBytes, canonicalJson } from '@touchstone/core/canonical-json.ts';
import { constraintDegreeOf } from '@touchstone/core/stark/evaluate.ts';
import { add } from '@touchstone/core/stark/field.ts';
import { PROFILES, type ProfileName } from '@touchstone/core/stark/options.ts';
import { shapeOf } from '@touchstone/core/stark/shape.ts';
import { STATEMENTS } from '@touchstone/core/stark/statements.ts';
import { describe, expect, it } from 'vitest';
import { HAS_PYTHON, SKIPPED } from '../../independent-verifier/python.ts';
import { SET_TIMEOUT_MS, SOAK } from '../../vectors.ts';
import { type Forgery, forge } from '../forge.ts';
import { seededRandom } from '../random.ts';
import { EDGE_CLAIMS, type EdgeClaim, type MadeClaim, proofOf } from './claims.ts';
import { type Choose, flips, lengths, otherInputs, partsOf, secondEncodings } from './mutants.ts';
import { type Case, ourVerdict, pythonVerdicts } from './verdicts.ts';

const ROUNDS = SOAK ? 10 : 1;

/** What both say, by case; throws where they differ. */
function verdicts(cases: readonly Case[]): readonly string[] {
  const ours = cases.map(ourVerdict);
  const others = pythonVerdicts(cases);
  const named = (list: readonly string[]) => cases.map(({ what }, i) => `${what}: ${list[i]}`);
  expect(named(others)).toEqual(named(ours));
  return ours;
}

function claimsOf(statement: string): readonly EdgeClaim[] {
  const claims = EDGE_CLAIMS[statement];
  if (claims === undefined) throw new RangeError(`no claims of ${statement}`);
  return claims;
}

/** Every claim in STANDARD, the first of each statement in STRONG too; in a soak run all of them, again and again. */
function goodProofs(statement: string): Case[] {
  const claims = claimsOf(statement);
  const made = (claim: EdgeClaim, profile: ProfileName, seed: number): Case => {
    const random = seededRandom(seed);
    const one = claim(random);
    return { what: profile, text: JSON.stringify(one.inputs), proof: proofOf(one, profile, random) };
  };
  if (!SOAK)
    return [
      ...claims.map((claim, i) => made(claim, 'STANDARD', i)),
      ...claims.slice(0, 1).map((claim) => made(claim, 'STRONG', 99)),
    ];
  return Array.from({ length: ROUNDS }, (_, round) =>
    claims.flatMap((claim, i) => [
      made(claim, 'STANDARD', 100 * round + i),
      made(claim, 'STRONG', 100 * round + 50 + i),
    ]),
  ).flat();
}

function chooser(seed: number): Choose {
  const random = seededRandom(seed);
  return (below) => new DataView(random(4).buffer).getUint32(0) % below;
}

function badProofs(statement: string, next: string): Case[] {
  const random = seededRandom(1);
  const [claim, other] = [statement, next].map((name) => (claimsOf(name)[0] as EdgeClaim)(random)) as [
    MadeClaim,
    MadeClaim,
  ];
  const { instance, inputs } = claim;
  const text = canonicalJson(inputs);
  const profile = statement === 'balance_range/v1' ? 'STRONG' : 'STANDARD';
  const proof = proofOf(claim, profile, random);
  const parts = partsOf(
    proof,
    shapeOf(instance.air.rows, instance.air.width, constraintDegreeOf(instance.air), PROFILES[profile]),
  );
  const changed = Array.from({ length: ROUNDS }, (_, round) => {
    const choose = chooser(round);
    return [...flips(proof, parts, choose), ...secondEncodings(proof, parts, choose)];
  }).flat();
  const unaccepted = { text, profiles: [profile === 'STRONG' ? 'STANDARD' : 'STRONG'] as const };
  return [
    ...[...changed, ...lengths(proof, parts, chooser(ROUNDS))].map((mutant): Case => ({ ...mutant, text })),
    ...otherInputs(inputs).map((one): Case => ({ ...one, proof })),
    { what: 'another statement', text: canonicalJson(other.inputs), proof },
    { what: 'another opening', text: canonicalJson((claimsOf(statement)[0] as EdgeClaim)(random).inputs), proof },
    { what: 'a profile that is not accepted', ...unaccepted, proof },
    { what: 'a profile that is not accepted, cut', ...unaccepted, proof: proof.slice(0, 100) },
  ];
}

const raised = (values: Uint32Array, at: number) => values.map((value, i) => (i === at ? add(value, 1) : value));

/** One mistake each, with everything after it as the protocol has it: so every step has something that it alone refuses. */
const FORGERIES: Readonly<Record<string, readonly [Forgery, string]>> = {
  none: [{}, 'valid'],
  'eleven bits of work': [{ nonce: (bits) => bits === 11 }, 'invalid at 2'],
  'another column at z': [
    { outOfDomain: (claimed) => ({ ...claimed, current: raised(claimed.current, 0) }) },
    'invalid at 3',
  ],
  'another mask': [{ outOfDomain: (claimed) => ({ ...claimed, mask: raised(claimed.mask, 4) }) }, 'invalid at 3'],
  'another row': [
    { proof: (proof) => ({ ...proof, trace: { ...proof.trace, rows: raised(proof.trace.rows, 7) } }) },
    'invalid at 4',
  ],
  'another batch': [
    { batch: (values) => values.map((value, i) => (i % 2 === 0 ? raised(value, 1) : value)) },
    'invalid at 6',
  ],
  'another final polynomial': [{ finalPolynomial: (coefficients) => raised(coefficients, 3) }, 'invalid at 7'],
};

const NAMES = STATEMENTS.map(({ id }) => id);

describe.skipIf(!HAS_PYTHON)(`two verifiers${SKIPPED}`, { timeout: SET_TIMEOUT_MS }, () => {
  it('there are claims of every statement, more than thirty proofs in all', () => {
    expect(Object.keys(EDGE_CLAIMS)).toEqual(NAMES);
    expect(NAMES.flatMap((id) => claimsOf(id)).length + NAMES.length).toBeGreaterThan(30);
  });

  it.each(NAMES)('%s: both accept what holds', (id) => {
    const cases = goodProofs(id);
    expect(verdicts(cases)).toEqual(cases.map(() => 'valid'));
  });

  it.each(NAMES.map((id, i) => [id, NAMES[(i + 1) % NAMES.length] as string]))(
    '%s: both refuse changed bytes, second encodings, other lengths, other public inputs, for the same reason (then %s)',
    (id, next) => {
      const found = verdicts(badProofs(id, next));
      expect(found).not.toContain('valid');
      expect(found.length).toBeGreaterThan(50);
      const reasons = ['undecodable', 'foreign', 'invalid at 1', 'invalid at 2', 'invalid at 4', 'invalid at 6'];
      expect(found).toEqual(expect.arrayContaining(reasons));
    },
  );

  it('each step refuses what it alone is for', () => {
    const expected: string[] = [];
    const cases = ['age_threshold/v1', 'jurisdiction_membership/v1'].flatMap((id) => {
      const { instance, trace, inputs } = (claimsOf(id)[0] as EdgeClaim)(seededRandom(3));
      const publicBytes = canonicalBytes(inputs);
      return Object.entries(FORGERIES).map(([what, [forgery, step]]): Case => {
        expected.push(`${what}: ${step}`);
        return { what, text: canonicalJson(inputs), proof: forge(instance, trace, { ...forgery, publicBytes }) };
      });
    });
    const found = verdicts(cases);
    expect(cases.map(({ what }, i) => `${what}: ${found[i]}`)).toEqual(expected);
  });

  it('a spelling of the public inputs does not count, their values do', () => {
    const random = seededRandom(4);
    const one = (claimsOf('age_threshold/v1')[0] as EdgeClaim)(random);
    const proof = proofOf(one, 'STANDARD', random);
    const text = JSON.stringify(one.inputs, null, 2);
    const spelt = ['18.0', '1.8e1', '0.18E+2', '180e-1'].map((number) => text.replace('18', number));
    const cases = [text, ...spelt, text.replace('nonce', '\\u006eonce'), text.replace('18', '18.000001')];
    const found = verdicts(cases.map((spelling): Case => ({ what: spelling, text: spelling, proof })));
    expect(found).toEqual([...Array(6).fill('valid'), 'foreign']);
  });
});
