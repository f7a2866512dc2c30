/**
 * Which implementation serves each signature algorithm in the server, as `details.signatures` of `GET /health` says;
 * null where the answer holds nothing of the kind.
 */
export function readServerSignatures(health: unknown): ReadonlyMap<string, string> | null {
  const signatures = member(member(health, 'details'), 'signatures');
  if (typeof signatures !== 'object' || signatures === null || Array.isArray(signatures)) return null;
  const entries = Object.entries(signatures).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return entries.length === 0 ? null : new Map(entries);
}

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
