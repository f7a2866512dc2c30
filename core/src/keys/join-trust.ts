/**
 * Joins what one run goes by: the trust store, the key sets and revocations given for this run, and the service on this
 * machine (decisions 12.4, 12.5, 12.9, 12.18). Pure but for the verifier that it is handed; nothing is stored.
 */
import type { SignatureVerifier } from '../sign/family.ts';
import { formatIsoTime } from '../time.ts';
import { type HeldEdition, heldByFingerprint, lineOf } from './editions.ts';
import { isSameLine, verifyEndorsement } from './endorsement.ts';
import type { KeySet } from './key-set.ts';
import type { OwnKeySet, OwnService } from './own-service.ts';
import { type RevocationFile, verifyRevocation } from './revocation.ts';
import type { ConflictingSet, GivenKeySet, Revocation, Trust, TrustStore } from './trust.ts';
import { endorsementFault } from './trust-changes.ts';

export interface TrustSources {
  /** Null where no trust store was read. */
  readonly store: { readonly store: TrustStore; readonly name: string } | null;
  readonly given: readonly { readonly keySet: KeySet; readonly path: string }[];
  readonly revocations: readonly { readonly file: RevocationFile; readonly path: string }[];
  readonly own: OwnService | null;
  /** Whether the own sets are believed for the order of their lines alone. */
  readonly isPinnedOnly?: boolean;
}

export type JoinedTrust =
  | { readonly ok: true; readonly trust: Trust }
  | {
      readonly ok: false;
      readonly code: 'KEY_SET_CONFLICT';
      readonly message: string;
      readonly sets: readonly ConflictingSet[];
    }
  | { readonly ok: false; readonly code: 'REVOCATION_REFUSED'; readonly message: string; readonly path: string };

/**
 * @param now milliseconds since 1970; an endorsement among given sets counts only from an edition that is valid now
 */
export async function joinTrust(sources: TrustSources, verifier: SignatureVerifier, now: number): Promise<JoinedTrust> {
  const { store, revocations } = sources;
  const base: Trust = {
    key_sets: store?.store.key_sets ?? [],
    revocations: store?.store.revocations ?? [],
    store_name: store?.name ?? null,
  };
  if (revocations.length === 0) return joinSets(base, sources, verifier, now);
  // All files are judged by what stood before any of them, so their order does not matter.
  const before = await joinSets(base, sources, verifier, now);
  if (!before.ok) return before;
  const added: Revocation[] = [];
  for (const { file, path } of revocations) {
    const verdict = await verifyRevocation(file, before.trust, verifier);
    if (!verdict.ok) return { ok: false, code: 'REVOCATION_REFUSED', message: `${path}: ${verdict.message}`, path };
    const recorded_at = formatIsoTime(now);
    added.push(...verdict.revocation.entries.map((entry) => ({ ...entry, source: path, recorded_at })));
  }
  // What rests on the endorsement of a revoked edition alone no longer counts (12.9); that is no conflict of sets.
  const trust = { ...before.trust, revocations: [...base.revocations, ...added] };
  return { ok: true, trust: withOwn(trust, sources) };
}

async function joinSets(
  base: Trust,
  sources: TrustSources,
  verifier: SignatureVerifier,
  now: number,
): Promise<JoinedTrust> {
  let trust = base;
  const heldBefore = (keySet: KeySet) => lineOf(base, keySet).length > 0;
  for (const copies of copiesOf(sources.given)) {
    const { fingerprint } = copies[0].keySet;
    if (heldByFingerprint(trust, fingerprint) !== undefined) continue;
    const line = lineOf(trust, copies[0].keySet);
    const { one, endorsement } = await endorsedCopy(copies, line, verifier);
    const { keySet, path } = one;
    const rival = line.find((held) => held.keySet.serial === keySet.serial);
    const fault = endorsementFault(trust, keySet, endorsement, now);
    const other = rival ?? line.at(-1);
    if (other !== undefined && (rival !== undefined || fault !== null)) {
      const reason = rival === undefined ? fault : `Both say that they are edition ${keySet.serial}.`;
      return conflict(one, { keySet: other.keySet, path: pathOf(other.entry) }, heldBefore(keySet), reason ?? '');
    }
    const isEndorsed = fault === null && endorsement !== null;
    const entry: GivenKeySet = {
      key_set: keySet,
      held: 'given',
      source: path,
      ...(isEndorsed ? { endorsed_by: endorsement.by } : {}),
    };
    // Before the store's own entries: one that it has for this set does not count, or the set would be held.
    trust = { ...trust, key_sets: [entry, ...trust.key_sets] };
  }
  return { ok: true, trust: withOwn(trust, sources) };
}

