/** Release sets of a key folder: the first one, the next edition, and an endorsement for one that was made elsewhere. */
import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { wipe } from '@touchstone/core/bytes.ts';
import { isEditionRevoked } from '@touchstone/core/keys/editions.ts';
import { isSameLine, mayEndorse } from '@touchstone/core/keys/endorsement.ts';
import { isInValidity, type KeySet, parseKeySet } from '@touchstone/core/keys/key-set.ts';
import { openSecretKeys } from '@touchstone/core/keys/secret-keys.ts';
import { endorseKeySet } from '@touchstone/core/keys/sign-endorsement.ts';
import { RELEASE_ALGORITHMS, whyNoReleaseSet } from '@touchstone/core/release/release-set.ts';
import type { ReleaseSigner } from '@touchstone/core/release/sign-release.ts';
import { formatIsoTime, parseIsoTime } from '@touchstone/core/time.ts';
import { PRODUCT } from '@touchstone/core/version.ts';
import { type Context, dataFolderOf, note, say } from '../../src/command-line/context.ts';
import { type Options, required, visible } from '../../src/command-line/options.ts';
import { givenPassphrase, passphraseKdf } from '../../src/command-line/passphrase.ts';
import { showKeySet } from '../../src/commands/key-set-text.ts';
import { type EditionPlan, makeEdition } from '../../src/commands/keys-new.ts';
import { readBytes, writeNew } from '../../src/files/read-and-write.ts';
import { keySetText, type OwnKeySet, publicFileOf, publicKeySets, soundKeySets } from '../../src/keys/key-folder.ts';
import { signatures } from '../../src/keys/signing.ts';
import { Refusal } from '../../src/terminal/refusal.ts';
import { shown } from '../../src/terminal/terminal.ts';
import { readTrust } from '../../src/verifier/trust.ts';

/** Three years: a program cannot be updated from a file once its set has ended. */
const DEFAULT_DAYS = 1_095;
const PIN = 'A build pins the public set as electron/release.pqkeys.json.';

/**
 * The release sets of a folder, by serial, the latest first. Throws Refusal where there is none, and where it is not certain which
 * one others know as the latest: it is there twice, a run was broken off before it wrote the public file, its secret file is not
 * here any more, or a file is damaged.
 */
export function releaseSets(folder: string): readonly [OwnKeySet, ...OwnKeySet[]] {
  const sets = soundKeySets(folder)
    .filter(({ keySet }) => keySet.use === 'release')
    .sort((a, b) => b.keySet.serial - a.keySet.serial);
  requireSecretKeys(folder, sets);
  const [latest, ...former] = sets;
  if (latest !== undefined) {
    requireOneLatest(latest, former);
    return [latest, ...former];
  }
  throw new Refusal(`${folder} holds no release keys. \`npm run release -- keys\` makes them.`);
}

function requireOneLatest(latest: OwnKeySet, former: readonly OwnKeySet[]): void {
  const { keyset_id: id, serial } = latest.keySet;
  const twin = former.find(({ keySet }) => keySet.serial === serial);
  if (twin !== undefined) {
    throw new Refusal(
      `${latest.secretFile} and ${twin.secretFile} are both edition ${serial}. Move the one away whose public set was given to nobody.`,
    );
  }
  const file = publicFileOf(latest);
  if (existsSync(file)) return;
  throw new Refusal(
    `${file} is missing: a run was broken off, or the file was removed. \`touchstone keys export\` with the same --data-dir, --out ${file} and ${id} writes it.`,
  );
}

/**
 * Throws Refusal where the folder has the public file of a release set, no earlier than the latest one here, but not its secret
 * keys: others may go by that one already.
 */
function requireSecretKeys(folder: string, [latest, ...former]: readonly OwnKeySet[]): void {
  for (const { keySet, publicFile } of publicKeySets(folder)) {
    const { use, serial, fingerprint } = keySet;
    if (use !== 'release' || [latest, ...former].some((own) => own?.keySet.fingerprint === fingerprint)) continue;
    const what = `${publicFile} is edition ${serial}, and its secret keys are not in this folder. Bring them back from a copy`;
    if (latest === undefined) {
      throw new Refusal(
        `${what}. Where they are lost, \`keys --serial ${serial + 1}\` makes new ones in another folder.`,
      );
    }
    if (!isSameLine(keySet, latest.keySet) || serial < latest.keySet.serial) continue;
    throw new Refusal(
      `${what}, or move the file away where edition ${latest.keySet.serial}, ${latest.keySet.fingerprint}, is to go on signing.`,
    );
  }
}

/**
 * Says where other users have permissions on the secret keys. They are not refused: a medium that knows no permissions, such as
 * one with FAT, gives them to everybody.
 */
function tellOfOthers({ secretFile }: OwnKeySet): void {
  // Windows has no permission bits.
  if (process.getuid === undefined) return;
  const open = [path.dirname(secretFile), secretFile].filter((name) => (statSync(name).mode & 0o077) !== 0);
  if (open.length === 0) return;
  note(
    `Warning: other users have permissions on ${shown(open.join(' and '))}. \`chmod go= ${shown(open.join(' '))}\` takes them away; or mount the medium so that only you can read it.`,
  );
}

