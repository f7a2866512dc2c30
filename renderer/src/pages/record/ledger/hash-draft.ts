/** A document's hash as a person types or pastes it. */

/** Blanks between groups do not count, and capitals are taken as what they mean. */
export function readHash(text: string): string {
  return text.replaceAll(/\s/g, '').toLowerCase();
}

/** What is wrong with a hash, under the name of its field; empty where nothing is. */
export function hashFault(text: string): { readonly hash?: string } {
  const hash = readHash(text);
  if (/^[0-9a-f]{64}$/.test(hash)) return {};
  if (hash === '') return { hash: 'Enter the hash of the document.' };
  if (!/^[0-9a-f]*$/.test(hash)) return { hash: 'A hash has hexadecimal digits only: 0–9 and a–f.' };
  return { hash: `A hash has 64 hexadecimal digits; this has ${hash.length}.` };
}

/** What is wrong with a period, under the names of its fields. Days are UTC, and both ends are included. */
export function periodFaults(from: string, to: string): { readonly from?: string; readonly to?: string } {
  const wrong = 'A day that exists, as 2026-01-31.';
  const faults = {
    ...(isDay(from) ? {} : { from: wrong }),
    ...(isDay(to) ? {} : { to: wrong }),
  };
  if (Object.keys(faults).length > 0) return faults;
  return from > to ? { from: 'The first day must not be later than the last.' } : {};
}

function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  return Number.isFinite(time) && new Date(time).toISOString().startsWith(text);
}
