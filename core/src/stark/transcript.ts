/**
 * The transcript (Fiat and Shamir): a chain of SHA-256 digests that takes in everything both sides know, in order, and gives all
 * challenges. Every message has a label and a length in front, so that no two sequences of messages are one string of bytes.
 */
import { concat, utf8 } from '../bytes.ts';
import { DIGEST_BYTES, digest } from './digest.ts';
import { DEGREE, type Extension, isBase } from './extension.ts';
import { sampleElements } from './sample.ts';

const ABSORB = 0x02;
const SQUEEZE = 0x03;
const GRIND = 0x04;

/** All labels; each names what its message is. */
export type Label =
  | 'protocol'
  | 'parameters'
  | 'statement'
  | 'air'
  | 'shape'
  | 'public inputs'
  | 'public values'
  | 'public columns'
  | 'trace root'
  | 'constraint coefficients'
  | 'quotient root'
  | 'out-of-domain point'
  | 'out-of-domain values'
  | 'batch coefficients'
  | 'layer root'
  | 'folding challenge'
  | 'final polynomial'
  | 'grinding nonce'
  | 'query indices';

/** Four bytes, little-endian, for each. */
export function littleEndian(values: ArrayLike<number>): Uint8Array {
  const bytes = new Uint8Array(4 * values.length);
  const view = new DataView(bytes.buffer);
  for (let i = 0; i < values.length; i++) view.setUint32(4 * i, values[i] as number, true);
  return bytes;
}

export class Transcript {
  #state = new Uint8Array(DIGEST_BYTES);

  /** Takes a message in: state = SHA-256(02, state, length of the label, label, length of the message, message). */
  absorb(label: Label, message: Uint8Array): void {
    const name = utf8(label);
    this.#state = Uint8Array.from(
      digest(
        concat(
          Uint8Array.of(ABSORB),
          this.#state,
          Uint8Array.of(name.length),
          name,
          littleEndian([message.length]),
          message,
        ),
      ),
    );
  }

  /** Takes in field elements or other numbers below 2³². */
  absorbNumbers(label: Label, values: ArrayLike<number>): void {
    this.absorb(label, littleEndian(values));
  }

  /**
   * A source of challenge bytes under this label: the blocks SHA-256(03, state, 0), SHA-256(03, state, 1), … of the state after
   * label and count were taken in.
   */
  #squeeze(label: Label, count: number): () => Uint8Array {
    this.absorbNumbers(label, [count]);
    const message = concat(Uint8Array.of(SQUEEZE), this.#state, littleEndian([0]));
    const view = new DataView(message.buffer, message.length - 4);
    let block = 0;
    return () => {
      view.setUint32(0, block++, true);
      return digest(message);
    };
  }

  /** Challenges in the extension, uniform, in a flat array. */
  drawExtensions(label: Label, count: number): Uint32Array {
    return sampleElements(this.#squeeze(label, count), count * DEGREE);
  }

  /** A point outside the base field, and so outside the trace's domain, the evaluation domain and all their multiples. */
  drawOutOfDomainPoint(): Extension {
    return firstOutsideBase(() => this.drawExtensions('out-of-domain point', 1));
  }

  /** `count` different numbers below `size`, a power of two, in ascending order. What is drawn again does not count. */
  drawIndices(count: number, size: number): number[] {
    if (count > size) throw new RangeError('there are not so many places');
    const nextBytes = this.#squeeze('query indices', count);
    const indices = new Set<number>();
    while (indices.size < count) {
      const bytes = nextBytes();
      const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      for (let at = 0; at < bytes.length && indices.size < count; at += 4) {
        indices.add(view.getUint32(at, true) % size);
      }
    }
    return [...indices].sort((one, other) => one - other);
  }

  /** The message 04, state, nonce, whose hash has to begin with zero bits. */
  grindingMessage(nonce: number): Uint8Array {
    return concat(Uint8Array.of(GRIND), this.#state, littleEndian([nonce]));
  }

  grindingBitsOf(nonce: number): number {
    return leadingZeroBits(digest(this.grindingMessage(nonce)));
  }
}

/** The first point of those drawn that is not in the base field. */
export function firstOutsideBase(draw: () => Extension): Extension {
  let point = draw();
  while (isBase(point)) point = draw();
  return point;
}

export function leadingZeroBits(bytes: Uint8Array): number {
  let bits = 0;
  for (const byte of bytes) {
    bits += Math.clz32(byte) - 24;
    if (byte !== 0) break;
  }
  return bits;
}
