/**
 * What an outcome rests on (decisions 12.6, 12.7, 12.12, 12.13, 12.18): which key sets, from where, how they are held, what is
 * known of revocations; and the checks of revocation, validity and clock that every kind of file shares.
 */
import { type HeldEdition, revocationOf } from '../keys/editions.ts';
import { algorithmOf, keyThumbprint } from '../keys/key-set.ts';
import { lastChangeOf, type Trust } from '../keys/trust.ts';
import { formatIsoTime } from '../time.ts';
import type { CheckList } from './checks.ts';
import type { SignerDoubt } from './conclusion.ts';
import type { RevocationState, TrustSource, TrustUsed, UsedKeySet } from './verification-report.ts';

/** How far ahead of the verifier's clock a time may lie (S41), milliseconds. */
export const CLOCK_TOLERANCE_MS = 5 * 60 * 1000;

/** The members of a report whose outcome rests on no key set. */
export const NOTHING_TRUSTED = {
  trust_source: null,
  trust: { key_sets: [], revocations: { store: null, count: 0, last_change: null }, notes: [] },
} as const satisfies { readonly trust_source: TrustSource | null; readonly trust: TrustUsed };

/** The state of a signing set at the time that counts. */
export type Standing = 'valid' | 'superseded' | 'not_valid';

/** @param at the bound time, else the time of verification; milliseconds since 1970 */
export function standingAt({ notBefore, notAfter, supersededAt }: HeldEdition, at: number): Standing {
  if (supersededAt !== null && at >= supersededAt) return 'superseded';
  return at >= notBefore && at <= notAfter ? 'valid' : 'not_valid';
}

/** The code of the check on a set that is not valid at that time. */
const STANDING_CODES = { superseded: 'KEY_SUPERSEDED', not_valid: 'KEY_NOT_VALID' } as const;

/**
 * The doubt about a signature that holds under an edition, for those who judge many and list no checks; null for none.
 *
 * @param at the signed time, milliseconds since 1970
 */
export function doubtAbout(edition: HeldEdition, isRevoked: boolean, at: number, now: number): SignerDoubt | null {
  if (isRevoked) return 'KEY_REVOKED';
  const standing = standingAt(edition, at);
  if (standing !== 'valid') return STANDING_CODES[standing];
  return isAhead(at, now) ? 'TIME_AHEAD' : null;
}

/** Whether a time lies more than 300 s ahead of the clock (S41). */
export function isAhead(time: number, now: number): boolean {
  return time > now + CLOCK_TOLERANCE_MS;
}

/** Why a set is not valid at that time, as a sentence; empty where it is. */
export function standingReason(edition: HeldEdition, at: number): string {
  const { keySet, supersededAt } = edition;
  switch (standingAt(edition, at)) {
    case 'valid':
      return '';
    case 'superseded':
      return `Edition ${keySet.serial} was superseded on ${formatIsoTime(supersededAt ?? at)}.`;
    case 'not_valid':
      return `The key set is valid from ${keySet.not_before} to ${keySet.not_after} only.`;
  }
}

export interface Period {
  readonly edition: HeldEdition;
  /** The time that counts, milliseconds since 1970. */
  readonly at: number;
  /** "at the bound time of issue": what that time is, after "was valid" and "was superseded". */
  readonly basis: string;
}

/** Adds `validity.<name>`: passed, or pending with KEY_SUPERSEDED or KEY_NOT_VALID. */
export function checkPeriod({ edition, at, basis }: Period, name: string, checks: CheckList): void {
  const { not_before, not_after, serial } = edition.keySet;
  const standing = standingAt(edition, at);
  const until = standing === 'superseded' ? `before ${formatIsoTime(edition.supersededAt ?? at)}` : `to ${not_after}`;
  const range = { expected: `${not_before} ${until}`, found: formatIsoTime(at) };
  if (standing === 'valid') {
    checks.add('validity', name, { status: 'passed', sentence: `The key set was valid ${basis}.`, ...range });
  } else {
    const sentence =
      standing === 'superseded'
        ? `Edition ${serial} of the key set was superseded ${basis}.`
        : `The key set was not valid ${basis}.`;
    checks.add('validity', name, { status: 'pending', sentence, ...range, reason: STANDING_CODES[standing] });
  }
}

/**
 * Adds `trust.<name>`. A revoked key is pending wherever the revocation came from; that none is revoked is said only where a
 * trust store was read (12.12).
 *
 * @param revoked the slots or algorithms whose keys are revoked
 */