/** A run that leaves out whom nobody pinned must not call current what the service has replaced (12.7). */
function withOwn(trust: Trust, { own, isPinnedOnly = false }: TrustSources): Trust {
  const sets = own?.sets ?? [];
  return isPinnedOnly ? { ...trust, order_only: sets.map(({ key_set }) => key_set) } : withOwnSets(trust, sets);
}

/** With the sets of the service on this machine that are not held anyway (decisions 12.18). */
export function withOwnSets(trust: Trust, own: readonly OwnKeySet[]): Trust {
  const owned = own
    .filter(({ key_set }) => heldByFingerprint(trust, key_set.fingerprint) === undefined)
    .map((set) => ({ ...set, held: 'own_service' as const }));
  return owned.length === 0 ? trust : { ...trust, key_sets: [...trust.key_sets, ...owned] };
}

type SameKeySets = readonly [TrustSources['given'][number], ...TrustSources['given'][number][]];

/**
 * The copies of each set, by serial: one set may come with and without an endorsement, which its fingerprint leaves out. Sets
 * of use `enc` are left out: they verify nothing, and cannot endorse their successors.
 */
function copiesOf(given: TrustSources['given']): readonly SameKeySets[] {
  const sets = new Map<string, [SameKeySets[0], ...SameKeySets[0][]]>();
  for (const one of given) {
    if (one.keySet.use === 'enc') continue;
    const known = sets.get(one.keySet.fingerprint);
    if (known === undefined) sets.set(one.keySet.fingerprint, [one]);
    else known.push(one);
  }
  return [...sets.values()].sort(([a], [b]) => a.keySet.serial - b.keySet.serial);
}

/** The first copy whose endorsement a held edition of the line really made; else the first, without one. */
async function endorsedCopy(copies: SameKeySets, line: readonly HeldEdition[], verifier: SignatureVerifier) {
  for (const one of copies) {
    const endorser = line.find((held) => held.keySet.fingerprint === one.keySet.endorsement?.by)?.keySet;
    const endorsement = endorser === undefined ? null : await verifyEndorsement(one.keySet, endorser, verifier);
    if (endorsement !== null) return { one, endorsement };
  }
  return { one: copies[0], endorsement: null };
}

function pathOf(entry: Trust['key_sets'][number]): string | null {
  return entry.held === 'given' ? entry.source : null;
}

function conflict(
  one: TrustSources['given'][number],
  other: { readonly keySet: KeySet; readonly path: string | null },
  isHeld: boolean,
  reason: string,
): JoinedTrust {
  const { issuer, principal, use } = one.keySet;
  if (!isSameLine(one.keySet, other.keySet)) throw new TypeError('internal: sets of different lines do not conflict');
  const place = (path: string | null) => path ?? 'the trust store';
  const message =
    `${isHeld ? 'The trust store holds another key set' : 'Two key sets are given'} for ${issuer}, ${principal} (use ${use}): ` +
    `${place(other.path)} has fingerprint ${other.keySet.fingerprint}, ${place(one.path)} has ${one.keySet.fingerprint}. ${reason} ` +
    'No file was checked.';
  const sets = [other, one].map(({ keySet, path }) => ({ path, fingerprint: keySet.fingerprint }));
  return { ok: false, code: 'KEY_SET_CONFLICT', message, sets };
}
