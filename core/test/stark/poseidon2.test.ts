import { expect, it } from 'vitest';
import { P } from '../../src/stark/field.ts';
import { permute } from '../../src/stark/poseidon2.ts';
import { cases, describeVectors, readVectorJson } from '../vectors.ts';

/** Plonky3, `baby-bear/src/poseidon2.rs`, `test_poseidon2_width_16_random`. */
const INPUT = [
  894848333, 1437655012, 1200606629, 1690012884, 71131202, 1749206695, 1717947831, 120589055, 19776022, 42382981,
  1831865506, 724844064, 171220207, 1299207443, 227047920, 1783754913,
];
const OUTPUT = [
  516096821, 90309867, 1101817252, 1660784290, 360715097, 1789519026, 1788910906, 563338433, 319524748, 1741414159,
  1650859320, 894311162, 1121347488, 1692793758, 1052633829, 1344246938,
];

it('gives the known answer of Plonky3', () => {
  expect(permute(INPUT)).toEqual(OUTPUT);
});

it('takes 16 field elements only', () => {
  expect(() => permute(INPUT.slice(1))).toThrow(RangeError);
  expect(() => permute([...INPUT.slice(1), P])).toThrow(RangeError);
});

interface Permutations {
  readonly poseidon2_w16_perm: readonly { readonly in: readonly number[]; readonly out: readonly number[] }[];
  readonly poseidon2_w16_padding_free_sponge_rate8: readonly {
    readonly in: readonly number[];
    readonly out: readonly number[];
  }[];
}

/** The sponge of Plonky3: a block replaces the rate, the last one as far as it reaches. */
function sponge(elements: readonly number[]): number[] {
  let state = Array<number>(16).fill(0);
  for (let at = 0; at < elements.length; at += 8) {
    const block = elements.slice(at, at + 8);
    state = permute(state.map((lane, i) => block[i] ?? lane));
  }
  return state.slice(0, 8);
}

describeVectors('Poseidon2 of Plonky3', () => {
  const vectors = () => readVectorJson<Permutations>('stark/plonky3_babybear_kat.json');

  it('permutes', () => {
    for (const { in: input, out } of cases(vectors().poseidon2_w16_perm, 'permutations')) {
      expect(permute(input)).toEqual(out);
    }
  });

  it('absorbs', () => {
    for (const { in: input, out } of cases(vectors().poseidon2_w16_padding_free_sponge_rate8, 'sponges')) {
      expect(sponge(input)).toEqual(out);
    }
  });
});

describeVectors('a truncated permutation over free lanes', () => {
  interface Collision {
    readonly digest: readonly number[];
    readonly input_a: readonly number[];
    readonly input_b: readonly number[];
  }

  it('binds nothing, which is why the capacity of the commitment is fixed', () => {
    const { digest, input_a, input_b } = readVectorJson<Collision>(
      'stark/negative_truncated_permutation_collision.json',
    );
    expect(input_a).not.toEqual(input_b);
    for (const input of [input_a, input_b]) expect(permute(input).slice(0, 8)).toEqual(digest);
    // Neither of them is a block of the sponge.
    expect(input_a.slice(8)).not.toEqual(input_b.slice(8));
  });
});