function planOf(issuer: string): EditionPlan {
  return {
    line: { issuer, principal: 'release', use: 'release' },
    algorithms: RELEASE_ALGORITHMS,
    defaultDays: DEFAULT_DAYS,
  };
}

/** Says what follows where a new set begins later than now. */
function tellOfStart({ serial, not_before }: KeySet, now: number, more = ''): void {
  if (now >= (parseIsoTime(not_before) ?? Number.NaN)) return;
  note(
    `Note: edition ${serial} begins on ${not_before}. Until then \`sign\` signs nothing with this folder, since a program that pins it could take no update.${more}`,
  );
}

/** `keys`: the first set of a folder. */
export async function makeKeys(options: Options, context: Context): Promise<number> {
  const folder = dataFolderOf(options);
  const own = soundKeySets(folder).find(({ keySet }) => keySet.use === 'release');
  if (own !== undefined) {
    throw new Refusal(`${folder} already holds release keys (${own.secretFile}). \`rotate\` makes the next edition.`);
  }
  requireSecretKeys(folder, []);
  const issuer = visible(options.value('--issuer') ?? PRODUCT.name, '--issuer');
  const { keySet } = await makeEdition(options, context, planOf(issuer));
  tellOfStart(keySet, context.now());
  say(
    `${PIN} Keep two copies of the key folder in different places: a set that lost a key can neither release nor rotate.`,
  );
  return 0;
}

/** `rotate`: the next edition, which the present one endorses. */
export async function rotate(options: Options, context: Context): Promise<number> {
  const [present] = releaseSets(dataFolderOf(options));
  tellOfOthers(present);
  const { keySet } = await makeEdition(options, context, planOf(present.keySet.issuer));
  const meanwhile = ` To sign by edition ${present.keySet.serial} meanwhile, move both files of the new one to another folder.`;
  tellOfStart(keySet, context.now(), meanwhile);
  if (keySet.endorsement === undefined) return 0;
  say(`${PIN} Sign the release that brings it, and those after it as long as somebody may have an older program, with`);
  say('--former-dir: the keys of both editions sign.');
  return 0;
}

/** `endorse`: the present edition vouches for a set that another folder holds. */
export async function endorse(options: Options, { now }: Context): Promise<number> {
  const [file, ...more] = options.words;
  if (file === undefined || more.length > 0) throw new Refusal('endorse takes one public key set file.');
  const out = required(options, '--out');
  const parsed = parseKeySet(readBytes(file));
  if (!parsed.ok) throw new Refusal(`${file}: ${parsed.field}: ${parsed.message}`);
  const folder = dataFolderOf(options);
  const [present] = releaseSets(folder);
  if (isEditionRevoked(readTrust(folder), present.keySet) || !isInValidity(present.keySet, now())) {
    throw new Refusal(`Edition ${present.keySet.serial} is revoked or not valid now, so it endorses nothing.`);
  }
  requireSuccessor(parsed.keySet, present.keySet);
  const by = await openSet(present, await givenPassphrase(options));
  try {
    const endorsed = await endorseKeySet(parsed.keySet, by.keySet, by.secretKeys, signatures);
    writeNew(out, keySetText(endorsed));
    showKeySet(endorsed);
    say(`Wrote ${shown(out)}, endorsed by edition ${present.keySet.serial}, ${present.keySet.fingerprint}.`);
    return 0;
  } finally {
    wipe(...by.secretKeys.values());
  }
}

/** Throws Refusal where a set has not begun: whoever installs a program that pins it can take no update before that. */
export function requireBegun({ serial, not_before }: KeySet, now: number): void {
  if (now >= (parseIsoTime(not_before) ?? Number.NaN)) return;
  throw new Refusal(
    `Edition ${serial} begins on ${not_before}, which has not come by this computer's clock (${formatIsoTime(now)}): a program that pins it could take no update before that. Set the clock if it is wrong; else sign from then on.`,
    1,
  );
}

/** Throws Refusal where a set cannot follow another one. */
export function requireSuccessor(next: KeySet, former: KeySet): void {
  const wrong = whyNoReleaseSet(next);
  if (wrong !== null) throw new Refusal(wrong);
  if (mayEndorse(former, next)) return;
  throw new Refusal(
    `${next.keyset_id} is no later edition of ${former.keyset_id}: it needs the same issuer, a higher serial and a later start.`,
  );
}

/** Opens the secret keys of a set; the caller wipes them. Throws Refusal. */
export async function openSet(own: OwnKeySet, passphrase: string): Promise<ReleaseSigner> {
  const { secretFile } = own;
  tellOfOthers(own);
  const opened = await openSecretKeys(readBytes(secretFile), passphrase, passphraseKdf());
  if (opened.ok) return opened;
  throw new Refusal(`${secretFile}: ${opened.message}`, 1);
}