export function checkRevocation(trust: Trust, revoked: readonly string[], name: string, checks: CheckList): void {
  const state = revocationState(trust);
  const expected = 'no revocation of a key that signed';
  if (revoked.length > 0) {
    const found = revoked.join(', ');
    const sentence = `The key that signed ${found} is revoked.`;
    checks.add('trust', name, { status: 'pending', sentence, expected, found, reason: 'KEY_REVOKED' });
  } else if (state.store === null) {
    checks.add('trust', name, {
      status: 'not_performed',
      sentence: 'Whether a key that signed is revoked.',
      reason:
        state.count === 0
          ? 'No trust store was read, so no revocations are known.'
          : `No trust store was read; only the ${state.count} revocations given for this check were looked at.`,
    });
  } else {
    const known = `${state.count} ${state.count === 1 ? 'revocation' : 'revocations'}, last change ${state.last_change ?? 'never'}`;
    const sentence = `No key that signed is revoked in ${state.store} (${known}).`;
    checks.add('trust', name, { status: 'passed', sentence, expected, found: 'none' });
  }
}

/** Adds `validity.<name>`: pending with TIME_AHEAD where a time lies more than 300 s ahead (S41). `what`: "The signed time". */
export function checkClock(what: string, time: number, now: number, name: string, checks: CheckList): void {
  checks.add('validity', name, {
    ...(isAhead(time, now)
      ? { status: 'pending', sentence: `${what} lies ahead of this computer's clock.`, reason: 'TIME_AHEAD' }
      : { status: 'passed', sentence: `${what} does not lie ahead of this computer's clock.` }),
    expected: `at most 5 minutes after ${formatIsoTime(now)}`,
    found: formatIsoTime(time),
  });
}

/** Which store is asked for revocations, how many it knows, and when it last changed. */
export function revocationState(trust: Trust): RevocationState {
  const store = trust.store_name === undefined ? 'the trust store' : trust.store_name;
  return { store, count: trust.revocations.length, last_change: lastChangeOf(trust) };
}

/** A signature or statement that one edition made. */
export interface UsedEdition {
  readonly edition: HeldEdition;
  /** The signed or bound time; null where none is, so that the time of verification counts. Milliseconds since 1970. */
  readonly boundAt: number | null;
}

/**
 * The members of a report that say what it rests on.
 *
 * @param isVerified whether the outcome is VERIFIED: the lines about older editions and own sets are said of nothing else
 */
export function trustUsed(
  trust: Trust,
  used: readonly UsedEdition[],
  isVerified: boolean,
  now: number,
): { readonly trust_source: TrustSource | null; readonly trust: TrustUsed } {
  const editions = new Map(used.map((one) => [one.edition.keySet.fingerprint, one.edition]));
  const key_sets = [...editions.values()].map((edition) => usedKeySet(trust, edition));
  const source = (['own_service', 'given', 'trust_store'] as const).find((one) =>
    key_sets.some((set) => set.source === one),
  );
  const notes = isVerified ? [...new Set(used.flatMap((one) => notesOn(one, now)))] : [];
  return { trust_source: source ?? null, trust: { key_sets, revocations: revocationState(trust), notes } };
}

export const OWN_SERVICE_NOTE = 'Signed by the service on this machine; others must pin its key set first';

function notesOn({ edition, boundAt }: UsedEdition, now: number): readonly string[] {
  const { keySet, supersededAt, notAfter, entry } = edition;
  const isSuperseded = supersededAt !== null && supersededAt <= now;
  return [
    ...(entry.held === 'own_service' ? [OWN_SERVICE_NOTE] : []),
    ...(boundAt !== null && isSuperseded
      ? [
          `Signed under edition ${keySet.serial}, superseded on ${formatIsoTime(supersededAt)}; the time is the signer's statement`,
        ]
      : []),
    ...(boundAt !== null && notAfter < now
      ? [`The key set expired on ${keySet.not_after}; the time of issue is the signer's statement`]
      : []),
  ];
}

function usedKeySet(trust: Trust, { entry, keySet, supersededAt }: HeldEdition): UsedKeySet {
  const { keyset_id, issuer, principal, use, serial, fingerprint, not_before, not_after } = keySet;
  const by = 'endorsed_by' in entry ? entry.endorsed_by : undefined;
  const endorser = by === undefined ? undefined : trust.key_sets.find(({ key_set }) => key_set.fingerprint === by);
  const isStored = entry.held === 'pinned' || entry.held === 'endorsed';
  return {
    keyset_id,
    issuer,
    principal,
    use,
    edition: serial,
    fingerprint,
    demo: keySet.demo === true,
    source: isStored ? 'trust_store' : entry.held,
    path: entry.held === 'given' ? entry.source : null,
    held: entry.held,
    accepted_by: isStored ? entry.by : null,
    accepted_at: isStored ? entry.at : null,
    accepted_from: isStored ? entry.source : null,
    endorsed_by: endorser?.key_set.serial ?? null,
    not_before,
    not_after,
    superseded_on: supersededAt === null ? null : formatIsoTime(supersededAt),
    revocations: keySet.keys.flatMap((key) => {
      const revocation = revocationOf(trust, keySet, key);
      if (revocation === undefined) return [];
      const { revoked_at, reason, source } = revocation;
      return [{ algorithm: algorithmOf(key), thumbprint: keyThumbprint(key), revoked_at, reason, source }];
    }),
  };
}
