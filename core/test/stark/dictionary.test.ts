/**
 * The attack that read a secret out of proofs of others: go through all possible values and keep those that fit what is opened.
 * Here every age fits the columns of a real proof: for each there are masks that give exactly the opened values.
 */
import { describe, expect, it } from 'vitest';
import { canonicalBytes } from '../../src/canonical-json.ts';
import { systemRandom } from '../../src/random.ts';
import { decodeProof, type Proof } from '../../src/stark/codec.ts';
import { commit } from '../../src/stark/commitment.ts';
import { pointOf } from '../../src/stark/domain.ts';
import { DEGREE, type Extension, elementAt, scale } from '../../src/stark/extension.ts';
import { subtract } from '../../src/stark/field.ts';
import { maskedColumn } from '../../src/stark/mask.ts';
import { interpolateOnCoset } from '../../src/stark/ntt.ts';
import { prove } from '../../src/stark/prove.ts';
import { PROVERS } from '../../src/stark/provers.ts';
import { SHIFT, type Shape } from '../../src/stark/shape.ts';
import { verify } from '../../src/stark/verify.ts';
import { withTranscript } from './changed-transcript.ts';
import { shapeFor } from './forge.ts';
import { applied, formsOf, invertedMatrix } from './linear.ts';
import { publicInputs, SALT } from './statements/forge.ts';

const AGE = 37;
const prover = PROVERS.age_threshold;

function claimOf(age: number) {
  const lanes = commit(prover.encode({ age }), SALT);
  const inputs = publicInputs(prover.statement, { bounds: { minimum_age: 18 } }, lanes);
  const claim = prover.claim(inputs, { age }, SALT);
  if (claim === null) throw new Error(`${age} is no such age`);
  return { ...claim, publicBytes: canonicalBytes(inputs) };
}

function provenAt37() {
  const { instance, trace, publicBytes } = claimOf(AGE);
  const bytes = prove(instance, publicBytes, trace, { random: systemRandom, profile: 'STANDARD' });
  const shape = shapeFor(instance);
  let places: readonly number[] = [];
  let point: Extension = new Uint32Array(DEGREE);
  const verdict = withTranscript(
    ({ drawIndices, drawOutOfDomainPoint }) => ({
      drawIndices(count, size) {
        places = drawIndices.call(this, count, size);
        return [...places];
      },
      drawOutOfDomainPoint() {
        point = drawOutOfDomainPoint.call(this);
        return point;
      },
    }),
    () => verify(instance, publicBytes, bytes, { accept: ['STANDARD'] }),
  );
  expect(verdict).toMatchObject({ ok: true });
  return { shape, places, point, proof: decodeProof(bytes, shape) as Proof };
}

/** Everything that a proof opens of one column, in the order of the forms. */
function openedOf({ trace, outOfDomain }: Proof, column: number, { width }: Shape): number[] {
  const rows = Array.from({ length: trace.rows.length / width }, (_, i) => trace.rows[i * width + column] as number);
  return [...rows, ...elementAt(outOfDomain.current, column), ...elementAt(outOfDomain.next, column)];
}

describe('a dictionary of ages', () => {
  it('fits the columns of a proof whole: every age has masks with exactly the opened values', () => {
    const { shape, places, point, proof } = provenAt37();
    const points = places.map((place) => pointOf(SHIFT, shape.domainSize, place));
    const forms = formsOf(points, [point, scale(point, shape.rowStep)], shape.degreeBound);
    const count = forms.length;
    expect(count).toBe(48 + 2 * DEGREE);
    expect(count).toBeLessThanOrEqual(shape.maskCoefficients);
    // Of so many coefficients of the mask as values are opened, each the factor of (X^N − 1)·Xʲ; the others may be anything.
    const masks = forms.map((form) =>
      Uint32Array.from({ length: count }, (_, j) => subtract(form[shape.rows + j] as number, form[j] as number)),
    );
    const solution = invertedMatrix(masks);
    const ages = Array.from({ length: 256 - 18 }, (_, i) => 18 + i);
    const opened = Array.from({ length: shape.width }, (_, column) => openedOf(proof, column, shape));
    for (const age of ages) {
      claimOf(age).trace.forEach((values, column) => {
        const coefficients = interpolateOnCoset(values, 1);
        const missing = Uint32Array.from(opened[column] as number[], (value, i) =>
          subtract(value, applied(forms[i] as Uint32Array, coefficients)),
        );
        const mask = Uint32Array.from(solution, (row) => applied(row, missing));
        if (age % 40 !== 0) return;
        const whole = new Uint32Array(shape.maskCoefficients);
        whole.set(mask);
        const masked = maskedColumn(coefficients, whole, shape);
        expect(forms.map((form) => applied(form, masked))).toEqual(opened[column]);
      });
    }
  });
});
