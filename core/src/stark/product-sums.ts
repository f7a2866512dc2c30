/** Many sums of products at once, each reduced modulo p only in the end. */
import { add, MOST_PRODUCTS, reduce } from './field.ts';

/** Place i holds the sum of all values[i] · factor that were added. */
export class ProductSums {
  readonly #low: Int32Array;
  readonly #approximate: Float64Array;
  readonly #reduced: Uint32Array;
  #terms = 0;

  constructor(length: number) {
    this.#low = new Int32Array(length);
    this.#approximate = new Float64Array(length);
    this.#reduced = new Uint32Array(length);
  }

  add(values: Uint32Array, factor: number): void {
    if (this.#terms === MOST_PRODUCTS) this.#reduce();
    this.#terms++;
    const low = this.#low;
    const approximate = this.#approximate;
    for (let i = 0; i < values.length; i++) {
      const value = values[i] as number;
      low[i] = ((low[i] as number) + Math.imul(value, factor)) | 0;
      approximate[i] = (approximate[i] as number) + value * factor;
    }
  }

  #reduce(): void {
    for (let i = 0; i < this.#low.length; i++) {
      const rest = reduce(this.#low[i] as number, this.#approximate[i] as number);
      this.#reduced[i] = add(this.#reduced[i] as number, rest);
    }
    this.#low.fill(0);
    this.#approximate.fill(0);
    this.#terms = 0;
  }

  /** Writes the sums and begins anew at 0. */
  take(target: Uint32Array): void {
    this.#reduce();
    target.set(this.#reduced);
    this.#reduced.fill(0);
  }
}
