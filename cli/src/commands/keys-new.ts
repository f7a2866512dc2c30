/** `touchstone keys new`: a key set for artifacts, or the next edition of an own one, which the former edition endorses. */
import { ISSUER_NAME } from '@touchstone/core/artifact/artifact.ts';
import { wipe } from '@touchstone/core/bytes.ts';
import { isEditionRevoked } from '@touchstone/core/keys/editions.ts';
import { isSameLine, type Line } from '@touchstone/core/keys/endorsement.ts';
import { ARTIFACT_ALGORITHMS, generateKeySet, newKeySetId } from '@touchstone/core/keys/generate.ts';
import { isInValidity, type KeySet } from '@touchstone/core/keys/key-set.ts';
import { openSecretKeys, sealSecretKeys } from '@touchstone/core/keys/secret-keys.ts';
import { endorseKeySet } from '@touchstone/core/keys/sign-endorsement.ts';
import { systemRandom } from '@touchstone/core/random.ts';
import type { SignatureAlgorithm } from '@touchstone/core/sign/family.ts';
import { formatIsoTime, parseIsoTime } from '@touchstone/core/time.ts';
import { type Context, dataFolderOf, say } from '../command-line/context.ts';
import { type Options, required, visible, wholeNumber } from '../command-line/options.ts';
import { formerPassphrase, newPassphrase, passphraseKdf } from '../command-line/passphrase.ts';
import { readBytes } from '../files/read-and-write.ts';
import { type OwnKeySet, requireOnly, saveKeySet, soundKeySets } from '../keys/key-folder.ts';
import { signatures } from '../keys/signing.ts';
import { Refusal } from '../terminal/refusal.ts';
import { shown } from '../terminal/terminal.ts';
import { readTrust } from '../verifier/trust.ts';
import { fact, showKeySet } from './key-set-text.ts';

const DAY_MS = 86_400_000;

/** What is made: a set of a line, which may be its next edition. */
export interface EditionPlan {
  readonly line: Line;
  readonly algorithms: readonly SignatureAlgorithm[];
  /** Validity where `--days` is not given. */
  readonly defaultDays: number;
}

export async function newKeys(options: Options, context: Context): Promise<number> {
  const slh = options.value('--slh') ?? 'sha2';
  if (slh !== 'sha2' && slh !== 'shake') throw new Refusal('--slh must be sha2 or shake.');
  const line = {
    issuer: visible(options.value('--issuer') ?? ISSUER_NAME, '--issuer'),
    principal: visible(required(options, '--principal'), '--principal'),
    use: 'artifact' as const,
  };
  const algorithms =
    slh === 'sha2' ? ARTIFACT_ALGORITHMS : (['ML-DSA-87', 'SLH-DSA-SHAKE-256s', 'FALCON-1024'] as const);
  const { keySet, former } = await makeEdition(options, context, { line, algorithms, defaultDays: 365 });
  if (former !== null) tellSuccession(keySet, former);
  return 0;
}

/**
 * Makes a key set in the data folder, the next edition where the folder has one of the line, and says what was made. Reads
 * `--from`, `--days`, `--id`, `--serial`, `--demo`, `--no-endorsement` and the passphrases.
 */
