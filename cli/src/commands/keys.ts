/** `touchstone keys`: the issuer key sets of this machine and the trust store. */
import { mkdirSync } from 'node:fs';
import { userInfo } from 'node:os';
import path from 'node:path';
import { ISSUER_NAME } from '@touchstone/core/artifact/artifact.ts';
import { wipe } from '@touchstone/core/bytes.ts';
import { bareFingerprint } from '@touchstone/core/keys/fingerprint.ts';
import { ARTIFACT_ALGORITHMS, generateKeySet, newKeySetId } from '@touchstone/core/keys/generate.ts';
import { algorithmOf, type KeySet, keyThumbprint, type PublicJwk } from '@touchstone/core/keys/key-set.ts';
import { sealSecretKeys } from '@touchstone/core/keys/secret-keys.ts';
import { isRevoked, pinKeySet, revokeKey, type TrustChange, type TrustStore } from '@touchstone/core/keys/trust.ts';
import { systemRandom } from '@touchstone/core/random.ts';
import { formatIsoTime, parseIsoTime } from '@touchstone/core/time.ts';
import { changeTrustStoreFile } from '@touchstone/server/trust-store-file.ts';
import { type Context, dataFolderOf, note, say } from '../context.ts';
import { existingDataFolder } from '../existing-data-folder.ts';
import { fileNameOf, keySetText, ownKeySets, saveKeySet } from '../key-folder.ts';
import { type Options, readOptions, required, wholeNumber } from '../options.ts';
import { writeNew } from '../output.ts';
import { newPassphrase, passphraseKdf } from '../passphrase.ts';
import { confirm } from '../prompt.ts';
import { Refusal, systemReason } from '../refusal.ts';
import { signatures } from '../signing.ts';
import { shown } from '../terminal.ts';
import { KEY_SET_EXTENSION, readKeySetFile, readTrust, TRUST_STORE_FILE } from '../verifier/trust.ts';

const DAY_MS = 86_400_000;
/** SHA-256 in base64url. One of 64 begins with a hyphen, as options do; no option is as long. */
const THUMBPRINT = /^[A-Za-z0-9_-]{43}$/;

const HELP = `touchstone keys manages issuer key sets and the trust store of the data folder.

Usage:
  touchstone keys new --principal NAME [--issuer NAME] [--id ID] [--serial N] [--days N] [--from TIME] [--slh sha2|shake] [--demo]
      makes a key set for artifacts: ML-DSA-87, SLH-DSA-256s and FALCON-1024. The secret keys are encrypted under a
      passphrase (argon2id, AES-256-GCM) in <data folder>/keys. The new set is not trusted until you import it.

  touchstone keys export ID [--out FILE]        writes the public key set, to give to those who verify
  touchstone keys import FILE [--fingerprint HEX] [--by NAME]
      shows the fingerprint; pins the key set if you confirm that the issuer gave you the same fingerprint on
      another way, or if --fingerprint is equal; blanks, colons, dashes and capitals in it do not count
  touchstone keys list [--json]                 lists pinned and own key sets, validity and revocations
  touchstone keys revoke KEY… [--reason TEXT] [--yes]
      revokes keys for good, by thumbprint or kid, whatever they have signed and whenever; after -- every word is a
      KEY, also a kid that begins with a hyphen

  --passphrase-file FILE  the passphrase of the secret keys; else TOUCHSTONE_PASSPHRASE, else you are asked
  --days N                validity in days (default 365), from now or --from (ISO 8601)
  --data-dir DIR          Touchstone's data folder

Exit codes: 0 done, 1 refused (another fingerprint, or you did not confirm), 2 wrong command line or unreadable file.
`;

