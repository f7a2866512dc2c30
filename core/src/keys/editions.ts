/**
 * Which editions a trust holds, and how those of one line follow each other (decisions 12.4, 12.7). What is found is kept for
 * each trust, so that a run over many files computes no thumbprint and no order again.
 */
import { parseIsoTime } from '../time.ts';
import { isSameLine, type Line } from './endorsement.ts';
import { type KeySet, keyThumbprint, type PublicJwk } from './key-set.ts';
import type { Revocation, Trust, TrustedKeySet } from './trust.ts';

/** An edition that counts. */
export interface HeldEdition {
  readonly entry: TrustedKeySet;
  readonly keySet: KeySet;
  /** `not_before`, milliseconds since 1970. */
  readonly notBefore: number;
  /** `not_after`, milliseconds since 1970; the millisecond itself still counts. */
  readonly notAfter: number;
  /**
   * From when on a later edition stands in its place: the earliest `not_before` of the ones with a higher serial that are held or
   * known for their order, milliseconds since 1970. Null for the last one.
   */
  readonly supersededAt: number | null;
}

interface Index {
  readonly held: readonly HeldEdition[];
  readonly byFingerprint: ReadonlyMap<string, HeldEdition>;
  readonly byId: ReadonlyMap<string, readonly HeldEdition[]>;
  readonly byLine: ReadonlyMap<string, readonly HeldEdition[]>;
  readonly revocations: ReadonlyMap<string, readonly Revocation[]>;
}

const indexes = new WeakMap<Trust, Index>();

/** Every held edition, in the order of the trust. */
export function heldEditions(trust: Trust): readonly HeldEdition[] {
  return indexOf(trust).held;
}

/** The held editions of a line, by serial, the oldest first. */
export function lineOf(trust: Trust, line: Line): readonly HeldEdition[] {
  return indexOf(trust).byLine.get(lineKey(line)) ?? [];
}

/** The held editions that have an id: one, or several of different lines. */
export function heldById(trust: Trust, keysetId: string): readonly HeldEdition[] {
  return indexOf(trust).byId.get(keysetId) ?? [];
}

export function heldByFingerprint(trust: Trust, fingerprint: string): HeldEdition | undefined {
  return indexOf(trust).byFingerprint.get(fingerprint);
}

/** The held edition of a line with the highest serial; undefined where none is held. */
export function currentEdition(trust: Trust, line: Line): HeldEdition | undefined {
  return lineOf(trust, line).at(-1);
}

/** The held edition with the next higher serial. */
export function nextEdition(trust: Trust, keySet: KeySet): HeldEdition | undefined {
  return lineOf(trust, keySet).find((held) => held.keySet.serial > keySet.serial);
}

/** The held edition with the next lower serial. */
export function editionBefore(trust: Trust, keySet: KeySet): HeldEdition | undefined {
  return lineOf(trust, keySet).findLast((held) => held.keySet.serial < keySet.serial);
}

/** The revocation of a key as a key of this set; undefined where it is not revoked. */
export function revocationOf(trust: Trust, keySet: Line, key: PublicJwk): Revocation | undefined {
  const { revocations } = indexOf(trust);
  // Spares the thumbprint where nothing is revoked.
  if (revocations.size === 0) return undefined;
  return revocations.get(keyThumbprint(key))?.find(({ line }) => line === undefined || isSameLine(line, keySet));
}

/** Whether a key is revoked wherever it appears; as a key of one line: `revocationOf`. */
export function isRevoked(trust: Trust, key: PublicJwk | string): boolean {
  const thumbprint = typeof key === 'string' ? key : keyThumbprint(key);
  return (
    indexOf(trust)
      .revocations.get(thumbprint)
      ?.some(({ line }) => line === undefined) ?? false
  );
}

/** Whether any key of an edition is revoked: what it endorses then does not count. */
export function isEditionRevoked(trust: Trust, keySet: KeySet): boolean {
  return keySet.keys.some((key) => revocationOf(trust, keySet, key) !== undefined);
}