export async function makeEdition(
  options: Options,
  { now }: Context,
  { line, algorithms, defaultDays }: EditionPlan,
): Promise<{ readonly keySet: KeySet; readonly former: KeySet | null }> {
  const from = options.value('--from');
  const notBefore = from === undefined ? now() : parseIsoTime(from);
  if (notBefore === null) throw new Refusal('--from needs an ISO 8601 date and time with a time zone.');
  const days = wholeNumber(options.value('--days') ?? String(defaultDays), '--days', 1, 36_500);
  const notAfter = notBefore + days * DAY_MS;
  if (![notBefore, notAfter].every((time) => parseIsoTime(formatIsoTime(time)) !== null)) {
    throw new Refusal('--from and --days give a validity outside the years 0000 to 9999, which no verifier accepts.');
  }
  // An example may well be one that has ended.
  if (notAfter < now() && !options.has('--demo')) {
    throw new Refusal(
      `--from and --days give a validity that ended on ${formatIsoTime(notAfter)}: such keys could sign nothing.`,
    );
  }
  const id = options.value('--id') ?? newKeySetId(systemRandom);
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/.test(id)) {
    throw new Refusal('--id must be up to 64 letters, digits, dots, hyphens and underscores.');
  }
  const folder = dataFolderOf(options);
  const former = latestOf(soundKeySets(folder), line);
  const serial = serialFor(options, former);
  if (former !== null) requireLater(former.keySet, notBefore);
  const plan = { ...line, keyset_id: id, serial, notBefore, notAfter, demo: options.has('--demo'), algorithms };
  const endorser = former === null ? null : endorserFor(options, folder, former, plan.demo, now());
  const opened = endorser === null ? null : await openFormer(options, endorser);
  try {
    const passphrase = await newPassphrase(options, 'the secret keys');
    const generated = await generateKeySet(plan, signatures);
    try {
      const keySet =
        opened === null
          ? generated.keySet
          : await endorseKeySet(generated.keySet, opened.keySet, opened.secretKeys, signatures);
      const text = await sealSecretKeys(keySet, generated.secretKeys, passphrase, passphraseKdf(), systemRandom);
      const saved = saveKeySet(folder, keySet, text);
      requireOnly(folder, saved);
      showKeySet(keySet);
      if (former !== null) {
        const by = `by edition ${former.keySet.serial}, ${former.keySet.fingerprint}`;
        fact('Endorsed', keySet.endorsement === undefined ? 'no' : by);
      }
      say(`Secret keys: ${shown(saved.secretFile)}`);
      say(`Public keys: ${shown(saved.publicFile)}`);
      return { keySet, former: former?.keySet ?? null };
    } finally {
      wipe(...generated.secretKeys.values());
    }
  } finally {
    wipe(...(opened?.secretKeys.values() ?? []));
  }
}

/** The own edition of a line with the highest serial. */
function latestOf(own: readonly OwnKeySet[], line: Line): OwnKeySet | null {
  const editions = own.filter(({ keySet }) => isSameLine(keySet, line));
  return editions.sort((a, b) => b.keySet.serial - a.keySet.serial)[0] ?? null;
}

function serialFor(options: Options, former: OwnKeySet | null): number {
  const least = (former?.keySet.serial ?? 0) + 1;
  const stated = options.value('--serial');
  if (stated === undefined) return least;
  const serial = wholeNumber(stated, '--serial', 1, Number.MAX_SAFE_INTEGER);
  if (former === null || serial >= least) return serial;
  throw new Refusal(
    `This data folder already contains edition ${former.keySet.serial} of ${former.keySet.principal} (${former.keySet.keyset_id}, ` +
      `${former.secretFile}). Leave --serial out for the next edition.`,
  );
}

/** Throws Refusal: where two editions begin together, nobody could tell which of them had to sign. */
function requireLater({ serial, not_before }: KeySet, notBefore: number): void {
  if (notBefore > (parseIsoTime(not_before) ?? 0)) return;
  throw new Refusal(`Edition ${serial} is valid from ${not_before}: the next edition must start later. See --from.`);
}

/** The former edition where its word counts; null, with the reason said, where it does not. */
function endorserFor(
  options: Options,
  folder: string,
  former: OwnKeySet,
  isDemo: boolean,
  now: number,
): OwnKeySet | null {
  const { keySet } = former;
  const named = `Edition ${keySet.serial}`;
  const without = 'Everybody who verifies must compare the fingerprint of the new edition.';
  if (options.has('--no-endorsement')) return null;
  if (isEditionRevoked(readTrust(folder), keySet)) say(`${named} is revoked, so it endorses nothing. ${without}`);
  else if (!isInValidity(keySet, now)) say(`${named} is not valid now, so it endorses nothing. ${without}`);
  else if ((keySet.demo === true) !== isDemo) {
    throw new Refusal(
      `${named} ${isDemo ? 'is not an example, but the new set would be' : 'is an example (demo)'}: use ${isDemo ? 'another principal' : '--demo, or another principal'}.`,
    );
  } else return former;
  return null;
}

async function openFormer(options: Options, { keySet, secretFile }: OwnKeySet) {
  const passphrase = await formerPassphrase(options, `edition ${keySet.serial}, which endorses the new one`);
  const opened = await openSecretKeys(readBytes(secretFile), passphrase, passphraseKdf());
  if (opened.ok) return opened;
  throw new Refusal(`${secretFile}: ${opened.message} Give its passphrase with --former-passphrase-file.`, 1);
}

function tellSuccession({ serial, not_before }: KeySet, former: KeySet): void {
  say(
    `From ${not_before} on, sign with edition ${serial}: files that edition ${former.serial} signs later will be Inconclusive`,
  );
  say('for everybody who has the new edition. Export the new edition and give it to those who verify.');
}