export async function keys(args: readonly string[], context: Context): Promise<number> {
  const [action, ...rest] = args;
  if (action === undefined || action === '--help' || action === '-h' || rest.includes('--help')) {
    say(HELP.trimEnd());
    return action === undefined ? 2 : 0;
  }
  const data = '--data-dir';
  switch (action) {
    case 'new': {
      const single = [
        '--principal',
        '--issuer',
        '--id',
        '--serial',
        '--days',
        '--from',
        '--slh',
        '--passphrase-file',
        data,
      ];
      return newKeys(readOptions(rest, { flags: ['--demo'], single }), context);
    }
    case 'export':
      return exportKeys(readOptions(rest, { single: ['--out', data], words: 'id' }));
    case 'import':
      return importKeys(readOptions(rest, { single: ['--fingerprint', '--by', data], words: 'file' }), context);
    case 'list':
      return listKeys(readOptions(rest, { flags: ['--json'], single: [data] }), context);
    case 'revoke':
      return revokeKeys(
        readOptions(rest, {
          flags: ['--yes'],
          single: ['--reason', data],
          words: 'keys',
          isWord: (arg) => THUMBPRINT.test(arg),
        }),
        context,
      );
    default:
      throw new Refusal(`Unknown action ${JSON.stringify(action)}. There are: new, export, import, list, revoke.`);
  }
}

async function newKeys(options: Options, { now }: Context): Promise<number> {
  const from = options.value('--from');
  const notBefore = from === undefined ? now() : parseIsoTime(from);
  if (notBefore === null) throw new Refusal('--from takes an ISO 8601 date-time with its zone.');
  const days = wholeNumber(options.value('--days') ?? '365', '--days', 1, 36_500);
  const notAfter = notBefore + days * DAY_MS;
  if (![notBefore, notAfter].every((time) => parseIsoTime(formatIsoTime(time)) !== null)) {
    throw new Refusal('--from and --days give a validity outside the years 0000 to 9999, which no reader accepts.');
  }
  const slh = options.value('--slh') ?? 'sha2';
  if (slh !== 'sha2' && slh !== 'shake') throw new Refusal('--slh takes sha2 or shake.');
  const id = options.value('--id') ?? newKeySetId(systemRandom);
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/.test(id)) {
    throw new Refusal('--id takes up to 64 letters, digits, dots, hyphens and underscores.');
  }
  const plan = {
    keyset_id: id,
    issuer: options.value('--issuer') ?? ISSUER_NAME,
    principal: required(options, '--principal'),
    use: 'artifact' as const,
    serial: wholeNumber(options.value('--serial') ?? '1', '--serial', 1, Number.MAX_SAFE_INTEGER),
    notBefore,
    notAfter,
    demo: options.has('--demo'),
    algorithms: slh === 'sha2' ? ARTIFACT_ALGORITHMS : (['ML-DSA-87', 'SLH-DSA-SHAKE-256s', 'FALCON-1024'] as const),
  };
  const passphrase = await newPassphrase(options, 'the secret keys');
  const generated = await generateKeySet(plan, signatures);
  try {
    const text = await sealSecretKeys(
      generated.keySet,
      generated.secretKeys,
      passphrase,
      passphraseKdf(),
      systemRandom,
    );
    const saved = saveKeySet(dataFolderOf(options), generated.keySet, text);
    show(generated.keySet);
    say(`Secret keys: ${shown(saved.secretFile)}`);
    say(`Public keys: ${shown(saved.publicFile)}`);
    return 0;
  } finally {
    wipe(...generated.secretKeys.values());
  }
}

async function exportKeys(options: Options): Promise<number> {
  const id = oneWord(options, 'a key set id or fingerprint');
  const folder = existingDataFolder(options);
  const known = [
    ...ownKeySets(folder).map(({ keySet }) => keySet),
    ...readTrust(folder).key_sets.map(({ key_set }) => key_set),
  ];
  const found = new Map(
    known
      .filter((set) => set.keyset_id === id || set.fingerprint === bareFingerprint(id))
      .map((set) => [set.fingerprint, set]),
  );
  const [keySet] = found.values();
  if (keySet === undefined) throw new Refusal(`${folder} holds no key set ${id}.`);
  if (found.size > 1) throw new Refusal(`Several key sets are called ${id}. Name one by its fingerprint.`);
  const out = options.value('--out') ?? `${fileNameOf(keySet)}${KEY_SET_EXTENSION}`;
  writeNew(out, keySetText(keySet));
  show(keySet);
  say(`Wrote ${shown(out)}. Give the fingerprint to those who verify on another way than the file.`);
  return 0;
}

