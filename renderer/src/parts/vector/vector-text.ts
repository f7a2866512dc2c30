/** Vectors as people enter them: base64 of floats, the numbers, or JSON with a list of them. */
import { quantisedVector } from '@touchstone/core/biometrics/vector.ts';
import { fromBase64, toBase64 } from '@touchstone/core/bytes.ts';
import { isJsonObject } from '@touchstone/core/canonical-json.ts';
import { parseStrictJson } from '@touchstone/core/strict-json.ts';

const FLOAT_BYTES = 4;

/** Base64 as the server takes it; null for what is no vector, or has another number of values than is wanted. */
export function readVector(text: string, dimensions: number | null = null): string | null {
  const bytes = fromBase64(text.replace(/\s+/g, '')) ?? numbersIn(text);
  if (bytes === null || quantisedVector(bytes) === null) return null;
  return dimensions === null || bytes.length === FLOAT_BYTES * dimensions ? toBase64(bytes) : null;
}

/** How many values a vector has that `readVector` answered. */
export function dimensionsOf(vector: string): number {
  return (fromBase64(vector)?.length ?? 0) / FLOAT_BYTES;
}

function numbersIn(text: string): Uint8Array | null {
  if (text.trimStart().startsWith('{')) return embeddingIn(text);
  // A list of JSON has no blanks after its commas, and floats no groups of digits. A missing value stays an empty part.
  const parts = text
    .replace(/[[\]]/g, ' ')
    .trim()
    .split(/\s*[,;]\s*|\s+/);
  return parts.every((part) => /^[-+]?\d*\.?\d+(?:e[-+]?\d+)?$/i.test(part)) ? bytesOf(parts.map(Number)) : null;
}

/** As services of embeddings answer one. */
function embeddingIn(text: string): Uint8Array | null {
  const parsed = parseStrictJson(text);
  const list = parsed.ok && isJsonObject(parsed.value) ? parsed.value.embedding : null;
  if (!Array.isArray(list)) return null;
  const numbers = list.filter((value) => typeof value === 'number');
  return numbers.length === list.length ? bytesOf(numbers) : null;
}

function bytesOf(numbers: readonly number[]): Uint8Array {
  const bytes = new Uint8Array(FLOAT_BYTES * numbers.length);
  const view = new DataView(bytes.buffer);
  for (const [at, value] of numbers.entries()) view.setFloat32(FLOAT_BYTES * at, value, true);
  return bytes;
}

const SAMPLE_DIMENSIONS = 128;

/** A made-up vector; with a little of another one in it, one that is near. */
export function sampleVector(share = 0, dimensions = SAMPLE_DIMENSIONS): string {
  const wave = (step: number) => (at: number) => Math.sin(at * step) + Math.cos(at * at * step);
  const [own, other] = [wave(0.7), wave(1.9)];
  return toBase64(bytesOf(Array.from({ length: dimensions }, (_, at) => own(at) + share * other(at))));
}
