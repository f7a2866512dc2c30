/** The prover's side of FRI: commits the layers of a polynomial over the extension, five columns of coefficients. */
import { DEGREE, type Extension, elementAt, powersOf } from './extension.ts';
import { power, powersOfBase } from './field.ts';
import { ARITY, type LayerOpening } from './fri.ts';
import { MerkleTree } from './merkle-tree.ts';
import { evaluateOnCoset } from './ntt.ts';
import { addProducts, interleaved, type Polynomial, taken } from './polynomial.ts';
import { ProductSums } from './product-sums.ts';
import { SHIFT, type Shape } from './shape.ts';
import type { Transcript } from './transcript.ts';

interface Layer {
  readonly values: readonly Uint32Array[];
  readonly tree: MerkleTree;
}

export interface CommittedLayers {
  readonly layers: readonly Layer[];
  /** Coefficients, in a flat array. */
  readonly finalPolynomial: Uint32Array;
}

const NO_SALTS = new Uint8Array(0);

/** Commits layer after layer, each folded by a challenge that its own root gives, and the last polynomial in clear. */
export function commitLayers(shape: Shape, polynomial: Polynomial, transcript: Transcript): CommittedLayers {
  const layers: Layer[] = [];
  let coefficients = polynomial;
  let size = shape.domainSize;
  let shift = SHIFT;
  for (let i = 0; i < shape.layers; i++) {
    const layer = commitLayer(coefficients, size, shift);
    layers.push(layer);
    transcript.absorb('layer root', layer.tree.root);
    coefficients = foldCoefficients(coefficients, transcript.drawExtensions('folding challenge', 1));
    size /= ARITY;
    shift = power(shift, ARITY);
  }
  const finalPolynomial = interleaved(coefficients);
  transcript.absorbNumbers('final polynomial', finalPolynomial);
  return { layers, finalPolynomial };
}

function commitLayer(coefficients: Polynomial, size: number, shift: number): Layer {
  const shifts = powersOfBase(shift, coefficients[0]?.length ?? 0);
  const values = coefficients.map((column) => {
    const target = new Uint32Array(size);
    evaluateOnCoset(column, shifts, target);
    return target;
  });
  const leaves = size / ARITY;
  const columns = Array.from({ length: ARITY * DEGREE }, (_, at) => {
    const place = Math.floor(at / DEGREE) * leaves;
    return (values[at % DEGREE] as Uint32Array).subarray(place, place + leaves);
  });
  return { values, tree: new MerkleTree(columns, leaves, NO_SALTS) };
}

/** Σ βᵏ · f_k, where f_k has every fourth coefficient of f from the k-th on. */
function foldCoefficients(coefficients: Polynomial, beta: Extension): Uint32Array[] {
  const length = (coefficients[0]?.length ?? 0) / ARITY;
  const powers = powersOf(beta, ARITY);
  const sums = Array.from({ length: DEGREE }, () => new ProductSums(length));
  for (let k = 0; k < ARITY; k++) {
    const parts = coefficients.map((column) => Uint32Array.from({ length }, (_, i) => column[ARITY * i + k] as number));
    addProducts(sums, parts, elementAt(powers, k));
  }
  return taken(sums, length);
}

/** What the layers show for these places of the first one. */
export function openLayers({ layers }: CommittedLayers, indices: readonly number[]): LayerOpening[] {
  let places = indices;
  return layers.map(({ values, tree }) => {
    const leaves = (values[0]?.length ?? 0) / ARITY;
    const known = new Set(places);
    const opened = [...new Set(places.map((place) => place % leaves))].sort((one, other) => one - other);
    const missing = opened
      .flatMap((leaf) => Array.from({ length: ARITY }, (_, k) => leaf + k * leaves))
      .filter((place) => !known.has(place));
    places = opened;
    return {
      others: Uint32Array.from(missing.flatMap((place) => values.map((column) => column[place] as number))),
      siblings: tree.open(opened),
    };
  });
}