async function importKeys(options: Options, { now }: Context): Promise<number> {
  const file = oneWord(options, 'a *.pqkeys.json file');
  const by = options.value('--by') ?? userName();
  const keySet = readKeySetFile(file);
  const stated = options.value('--fingerprint');
  show(keySet);
  if (stated !== undefined) {
    if (bareFingerprint(stated) !== keySet.fingerprint) {
      throw new Refusal('The fingerprint differs from the one given. The key set was NOT imported.', 1);
    }
  } else if (!(await confirm('Did the issuer give you this same fingerprint on another way?', '--fingerprint HEX'))) {
    throw new Refusal('The key set was not imported.', 1);
  }
  const folder = dataFolderOf(options);
  const pin = { at: now(), by, source: path.basename(file) };
  const change = await changeTrust(folder, (store) => pinKeySet(store, keySet, pin));
  if (change.note === 'unchanged') say('This key set is pinned already.');
  else say(`${change.note === 'replaced' ? 'Replaced an older edition of' : 'Pinned'} ${shown(keySet.keyset_id)}.`);
  const revoked = keySet.keys.filter((key) => isRevoked(change.store, key));
  for (const key of revoked) note(`Note: its ${algorithmOf(key)} key ${keyThumbprint(key)} is revoked here.`);
  return 0;
}

/** Throws Refusal where the system has no name for the user, as in a container that runs under a bare number. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    throw new Refusal('--by is missing, and this system does not know what you are called.');
  }
}

async function listKeys(options: Options, { now }: Context): Promise<number> {
  const folder = existingDataFolder(options);
  const trust = readTrust(folder);
  const own = ownKeySets(folder);
  if (options.has('--json')) {
    const ownSets = own.map(({ keySet, secretFile }) => ({ key_set: keySet, secret_file: secretFile }));
    say(JSON.stringify({ data_dir: folder, trust_store: trust, own_key_sets: ownSets }, null, 2));
    return 0;
  }
  say(`Data folder: ${shown(folder)}`);
  say('');
  say(trust.key_sets.length === 0 ? 'Pinned key sets: none. Nothing is trusted.' : 'Pinned key sets:');
  for (const { key_set: keySet, pinned_at, pinned_by, source } of trust.key_sets) {
    say('');
    show(keySet);
    say(`Validity:    ${validity(keySet, now())}`);
    say(`Pinned:      ${pinned_at} by ${shown(pinned_by)}, from ${shown(source)}`);
    for (const key of keySet.keys) if (isRevoked(trust, key)) say(`Revoked:     ${describe(key)}`);
  }
  say('');
  say(own.length === 0 ? 'Own key sets: none.' : 'Own key sets (secret keys on this machine):');
  for (const { keySet, secretFile } of own)
    say(`  ${shown(keySet.keyset_id)}  ${keySet.fingerprint}  ${shown(secretFile)}`);
  say('');
  say(trust.revocations.length === 0 ? 'Revocations: none.' : 'Revocations:');
  for (const { thumbprint, revoked_at, reason } of trust.revocations)
    say(`  ${thumbprint}  ${revoked_at}  ${shown(reason)}`);
  return 0;
}

async function revokeKeys(options: Options, { now }: Context): Promise<number> {
  if (options.words.length === 0)
    throw new Refusal('Which key? Name a thumbprint or a kid; `touchstone keys list` shows them.');
  const folder = existingDataFolder(options);
  const sets = [
    ...readTrust(folder).key_sets.map(({ key_set }) => key_set),
    ...ownKeySets(folder).map(({ keySet }) => keySet),
  ];
  const thumbprints = options.words.flatMap((name) => thumbprintsOf(name, sets));
  for (const thumbprint of thumbprints) say(`To revoke:   ${thumbprint}${knownAs(thumbprint, sets)}`);
  say('A revocation cannot be taken back: nothing that these keys ever signed will be VERIFIED here again.');
  if (!options.has('--yes') && !(await confirm('Revoke?', '--yes'))) throw new Refusal('Nothing was revoked.', 1);
  const reason = options.value('--reason') ?? 'not stated';
  for (const thumbprint of thumbprints) {
    const change = await changeTrust(folder, (store) => revokeKey(store, thumbprint, now(), reason));
    say(change.note === 'unchanged' ? `${thumbprint} is revoked already.` : `Revoked ${thumbprint}.`);
  }
  return 0;
}

/** A kid names the keys of known sets that have it; a thumbprint names a key even before its set is known. */
function thumbprintsOf(name: string, sets: readonly KeySet[]): readonly string[] {
  const byKid = new Set(
    sets.flatMap(({ keys }) =>
      keys.filter((key) => key.kid === name || keyThumbprint(key) === name).map(keyThumbprint),
    ),
  );
  if (byKid.size > 0) return [...byKid];
  if (THUMBPRINT.test(name)) return [name];
  throw new Refusal(
    `No known key has the kid ${JSON.stringify(name)}, and it is no thumbprint (43 characters of base64url).`,
  );
}

