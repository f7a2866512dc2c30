/** `touchstone keys untrust` and `touchstone keys revoke`: what ends trust, for now or for good. */
import { wipe } from '@touchstone/core/bytes.ts';
import { heldByFingerprint, heldEditions } from '@touchstone/core/keys/editions.ts';
import { bareFingerprint } from '@touchstone/core/keys/fingerprint.ts';
import { algorithmOf, type KeySet, keyThumbprint } from '@touchstone/core/keys/key-set.ts';
import { REVOCATION_EXTENSION, REVOCATION_KIND, type RevocationBody } from '@touchstone/core/keys/revocation.ts';
import { openSecretKeys } from '@touchstone/core/keys/secret-keys.ts';
import { revocationText, signRevocation } from '@touchstone/core/keys/sign-revocation.ts';
import { revokeKey, untrustKeySet } from '@touchstone/core/keys/trust-changes.ts';
import { formatIsoTime } from '@touchstone/core/time.ts';
import { type Context, say } from '../command-line/context.ts';
import type { Options } from '../command-line/options.ts';
import { givenPassphrase, passphraseKdf } from '../command-line/passphrase.ts';
import { readBytes, refuseExisting, writeNew } from '../files/read-and-write.ts';
import { existingDataFolder } from '../keys/existing-data-folder.ts';
import { choicesOf, type OwnKeySet, ownKeySets } from '../keys/key-folder.ts';
import { signatures } from '../keys/signing.ts';
import { confirm } from '../terminal/prompt.ts';
import { Refusal } from '../terminal/refusal.ts';
import { shown } from '../terminal/terminal.ts';
import { readTrust } from '../verifier/trust.ts';
import { showKeySet } from './key-set-text.ts';
import { actorOf, changeTrust, namedSet, oneWord } from './keys-trust-file.ts';

/** SHA-256 in base64url. One of 64 begins with a hyphen, as options do; no option is as long. */
export const THUMBPRINT = /^[A-Za-z0-9_-]{43}$/;

export async function untrustKeys(options: Options, { now }: Context): Promise<number> {
  const word = oneWord(options, 'the id or fingerprint of a key set in the trust store');
  const folder = existingDataFolder(options);
  const by = actorOf(options);
  const store = readTrust(folder);
  const keySet = namedSet(
    store.key_sets.map(({ key_set }) => key_set),
    word,
    'The trust store',
  );
  const entry = store.key_sets.find(({ key_set }) => key_set.fingerprint === keySet.fingerprint);
  showKeySet(keySet);
  if (entry?.untrusted !== undefined) {
    say(`Trust in this key set was already removed, at ${entry.untrusted.at} by ${shown(entry.untrusted.by)}.`);
    return 0;
  }
  const preview = untrustKeySet(store, keySet.fingerprint, { at: now(), by });
  const lost = preview.ok
    ? heldEditions(store).filter(({ keySet: set }) => heldByFingerprint(preview.store, set.fingerprint) === undefined)
    : [];
  const resting = lost.map((held) => held.keySet).filter(({ fingerprint }) => fingerprint !== keySet.fingerprint);
  if (resting.length > 0) say('This also removes trust in key sets that only this one endorses:');
  for (const choice of choicesOf(resting)) say(`  ${shown(choice)}`);
  say(
    'Files signed under this key set will be Inconclusive (SIGNER_NOT_TRUSTED). No key is revoked: after you compare the',
  );
  say('fingerprint again, touchstone keys import restores the set.');
  if (!options.has('--yes') && !(await confirm('Remove trust?', '--yes'))) throw new Refusal('Nothing was changed.', 1);
  await changeTrust(folder, (present) => untrustKeySet(present, keySet.fingerprint, { at: now(), by }));
  say(`${shown(keySet.keyset_id)} is no longer trusted.`);
  return 0;
}

