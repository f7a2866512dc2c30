/** `sign`: a manifest beside each file of a release, which the program of the former release verifies. */
import { createHash } from 'node:crypto';
import { createReadStream, existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { utf8, wipe } from '@touchstone/core/bytes.ts';
import { parseKeySet } from '@touchstone/core/keys/key-set.ts';
import { readSecretKeysHeader } from '@touchstone/core/keys/secret-keys.ts';
import { endorseKeySet } from '@touchstone/core/keys/sign-endorsement.ts';
import {
  compareVersions,
  isPlatform,
  isReleaseFileName,
  RELEASE_EXTENSION,
  RELEASE_FORMAT,
  type ReleaseFile,
} from '@touchstone/core/release/manifest.ts';
import { type ReleaseSigner, signRelease } from '@touchstone/core/release/sign-release.ts';
import { verifyRelease } from '@touchstone/core/release/verify-release.ts';
import { formatIsoTime } from '@touchstone/core/time.ts';
import { PRODUCT } from '@touchstone/core/version.ts';
import { type Context, dataFolderOf, note, say } from '../../src/command-line/context.ts';
import { type Options, required } from '../../src/command-line/options.ts';
import { formerPassphrase, givenPassphrase } from '../../src/command-line/passphrase.ts';
import { readBytes, writeNew } from '../../src/files/read-and-write.ts';
import { type OwnKeySet, SECRET_EXTENSION } from '../../src/keys/key-folder.ts';
import { signatures } from '../../src/keys/signing.ts';
import { Refusal, systemReason } from '../../src/terminal/refusal.ts';
import { shown } from '../../src/terminal/terminal.ts';
import { KEY_SET_EXTENSION, readTrust } from '../../src/verifier/trust.ts';
import { openSet, releaseSets, requireBegun, requireSuccessor } from './sets.ts';

export async function sign(options: Options, context: Context): Promise<number> {
  const files = options.words;
  if (files.length === 0) throw new Refusal('sign takes the files of the release.');
  const platform = required(options, '--platform');
  if (!isPlatform(platform)) throw new Refusal('--platform takes platform and processor, for instance linux-x64.');
  const version = options.value('--version') ?? PRODUCT.version;
  if (compareVersions(version, '0.0.0') !== 1) throw new Refusal('--version takes three numbers, for instance 1.4.0.');
  const folder = dataFolderOf(options);
  const [present] = releaseSets(folder);
  requireBegun(present.keySet, context.now());
  const former = formerOf(options, present);
  const described: [string, ReleaseFile][] = [];
  for (const file of files) described.push([file, await describe(file)]);

  const [by, next] = await openSets(options, present, former);
  try {
    for (const [file, facts] of described) {
      const released_at = formatIsoTime(context.now());
      const product = PRODUCT.name;
      const release = { format: RELEASE_FORMAT, product, version, platform, released_at, file: facts } as const;
      const text = await signRelease(release, by, next, signatures);
      const judged = await verifyRelease(utf8(text), {
        pinned: by.keySet,
        trust: readTrust(folder),
        installed: { product, version: '0.0.0', platform },
        verifier: signatures,
        now: context.now(),
      });
      if (!judged.ok) throw new Refusal(`No program would accept this release: ${judged.message}`, 1);
      writeNew(`${file}${RELEASE_EXTENSION}`, text);
      say(`Wrote ${shown(file)}${RELEASE_EXTENSION}: ${product} ${version} for ${platform}.`);
    }
  } finally {
    wipe(...by.secretKeys.values(), ...(next?.secretKeys.values() ?? []));
  }
  const brings = next === null ? '' : `, and brings edition ${next.keySet.serial}, ${next.keySet.fingerprint}`;
  say(`Signed by edition ${by.keySet.serial}, ${by.keySet.fingerprint}${brings}.`);
  tellOfPin(context.root, present);
  return 0;
}

/** The edition that installed programs pin where this release brings another one; null where it brings none. */
function formerOf(options: Options, present: OwnKeySet): OwnKeySet | null {
  const folder = options.value('--former-dir');
  if (folder === undefined) return null;
  const found = releaseSets(path.resolve(folder)).find(({ keySet }) => keySet.serial < present.keySet.serial);
  if (found === undefined) throw new Refusal(`${folder} holds no edition before ${present.keySet.serial}.`);
  requireSuccessor(present.keySet, found.keySet);
  return found;
}

async function openSets(
  options: Options,
  present: OwnKeySet,
  former: OwnKeySet | null,
): Promise<[ReleaseSigner, ReleaseSigner | null]> {
  const opened = await openSet(present, await givenPassphrase(options));
  if (former === null) return [opened, null];
  try {
    const by = await openSet(former, await formerPassphrase(options, `edition ${former.keySet.serial}`));
    if (opened.keySet.endorsement?.by === by.keySet.fingerprint) return [by, opened];
    // Made in another folder.
    const keySet = await endorseKeySet(opened.keySet, by.keySet, by.secretKeys, signatures);
    return [by, { ...opened, keySet }];
  } catch (error) {
    wipe(...opened.secretKeys.values());
    throw error;
  }
}

async function describe(file: string): Promise<ReleaseFile> {
  const name = path.basename(file);
  if (!isReleaseFileName(name)) {
    throw new Refusal(
      `${name}: a released file has a name of 2 to 121 letters, digits, dots, hyphens and underscores with a letter or digit at both ends, and none that Windows takes for a device (con, nul.deb).`,
    );
  }
  // Before anything is asked for and computed; `writeNew` overwrites nothing either.
  if (existsSync(`${file}${RELEASE_EXTENSION}`)) throw new Refusal(`${file}${RELEASE_EXTENSION} already exists.`);
  const [sha256, sha512] = [createHash('sha256'), createHash('sha512')];
  let size = 0;
  try {
    if (!statSync(file).isFile()) throw new Refusal(`${file} is not a file.`);
    for await (const chunk of createReadStream(file)) {
      const bytes: Uint8Array = chunk;
      size += bytes.length;
      sha256.update(bytes);
      sha512.update(bytes);
    }
  } catch (error) {
    throw error instanceof Refusal ? error : new Refusal(`${file}: ${systemReason(error)}.`);
  }
  if (size === 0) throw new Refusal(`${file} is empty.`);
  requirePublishable(file, size);
  return { name, size, sha256: sha256.digest('hex'), sha512: sha512.digest('hex') };
}

const NEVER_RELEASED = [SECRET_EXTENSION, KEY_SET_EXTENSION, RELEASE_EXTENSION];
/** Several times a file of secret keys. */
const MOST_SECRET_BYTES = 1 << 20;

/** What is signed gets published: throws Refusal for secret keys, under any name, and for what stands beside a release. */
function requirePublishable(file: string, size: number): void {
  if (size <= MOST_SECRET_BYTES && readSecretKeysHeader(readBytes(file)) !== null) {
    throw new Refusal(`${file} is a file of secret keys: never publish it.`);
  }
  const wrong = NEVER_RELEASED.find((extension) => file.toLowerCase().endsWith(extension));
  if (wrong !== undefined) throw new Refusal(`${file}: a file that ends in ${wrong} is not what is released.`);
}

/** A program that pins another set than the one it was released under could not be updated from a file. */
function tellOfPin(root: string, { keySet }: OwnKeySet): void {
  const file = path.join(root, 'electron', 'release.pqkeys.json');
  const parsed = existsSync(file) ? parseKeySet(readBytes(file)) : null;
  if (parsed?.ok === true && parsed.keySet.fingerprint === keySet.fingerprint) return;
  note(
    `Note: this checkout does not pin edition ${keySet.serial} (electron/release.pqkeys.json). Programs that were built so do not take releases of it.`,
  );
}
