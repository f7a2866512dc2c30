/** Feature vectors as people enter them: base64 of floats, or the numbers. */
import { MOST_DIMENSIONS, quantisedVector } from '@touchstone/core/biometrics/vector.ts';
import { fromBase64, toBase64 } from '@touchstone/core/bytes.ts';

/** Base64 as the server takes it; null for what is no vector. */
export function readVector(text: string): string | null {
  const bytes = fromBase64(text.replace(/\s+/g, '')) ?? numbersIn(text);
  return bytes !== null && quantisedVector(bytes) !== null ? toBase64(bytes) : null;
}

function numbersIn(text: string): Uint8Array | null {
  const parts = text.split(/[\s,;[\]]+/).filter((part) => part !== '');
  if (parts.length > MOST_DIMENSIONS || parts.some((part) => !/^[-+]?\d*\.?\d+(?:e[-+]?\d+)?$/i.test(part)))
    return null;
  return bytesOf(parts.map(Number));
}

function bytesOf(numbers: readonly number[]): Uint8Array {
  const bytes = new Uint8Array(4 * numbers.length);
  const view = new DataView(bytes.buffer);
  for (const [at, value] of numbers.entries()) view.setFloat32(4 * at, value, true);
  return bytes;
}

const SAMPLE_DIMENSIONS = 128;

/** A made-up vector; with a little of another one in it, a sample of the same person. */
export function sampleVector(share = 0): string {
  const wave = (step: number) => (at: number) => Math.sin(at * step) + Math.cos(at * at * step);
  const [own, other] = [wave(0.7), wave(1.9)];
  return toBase64(bytesOf(Array.from({ length: SAMPLE_DIMENSIONS }, (_, at) => own(at) + share * other(at))));
}