function indexOf(trust: Trust): Index {
  const known = indexes.get(trust);
  if (known !== undefined) return known;
  const made = makeIndex(trust);
  indexes.set(trust, made);
  return made;
}

function makeIndex(trust: Trust): Index {
  const revocations = new Map<string, Revocation[]>();
  for (const entry of trust.revocations) {
    const same = revocations.get(entry.thumbprint);
    if (same === undefined) revocations.set(entry.thumbprint, [entry]);
    else same.push(entry);
  }
  const isKeyRevoked = (keySet: KeySet, key: PublicJwk) =>
    revocations.get(keyThumbprint(key))?.some(({ line }) => line === undefined || isSameLine(line, keySet)) === true;
  const isSetRevoked = (keySet: KeySet) => revocations.size > 0 && keySet.keys.some((key) => isKeyRevoked(keySet, key));
  const entries = new Map<string, TrustedKeySet>();
  // What was named for this run stands before the store's own entry of the same set, which may be untrusted.
  for (const entry of trust.key_sets) {
    const { fingerprint } = entry.key_set;
    if (!entries.has(fingerprint) || isUntrusted(entries.get(fingerprint))) entries.set(fingerprint, entry);
  }
  const counting = new Map<string, boolean>();
  /** Serials fall along a chain of endorsements, so it ends. */
  const counts = (entry: TrustedKeySet): boolean => {
    const { fingerprint, serial } = entry.key_set;
    const known = counting.get(fingerprint);
    if (known !== undefined) return known;
    const by = 'endorsed_by' in entry ? entry.endorsed_by : undefined;
    let holds = !isUntrusted(entry);
    if (holds && by !== undefined) {
      const endorser = entries.get(by);
      holds =
        endorser !== undefined &&
        endorser.key_set.serial < serial &&
        isSameLine(endorser.key_set, entry.key_set) &&
        !isSetRevoked(endorser.key_set) &&
        counts(endorser);
    }
    counting.set(fingerprint, holds);
    return holds;
  };
  const lines = new Map<string, TrustedKeySet[]>();
  for (const entry of entries.values()) {
    if (!counts(entry)) continue;
    const key = lineKey(entry.key_set);
    const line = lines.get(key);
    if (line === undefined) lines.set(key, [entry]);
    else line.push(entry);
  }
  const byLine = new Map([...lines].map(([key, line]) => [key, inOrder(line, trust.order_only ?? [])] as const));
  const byFingerprint = new Map([...byLine.values()].flat().map((held) => [held.keySet.fingerprint, held] as const));
  const held = [...entries.keys()].flatMap((fingerprint) => byFingerprint.get(fingerprint) ?? []);
  const byId = new Map<string, HeldEdition[]>();
  for (const edition of held) {
    const same = byId.get(edition.keySet.keyset_id);
    if (same === undefined) byId.set(edition.keySet.keyset_id, [edition]);
    else same.push(edition);
  }
  return { held, byFingerprint, byId, byLine, revocations };
}

function inOrder(line: readonly TrustedKeySet[], orderOnly: readonly KeySet[]): readonly HeldEdition[] {
  const sorted = [...line].sort((a, b) => a.key_set.serial - b.key_set.serial);
  const known = [...sorted.map(({ key_set }) => key_set), ...orderOnly];
  return sorted.map((entry) => {
    const { key_set: keySet } = entry;
    const later = known.filter((other) => isSameLine(other, keySet) && other.serial > keySet.serial);
    const begins = later.map(({ not_before }) => timeOf(not_before));
    return {
      entry,
      keySet,
      notBefore: timeOf(keySet.not_before),
      notAfter: timeOf(keySet.not_after),
      supersededAt: begins.length === 0 ? null : Math.min(...begins),
    };
  });
}

function timeOf(text: string): number {
  return parseIsoTime(text) ?? Number.NaN;
}

function isUntrusted(entry: TrustedKeySet | undefined): boolean {
  return entry !== undefined && 'untrusted' in entry && entry.untrusted !== undefined;
}

function lineKey({ use, issuer, principal }: Line): string {
  return JSON.stringify([use, issuer, principal]);
}
