/**
 * `own-service.json` in the data folder (decisions 12.18): the public key sets of the service on this machine. The server
 * writes it, readable by its owner only; `pq-verify` believes it only in a folder of the user who runs it. Artifact sets are
 * not in it: those a person pins.
 */
import { toHex } from '../bytes.ts';
import { canonicalBytes, type JsonObject, type JsonValue } from '../canonical-json.ts';
import { sha3_256, tagged } from '../hash.ts';
import { exactly, hash, listOf, oneOf, Unreadable } from '../strict-members.ts';
import { type KeySet, type KeyUse, readKeySet } from './key-set.ts';

export const OWN_SERVICE_FILE = 'own-service.json';
export const OWN_SERVICE_KIND = 'svc-own-service/v1';

/** The uses whose sets the file holds. */
export const OWN_SERVICE_USES = ['service', 'receipt', '3key'] as const satisfies readonly KeyUse[];

export const OWN_STATES = ['current', 'retired'] as const;

export interface OwnKeySet {
  readonly key_set: KeySet;
  /** A revoked set is not in the file. */
  readonly state: (typeof OWN_STATES)[number];
}

export interface OwnService {
  readonly sets: readonly OwnKeySet[];
}

export type OwnServiceResult =
  | { readonly ok: true; readonly own: OwnService }
  | { readonly ok: false; readonly field: string; readonly message: string };

/**
 * The own sets of what a server answers: `stated` says which of its sets counts how, `published` are the documents. Every
 * fingerprint is recomputed; what cannot be read, is revoked or has another use is left out.
 */
export function readOwnKeySets(
  stated: readonly { readonly fingerprint: string; readonly state: string }[],
  published: readonly unknown[],
): readonly OwnKeySet[] {
  const states = new Map(stated.map(({ fingerprint, state }) => [fingerprint, state]));
  return published.flatMap((document): OwnKeySet[] => {
    const result = readKeySet(document as JsonValue);
    if (!result.ok || !isOwnUse(result.keySet.use)) return [];
    const state = OWN_STATES.find((known) => known === states.get(result.keySet.fingerprint));
    return state === undefined ? [] : [{ key_set: result.keySet, state }];
  });
}

/** The document as it is stored: `{kind, sets, checksum}`. Throws RangeError for a set of another use. */
export function ownServiceDocument({ sets }: OwnService): JsonObject {
  const wrong = sets.find(({ key_set: { use } }) => !isOwnUse(use));
  if (wrong !== undefined) throw new RangeError(`a set of use ${wrong.key_set.use} does not belong into the file`);
  const rest = { kind: OWN_SERVICE_KIND, sets } as unknown as JsonObject;
  return { ...rest, checksum: checksumOf(rest) };
}

export function ownServiceText(own: OwnService): string {
  return `${JSON.stringify(ownServiceDocument(own), null, 2)}\n`;
}

/** Reads the stored document strictly; every fingerprint and the checksum are recomputed. */
export function readOwnService(value: JsonValue): OwnServiceResult {
  try {
    const document = exactly(value, '', ['kind', 'sets', 'checksum']);
    oneOf(document.kind, 'kind', [OWN_SERVICE_KIND]);
    const sets = listOf(document.sets, 'sets', ownKeySet);
    const { checksum, ...rest } = document;
    if (hash(checksum, 'checksum') !== checksumOf(rest)) {
      throw new Unreadable('checksum', 'The file was changed after it was written.');
    }
    return { ok: true, own: { sets } };
  } catch (error) {
    if (error instanceof Unreadable) return { ok: false, field: error.field, message: error.message };
    throw error;
  }
}

function ownKeySet(value: JsonValue, field: string): OwnKeySet {
  const entry = exactly(value, field, ['key_set', 'state']);
  const state = oneOf(entry.state, `${field}.state`, OWN_STATES);
  const result = readKeySet(entry.key_set ?? null);
  if (!result.ok) throw new Unreadable(`${field}.key_set.${result.field}`, result.message);
  if (!isOwnUse(result.keySet.use)) {
    throw new Unreadable(`${field}.key_set.use`, `It is none of ${OWN_SERVICE_USES.join(', ')}.`);
  }
  return { key_set: result.keySet, state };
}

function isOwnUse(use: KeyUse): boolean {
  return (OWN_SERVICE_USES as readonly KeyUse[]).includes(use);
}

/** SHA3-256(`svc-own-service/v1` 00 JCS(the document without `checksum`)): finds damage, not malice. */
function checksumOf(rest: JsonObject): string {
  return toHex(sha3_256(tagged('own-service', canonicalBytes(rest))));
}
