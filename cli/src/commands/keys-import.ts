/** `touchstone keys import`: a key set that a person compared or its former edition endorses, or a signed revocation. */
import path from 'node:path';
import { isJsonObject } from '@touchstone/core/canonical-json.ts';
import { isEditionRevoked, lineOf, revocationOf } from '@touchstone/core/keys/editions.ts';
import { verifyEndorsement } from '@touchstone/core/keys/endorsement.ts';
import { bareFingerprint } from '@touchstone/core/keys/fingerprint.ts';
import { algorithmOf, type KeySet, keyThumbprint, parseKeySet } from '@touchstone/core/keys/key-set.ts';
import {
  parseRevocation,
  REVOCATION_EXTENSION,
  REVOCATION_KIND,
  type RevocationFile,
  verifyRevocation,
} from '@touchstone/core/keys/revocation.ts';
import type { StoredKeySet, TrustStore } from '@touchstone/core/keys/trust.ts';
import {
  acceptEndorsedKeySet,
  assessImport,
  endorserOf,
  type ImportAssessment,
  importRevocation,
  pinKeySet,
} from '@touchstone/core/keys/trust-changes.ts';
import { parseStrictJson } from '@touchstone/core/strict-json.ts';
import { parseIsoTime } from '@touchstone/core/time.ts';
import { type Context, dataFolderOf, note, say } from '../command-line/context.ts';
import type { Options } from '../command-line/options.ts';
import { readBytes } from '../files/read-and-write.ts';
import { signatures } from '../keys/signing.ts';
import { confirm } from '../terminal/prompt.ts';
import { Refusal } from '../terminal/refusal.ts';
import { shown } from '../terminal/terminal.ts';
import { readTrust } from '../verifier/trust.ts';
import { describeKey, fact, showKeySet } from './key-set-text.ts';
import { actorOf, changeTrust, oneWord } from './keys-trust-file.ts';

export async function importKeys(options: Options, context: Context): Promise<number> {
  const name = oneWord(options, `a *.pqkeys.json or *${REVOCATION_EXTENSION} file`);
  const bytes = readBytes(name);
  if (isRevocation(bytes)) {
    const result = parseRevocation(bytes);
    if (result.ok) return importRevocations(name, result.file, options, context);
    throw new Refusal(`${name} is not a usable revocation. ${named(result.field)}${result.message}`);
  }
  const result = parseKeySet(bytes);
  if (result.ok) return importKeySet(name, result.keySet, options, context);
  throw new Refusal(`${name} is not a usable key set. ${named(result.field)}${result.message}`);
}

function isRevocation(bytes: Uint8Array): boolean {
  const parsed = parseStrictJson(bytes);
  return parsed.ok && isJsonObject(parsed.value) && parsed.value.kind === REVOCATION_KIND;
}

function named(field: string): string {
  return field === '' ? '' : `${field}: `;
}

async function importKeySet(name: string, keySet: KeySet, options: Options, { now }: Context): Promise<number> {
  const by = actorOf(options);
  const folder = dataFolderOf(options);
  const stated = options.value('--fingerprint');
  const store = readTrust(folder);
  const endorser = endorserOf(store, keySet);
  const endorsement = endorser === null ? null : await verifyEndorsement(keySet, endorser, signatures);
  const assessment = assessImport(store, keySet, endorsement, now());
  showKeySet(keySet);
  if (assessment.kind === 'conflict') throw conflicting(name, keySet, assessment.with);
  explain(store, keySet, assessment);
  if (stated !== undefined && bareFingerprint(stated) !== keySet.fingerprint) {
    throw new Refusal('The fingerprint differs from the one that you gave. The key set was NOT imported.', 1);
  }
  const pin = { at: now(), by, source: path.basename(name) };
  if (assessment.kind === 'known' && (stated === undefined || assessment.entry.held === 'pinned')) {
    say(`This key set is already ${howHeld(assessment.entry, store)}.`);
  } else if (assessment.kind === 'endorsed' && stated === undefined) {
    const question = `Accept edition ${keySet.serial} because edition ${assessment.by.key_set.serial} endorses it?`;
    if (!options.has('--yes') && !(await confirm(question, '--yes, or --fingerprint HEX'))) throw notImported();
    await changeTrust(folder, (present) => acceptEndorsedKeySet(present, keySet, assessment.endorsement, pin));
    say(`Accepted ${shown(keySet.keyset_id)}: endorsed by edition ${assessment.by.key_set.serial}, not pinned.`);
  } else {
    const question =
      'Did the issuer give you this same fingerprint through a channel other than the one the file came by?';
    if (stated === undefined && !(await confirm(question, '--fingerprint HEX'))) throw notImported();
    await changeTrust(folder, (present) => pinKeySet(present, keySet, pin));
    say(`Pinned ${shown(keySet.keyset_id)}.`);
  }
  const after = readTrust(folder);
  for (const key of keySet.keys) {
    if (revocationOf(after, keySet, key) === undefined) continue;
    note(`Note: the ${algorithmOf(key)} key ${keyThumbprint(key)} of this set is revoked here.`);
  }
  return 0;
}