function knownAs(thumbprint: string, sets: readonly KeySet[]): string {
  for (const { keyset_id, keys } of sets) {
    const key = keys.find((candidate) => keyThumbprint(candidate) === thumbprint);
    if (key !== undefined) return ` (${algorithmOf(key)} of ${shown(keyset_id)})`;
  }
  return ' (of no key set known here)';
}

function show(keySet: KeySet): void {
  say(
    `Key set:     ${shown(keySet.keyset_id)}, serial ${keySet.serial}${keySet.demo === true ? ' (demo: an example without authority)' : ''}`,
  );
  say(`Issuer:      ${shown(keySet.issuer)}, ${shown(keySet.principal)} (use: ${keySet.use})`);
  say(`Valid:       ${keySet.not_before} to ${keySet.not_after}`);
  for (const key of keySet.keys) say(`  ${describe(key)}`);
  say(`Fingerprint: ${keySet.fingerprint}`);
}

function describe(key: PublicJwk): string {
  const thumbprint = keyThumbprint(key);
  return `${algorithmOf(key).padEnd(19)} ${thumbprint}${key.kid === thumbprint ? '' : ` (kid ${shown(key.kid)})`}`;
}

function validity(keySet: KeySet, now: number): string {
  if (now < (parseIsoTime(keySet.not_before) ?? 0)) return `not yet valid (now ${formatIsoTime(now)})`;
  if (now > (parseIsoTime(keySet.not_after) ?? 0)) return `expired (now ${formatIsoTime(now)})`;
  return 'valid now';
}

/** Changes the trust store file under the lock that a running server respects too. */
async function changeTrust(
  folder: string,
  apply: (store: TrustStore) => TrustChange,
): Promise<TrustChange & { readonly ok: true }> {
  const file = path.join(folder, TRUST_STORE_FILE);
  let change: TrustChange;
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    change = await changeTrustStoreFile(file, apply);
  } catch (error) {
    throw new Refusal(`${file} could not be changed: ${systemReason(error)}.`);
  }
  if (!change.ok) throw new Refusal(change.message, 1);
  return change;
}

function oneWord(options: Options, what: string): string {
  const [word, ...more] = options.words;
  if (word === undefined || more.length > 0) throw new Refusal(`This takes exactly one argument: ${what}.`);
  return word;
}
