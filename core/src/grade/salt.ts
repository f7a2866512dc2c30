/** The salt of a commitment as text. */
import { fromHex, toHex } from '../bytes.ts';
import { SALT_LANES } from '../stark/commitment.ts';
import { isElement } from '../stark/field.ts';

const LANE_BYTES = 4;

/** 40 hex digits: the lanes as 32-bit little-endian words. */
export function saltHex(lanes: readonly number[]): string {
  const bytes = new Uint8Array(LANE_BYTES * SALT_LANES);
  const view = new DataView(bytes.buffer);
  for (const [at, lane] of lanes.entries()) view.setUint32(LANE_BYTES * at, lane, true);
  return toHex(bytes);
}

/** The lanes of a salt; null for text that is none. */
export function saltLanes(text: string): readonly number[] | null {
  const bytes = fromHex(text);
  if (bytes?.length !== LANE_BYTES * SALT_LANES) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const lanes = Array.from({ length: SALT_LANES }, (_, at) => view.getUint32(LANE_BYTES * at, true));
  return lanes.every(isElement) ? lanes : null;
}