function notImported(): Refusal {
  return new Refusal('The key set was not imported.', 1);
}

function conflicting(name: string, keySet: KeySet, { key_set: other }: StoredKeySet): Refusal {
  return new Refusal(
    `KEY_SET_CONFLICT: two key sets claim to be edition ${keySet.serial} of ${keySet.issuer}, ${keySet.principal} ` +
      `(use ${keySet.use}). Ask the issuer which is right. To replace the one in the trust store, remove trust in that one first ` +
      `(touchstone keys untrust ${other.fingerprint}):`,
    2,
    null,
    [`${other.fingerprint}  in the trust store`, `${keySet.fingerprint}  in ${name}`],
  );
}

function howHeld(entry: StoredKeySet, { key_sets: sets }: TrustStore): string {
  if (entry.held === 'pinned') return 'pinned';
  const by = sets.find(({ key_set }) => key_set.fingerprint === entry.endorsed_by);
  return `trusted (endorsed by ${by === undefined ? 'another edition' : `edition ${by.key_set.serial}`})`;
}

/** Who vouches for the set, and what its import means for files that other editions signed (verdict H1). */
function explain(store: TrustStore, keySet: KeySet, assessment: ImportAssessment): void {
  if (assessment.kind === 'known') return;
  if (assessment.kind === 'endorsed') {
    const { by } = assessment;
    fact('Endorsed', `by all keys of edition ${by.key_set.serial}, which is ${howHeld(by, store)} here`);
    fact('', by.key_set.fingerprint);
  }
  if (assessment.kind === 'not_endorsed') {
    const known = assessment.editions.map(({ key_set }) => key_set);
    fact('Endorsed', `no. ${assessment.reason}`);
    say(
      `The trust store contains ${known.length === 1 ? 'another edition' : 'other editions'} for the same principal:`,
    );
    for (const { serial, fingerprint } of known) say(`  edition ${serial}  ${fingerprint}`);
    say('Only comparing the fingerprint can show whether this set belongs to the same issuer.');
  }
  const line = lineOf(store, keySet).map((held) => held.keySet);
  const older = line.filter(({ serial }) => serial < keySet.serial).at(-1);
  const newer = line.find(({ serial }) => serial > keySet.serial);
  if (older !== undefined && newer === undefined) {
    say(`From ${keySet.not_before} on, edition ${keySet.serial} is the current one.`);
    if (leavesTime(older, keySet)) {
      say(`Files that edition ${older.serial} signed before then stay Verified, with a note. A file signed by`);
      say(`edition ${older.serial} with a later date or no signed date will be Inconclusive (KEY_SUPERSEDED).`);
    } else {
      say(
        `That is not later than the start of edition ${older.serial}: every file of edition ${older.serial} will be Inconclusive`,
      );
      say('(KEY_SUPERSEDED).');
    }
    if (isEditionRevoked(store, older))
      say(`Keys of edition ${older.serial} are revoked: files that they signed stay Inconclusive.`);
  }
  if (newer !== undefined) {
    say(
      `This set is older than edition ${newer.serial}, which stays the current one. Files that this set signed before`,
    );
    say(`${newer.not_before} will be Verified; later files will be Inconclusive (KEY_SUPERSEDED).`);
    if (!leavesTime(keySet, newer)) say('This set is not valid any earlier, so none of its files will be Verified.');
  }
}

/** Whether an edition begins before the next one, so that there is a time at which it counts (decisions 12.7). */
function leavesTime(older: KeySet, next: KeySet): boolean {
  return (parseIsoTime(older.not_before) ?? Number.NaN) < (parseIsoTime(next.not_before) ?? Number.NaN);
}

async function importRevocations(
  name: string,
  file: RevocationFile,
  options: Options,
  { now }: Context,
): Promise<number> {
  if (options.has('--fingerprint')) {
    throw new Refusal(
      '--fingerprint works only with a key set. A revocation is signed by keys that are already pinned.',
    );
  }
  const folder = dataFolderOf(options);
  const verdict = await verifyRevocation(file, readTrust(folder), signatures);
  if (!verdict.ok) throw new Refusal(`${name}: ${verdict.message} Nothing was revoked.`, 1);
  const { revocation } = verdict;
  const { keySet, signer } = revocation;
  fact('Revokes', `keys of ${shown(keySet.keyset_id)}, edition ${keySet.serial}`);
  fact('Issuer', `${shown(keySet.issuer)}, ${shown(keySet.principal)} (use: ${keySet.use})`);
  fact('Fingerprint', keySet.fingerprint);
  for (const key of keySet.keys) if (file.kids.includes(key.kid)) say(`  ${describeKey(key)}`);
  fact('Signed', signer === keySet ? 'by the set itself' : `by edition ${signer.serial}, ${signer.fingerprint}`);
  fact('Stated', `${file.revoked_at}, ${file.reason === '' ? 'no reason given' : shown(file.reason)}`);
  const change = await changeTrust(folder, (store) => importRevocation(store, revocation, now(), path.basename(name)));
  say(
    change.note === 'unchanged'
      ? 'These keys are already revoked.'
      : 'Revoked. Nothing that these keys ever signed will be Verified here again.',
  );
  return 0;
}