export async function revokeKeys(options: Options, context: Context): Promise<number> {
  if (options.words.length === 0) {
    throw new Refusal('Which key? Name a key set, a thumbprint or a kid. touchstone keys list shows them.');
  }
  const { now } = context;
  const folder = existingDataFolder(options);
  const own = ownKeySets(folder);
  const sets = [...readTrust(folder).key_sets.map(({ key_set }) => key_set), ...own.map(({ keySet }) => keySet)];
  const thumbprints = [...new Set(options.words.flatMap((name) => thumbprintsOf(name, sets)))];
  const out = options.value('--out');
  const reason = options.value('--reason') ?? (out === undefined ? 'not stated' : '');
  if (out !== undefined) {
    if (!out.endsWith(REVOCATION_EXTENSION))
      throw new Refusal(`--out needs a file name that ends in ${REVOCATION_EXTENSION}.`);
    refuseExisting(out);
  }
  const signed = out === undefined ? null : { out, ...signerOf(thumbprints, sets, own) };
  for (const thumbprint of thumbprints) say(`To revoke:   ${thumbprint}${knownAs(thumbprint, sets)}`);
  say('A revocation cannot be undone: nothing that these keys ever signed will be Verified here again.');
  if (signed !== null) say('The same holds for everybody who imports the file.');
  if (!options.has('--yes') && !(await confirm('Revoke?', '--yes'))) throw new Refusal('Nothing was revoked.', 1);
  if (signed !== null) await writeRevocation(signed, thumbprints, now(), reason, options);
  for (const thumbprint of thumbprints) {
    const change = await changeTrust(folder, (store) => revokeKey(store, thumbprint, now(), reason));
    say(change.note === 'unchanged' ? `${thumbprint} is already revoked.` : `Revoked ${thumbprint}.`);
  }
  if (signed !== null) {
    say(
      `Wrote ${shown(signed.out)}, signed by edition ${signed.signer.keySet.serial}. Give this file to everybody who verifies your files:`,
    );
    say(
      `       touchstone keys import FILE${REVOCATION_EXTENSION}, or pq-verify --revocations FILE${REVOCATION_EXTENSION}`,
    );
  }
  return 0;
}

interface Signed {
  readonly out: string;
  /** Whose keys are revoked. */
  readonly keySet: KeySet;
  readonly signer: OwnKeySet;
}

/** The one set whose keys they are, and the own edition that may sign: that set itself, else the latest one after it. */
function signerOf(
  thumbprints: readonly string[],
  sets: readonly KeySet[],
  own: readonly OwnKeySet[],
): Pick<Signed, 'keySet' | 'signer'> {
  const keySet = sets.find(({ keys }) => thumbprints.every((one) => keys.some((key) => keyThumbprint(key) === one)));
  if (keySet === undefined) {
    throw new Refusal(
      '--out writes a revocation for keys of one set. Name keys of a single set that this data folder knows.',
    );
  }
  const later = own
    .filter(({ keySet: { issuer, principal, use, serial } }) => {
      const isSameLine = issuer === keySet.issuer && principal === keySet.principal && use === keySet.use;
      return isSameLine && serial > keySet.serial;
    })
    .sort((a, b) => b.keySet.serial - a.keySet.serial);
  const signer = own.find((one) => one.keySet.fingerprint === keySet.fingerprint) ?? later[0];
  if (signer !== undefined) return { keySet, signer };
  throw new Refusal(
    `This data folder contains no secret keys of ${keySet.keyset_id} or of a later edition, so the file cannot be signed. ` +
      'Name the right data folder with --data-dir, or leave out --out to revoke only here.',
  );
}

async function writeRevocation(
  { out, keySet, signer }: Signed,
  thumbprints: readonly string[],
  now: number,
  reason: string,
  options: Options,
): Promise<void> {
  const opened = await openSecretKeys(readBytes(signer.secretFile), await givenPassphrase(options), passphraseKdf());
  if (!opened.ok) throw new Refusal(opened.message, 1);
  try {
    const kids = keySet.keys.filter((key) => thumbprints.includes(keyThumbprint(key))).map(({ kid }) => kid);
    const body: RevocationBody = {
      kind: REVOCATION_KIND,
      keyset_fingerprint: keySet.fingerprint,
      kids,
      revoked_at: formatIsoTime(now),
      reason,
    };
    writeNew(out, revocationText(await signRevocation(body, signer.keySet, opened.secretKeys, signatures)));
  } finally {
    wipe(...opened.secretKeys.values());
  }
}

/** A set names all its keys; a kid those of known sets that have it; a thumbprint a key even before its set is known. */
function thumbprintsOf(name: string, sets: readonly KeySet[]): readonly string[] {
  const whole = sets.find(({ keyset_id: id, fingerprint }) => id === name || fingerprint === bareFingerprint(name));
  if (whole !== undefined) return namedSet(sets, name, 'This data folder').keys.map(keyThumbprint);
  const byKid = new Set(
    sets.flatMap(({ keys }) =>
      keys.filter((key) => key.kid === name || keyThumbprint(key) === name).map(keyThumbprint),
    ),
  );
  if (byKid.size > 0) return [...byKid];
  if (THUMBPRINT.test(name)) return [name];
  throw new Refusal(
    `${JSON.stringify(name)} is no known key set, no kid of a known key, and not a thumbprint (43 ` +
      `characters of base64url).${sets.length === 0 ? '' : ' Known key sets:'}`,
    2,
    null,
    choicesOf(sets),
  );
}

function knownAs(thumbprint: string, sets: readonly KeySet[]): string {
  for (const { keyset_id, keys } of sets) {
    const key = keys.find((candidate) => keyThumbprint(candidate) === thumbprint);
    if (key !== undefined) return ` (${algorithmOf(key)} of ${shown(keyset_id)})`;
  }
  return ' (of a key set unknown here)';
}
