/** Uniform field elements out of uniform bytes. */
import { P } from './field.ts';

/**
 * `count` elements by rejection: four bytes, little-endian, without the highest bit, count where they are below p and are
 * skipped where they are not. A remainder modulo p would prefer small elements. `nextBytes` gives a multiple of four bytes.
 */
export function sampleElements(nextBytes: () => Uint8Array, count: number): Uint32Array {
  const elements = new Uint32Array(count);
  let filled = 0;
  while (filled < count) {
    const bytes = nextBytes();
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    for (let at = 0; at < bytes.length && filled < count; at += 4) {
      const candidate = view.getUint32(at, true) & 0x7fffffff;
      if (candidate < P) elements[filled++] = candidate;
    }
  }
  return elements;
}
