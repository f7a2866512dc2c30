/**
 * Joins what one run goes by: the trust store, the key sets and revocations given for this run, and the service on this
 * machine (decisions 12.4, 12.5, 12.9, 12.18). Pure but for the verifier that it is handed; nothing is stored.
 */
import type { SignatureVerifier } from '../sign/family.ts';
import { formatIsoTime } from '../time.ts';
import { heldByFingerprint, lineOf } from './editions.ts';
import { isSameLine, verifyEndorsement } from './endorsement.ts';
import type { KeySet } from './key-set.ts';
import type { OwnKeySet, OwnService } from './own-service.ts';
import { type RevocationFile, verifyRevocation } from './revocation.ts';
import {
  type ConflictingSet,
  endorsementFault,
  type GivenKeySet,
  type Revocation,
  type Trust,
  type TrustStore,
} from './trust.ts';

export interface TrustSources {
  /** Null where no trust store was read. */
  readonly store: { readonly store: TrustStore; readonly name: string } | null;
  readonly given: readonly { readonly keySet: KeySet; readonly path: string }[];
  readonly revocations: readonly { readonly file: RevocationFile; readonly path: string }[];
  readonly own: OwnService | null;
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
  return joinSets({ ...base, revocations: [...base.revocations, ...added] }, sources, verifier, now);
}

async function joinSets(
  base: Trust,
  { given, own }: TrustSources,
  verifier: SignatureVerifier,
  now: number,
): Promise<JoinedTrust> {
  let trust = base;
  const heldBefore = (keySet: KeySet) => lineOf(base, keySet).length > 0;
  for (const one of onceEach(given).sort((a, b) => a.keySet.serial - b.keySet.serial)) {
    const { keySet, path } = one;
    if (heldByFingerprint(trust, keySet.fingerprint) !== undefined) continue;
    const line = lineOf(trust, keySet);
    const rival = line.find((held) => held.keySet.serial === keySet.serial);
    const endorser = line.find((held) => held.keySet.fingerprint === keySet.endorsement?.by)?.keySet;
    const endorsement = endorser === undefined ? null : await verifyEndorsement(keySet, endorser, verifier);
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
  return { ok: true, trust: withOwnSets(trust, own?.sets ?? []) };
}

/** With the sets of the service on this machine that are not held anyway (decisions 12.18). */
export function withOwnSets(trust: Trust, own: readonly OwnKeySet[]): Trust {
  const owned = own
    .filter(({ key_set }) => heldByFingerprint(trust, key_set.fingerprint) === undefined)
    .map((set) => ({ ...set, held: 'own_service' as const }));
  return owned.length === 0 ? trust : { ...trust, key_sets: [...trust.key_sets, ...owned] };
}

/**
 * Each set once; where a copy carries an endorsement, that one. Sets of use `enc` are left out: they verify nothing, and
 * cannot endorse their successors.
 */
function onceEach(given: TrustSources['given']): TrustSources['given'][number][] {
  const sets = new Map<string, TrustSources['given'][number]>();
  for (const one of given) {
    const { fingerprint, use, endorsement } = one.keySet;
    const known = sets.get(fingerprint);
    const isBetter = known === undefined || (known.keySet.endorsement === undefined && endorsement !== undefined);
    if (use !== 'enc' && isBetter) sets.set(fingerprint, one);
  }
  return [...sets.values()];
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
