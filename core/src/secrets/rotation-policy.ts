/** Rotation policies: `none`, or the days until the next rotation is due, such as `90d`. */

const POLICY = /^(?:none|([1-9][0-9]{0,3})d)$/;
const DAY_MS = 86_400_000;

/** Days until a rotation is due; null where none ever is. */
export interface RotationPolicy {
  readonly days: number | null;
}

/** Reads `none` or 1–9999 days; null for any other text. */
export function parseRotationPolicy(text: string): RotationPolicy | null {
  const match = POLICY.exec(text);
  if (match === null) return null;
  return { days: match[1] === undefined ? null : Number(match[1]) };
}

/** The text that `parseRotationPolicy` reads. */
export function formatRotationPolicy({ days }: RotationPolicy): string {
  return days === null ? 'none' : `${days}d`;
}

/** When the rotation of a version that was made at `from` is due, in milliseconds since 1970; null where never. */
export function rotationDueAt({ days }: RotationPolicy, from: number): number | null {
  return days === null ? null : from + days * DAY_MS;
}
