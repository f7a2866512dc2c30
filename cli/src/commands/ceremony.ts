/** `touchstone ceremony`: fills the signature slots of an artifact by files, on another machine if wished (security, S10). */

import path from 'node:path';
import { type Artifact, SLOTS, type Slot } from '@touchstone/core/artifact/artifact.ts';
import {
  applyAnswer,
  type CeremonyResult,
  readAnswer,
  requestSigning,
  reviewRequest,
  signRequest,
} from '@touchstone/core/artifact/ceremony.ts';
import { readArtifact } from '@touchstone/core/artifact/schema.ts';
import { namedEdition } from '@touchstone/core/artifact/slots.ts';
import { utf8, wipe } from '@touchstone/core/bytes.ts';
import { heldEditions } from '@touchstone/core/keys/editions.ts';
import type { KeySet } from '@touchstone/core/keys/key-set.ts';
import { openSecretKeys } from '@touchstone/core/keys/secret-keys.ts';
import { parseStrictJson } from '@touchstone/core/strict-json.ts';
import type { VerificationReport } from '@touchstone/core/verdict/verification-report.ts';
import { PRODUCT } from '@touchstone/core/version.ts';
import { type Context, say } from '../command-line/context.ts';
import { nextCommand } from '../command-line/next-command.ts';
import { asksForHelp, type Options, readOptions, required } from '../command-line/options.ts';
import { givenPassphrase, passphraseKdf } from '../command-line/passphrase.ts';
import { fileText } from '../files/file-text.ts';
import { readBytes, refuseExisting, writeNew } from '../files/read-and-write.ts';
import { replaceUnchanged } from '../files/replace-file.ts';
import { existingDataFolder } from '../keys/existing-data-folder.ts';
import { choicesOf, ownKeySets } from '../keys/key-folder.ts';
import { signatures } from '../keys/signing.ts';
import { confirm } from '../terminal/prompt.ts';
import { Refusal } from '../terminal/refusal.ts';
import { shown } from '../terminal/terminal.ts';
import { readKeySetFile, readTrust } from '../verifier/trust.ts';
import { requireUsableKeys, showRequest } from './ceremony-review.ts';

const HELP = `touchstone ceremony signs an artifact with files. The three steps can run on three machines.

Usage:
  touchstone ceremony request --file A.pqv.json [--key-set K.pqkeys.json] [--slots SLOT…] [--out R.pqsign.json]
      writes a request with the whole artifact and the public key set, and shows what will be signed

  touchstone ceremony sign --request R.pqsign.json [--secret S.pqsecret.json] [--yes] [--allow-expired]
                          [--out R.pqsigned.json]
      recomputes and shows everything in the request, asks, and signs with the secret keys of exactly that key set.
      Keys that are revoked in the trust store of the data folder never sign.

  touchstone ceremony apply --file A.pqv.json --answer R.pqsigned.json [--key-set K.pqkeys.json] [--out B.pqv.json]
      verifies every signature before filling a slot; a valid signature is never replaced. Without --out, the
      artifact's own file is replaced (the target, if the file is a link) and keeps its mode. Several answers may be
      applied at the same time.

  --slots SLOT…           some of ${SLOTS.join(', ')} (default: all that are pending)
  --key-set FILE          default: the key set named by the artifact, if the data folder has it, else the only
                          key set there for the artifact's issuer and principal
  --secret FILE           default: the secret keys of that key set in the data folder
  --passphrase-file FILE  the passphrase of the secret keys (default: TOUCHSTONE_PASSPHRASE; otherwise you are asked)
  --yes                   sign without asking; for scripts that have checked the request
  --allow-expired         sign outside the key set's period of validity
  --data-dir DIR          Touchstone's data folder; a folder named here must exist

Exit codes: 0 done, 1 refused (you did not confirm, or a check failed), 2 wrong command line or unreadable file.
`;

export async function ceremony(args: readonly string[], context: Context): Promise<number> {
  const [action, ...rest] = args;
  if (action === undefined || action === '--help' || action === '-h' || asksForHelp(rest)) {
    say(HELP.trimEnd());
    return action === undefined ? 2 : 0;
  }
  if (action === 'request') {
    return request(
      readOptions(rest, { single: ['--file', '--key-set', '--out', '--data-dir'], lists: ['--slots'] }),
      context,
    );
  }
  if (action === 'sign') {
    const single = ['--request', '--secret', '--out', '--data-dir', '--passphrase-file'];
    return sign(readOptions(rest, { flags: ['--yes', '--allow-expired'], single }), context);
  }
  if (action === 'apply') {
    return apply(readOptions(rest, { single: ['--file', '--answer', '--key-set', '--out', '--data-dir'] }), context);
  }
  throw new Refusal(`Unknown action ${JSON.stringify(action)}. The actions are: request, sign, apply.`);
}

async function request(options: Options, { now }: Context): Promise<number> {
  const file = required(options, '--file');
  const artifact = artifactOf(file, readBytes(file));
  const keySet = keySetFor(artifact, options, namedEdition(artifact));
  const slots = options.values('--slots').map(slotOf);
  const result = unwrap(requestSigning(artifact, keySet, now(), ...(slots.length > 0 ? [slots] : [])), file);
  const out = options.value('--out') ?? `${stem(file, '.pqv.json')}.pqsign.json`;
  refuseExisting(out);
  // A request is checked by the rules that its signers will apply.
  const text = fileText(out, result);
  unwrap(await reviewRequest(utf8(text), judge(now())), file);
  showRequest(result);
  writeNew(out, text);
  say(`Wrote ${shown(out)}`);
  say(`Next:  ${nextCommand(['touchstone', 'ceremony', 'sign'], { '--request': out })}`);
  say('       on the machine with the secret keys (name its data folder with --data-dir); then, here:');
  const answer = `${stem(out, '.pqsign.json')}.pqsigned.json`;
  say(`       ${nextCommand(APPLY, { '--file': file, '--answer': answer, ...whereKeysAre(options) })}`);
  return 0;
}

async function sign(options: Options, { now }: Context): Promise<number> {
  const file = required(options, '--request');
  const reviewed = unwrap(await reviewRequest(readBytes(file), judge(now())), file);
  const { request } = reviewed;
  const out = options.value('--out') ?? `${stem(file, '.pqsign.json')}.pqsigned.json`;
  refuseExisting(out);
  showRequest(request);
  say(`Checked:    ${checkedSentence(reviewed.report)}`);
  const trust = readTrust(existingDataFolder(options));
  requireUsableKeys(request.key_set, request.artifact, trust, now(), options.has('--allow-expired'));
  if (!options.has('--yes') && !(await confirm('Sign this?', '--yes'))) throw new Refusal('Not signed.', 1);
  const opened = await openSecretKeys(
    readBytes(secretFileFor(request.key_set, options)),
    await givenPassphrase(options),
    passphraseKdf(),
  );
  if (!opened.ok) throw new Refusal(opened.message, 1);
  try {
    const answer = unwrap(await signRequest(reviewed, opened, signatures, now()), file);
    writeNew(out, `${JSON.stringify(answer, null, 2)}\n`);
  } finally {
    wipe(...opened.secretKeys.values());
  }
  say(`Wrote ${shown(out)}`);
  say('Next:  on the machine with the artifact, the command printed with the request, or');
  const key = `${request.key_set.keyset_id.replace(/[^A-Za-z0-9._-]/g, '_')}.pqkeys.json`;
  say(`       ${nextCommand(APPLY, { '--file': 'ARTIFACT.pqv.json', '--answer': out })}`);
  say(`       If no data folder there has the key set, add --key-set ${shown(key)}, the file written by keys export.`);
  return 0;
}

async function apply(options: Options, { now }: Context): Promise<number> {
  const file = required(options, '--file');
  const answerFile = required(options, '--answer');
  const out = options.value('--out');
  const answer = unwrap(readAnswer(readBytes(answerFile)), answerFile);
  // Another answer may fill other slots of the file meanwhile: then this one is added to the file as it is now.
  for (;;) {
    const before = readBytes(file);
    const artifact = artifactOf(file, before);
    const keySet = keySetFor(artifact, options, answer.key_set_fingerprint);
    const filled = unwrap(await applyAnswer(artifact, answer, keySet, judge(now())), answerFile);
    const text = fileText(out ?? file, filled);
    if (out !== undefined) writeNew(out, text);
    else if (!(await replaceUnchanged(file, before, text))) continue;
    break;
  }
  say(`Filled ${Object.keys(answer.signatures).join(', ')} in ${shown(out ?? file)}`);
  const verifying = {
    '--file': out ?? file,
    '--keys': options.value('--key-set'),
    '--data-dir': options.value('--data-dir'),
  };
  say(`Next:  ${nextCommand(['pq-verify', 'artifact'], verifying)}`);
  return 0;
}

const APPLY = ['touchstone', 'ceremony', 'apply'];

/** What the next command on this machine needs to find the same key set. */
function whereKeysAre(options: Options) {
  return { '--key-set': options.value('--key-set'), '--data-dir': options.value('--data-dir') };
}

/** The findings about a request before anybody has signed. That nobody has signed yet is not one of them. */
function checkedSentence({ code, sentence }: VerificationReport): string {
  if (code !== 'NO_SIGNATURE') return sentence;
  return 'Every hash in the artifact was recomputed and is correct. Nobody has signed yet.';
}

function judge(now: number) {
  return { verifier: signatures, now, product: PRODUCT };
}

function artifactOf(file: string, bytes: Uint8Array): Artifact {
  const parsed = parseStrictJson(bytes);
  if (!parsed.ok) throw new Refusal(`${file}, line ${parsed.line}, column ${parsed.column}: ${parsed.message}`);
  const schema = readArtifact(structuredClone(parsed.value));
  if (!schema.ok) throw new Refusal(`${file}: ${schema.faults.map(({ message }) => message).join(' ')}`);
  return schema.artifact;
}

/**
 * The named key set, else the one of this fingerprint, else the one own or pinned set that is trusted for the artifact's
 * issuer and principal.
 *
 * @param fingerprint the edition that the answer, or the artifact itself, names
 */
function keySetFor({ issuer }: Artifact, options: Options, fingerprint: string | null): KeySet {
  const named = options.value('--key-set');
  if (named !== undefined) return readKeySetFile(named);
  const folder = existingDataFolder(options);
  const known = [
    ...ownKeySets(folder).map(({ keySet }) => keySet),
    ...heldEditions(readTrust(folder)).map(({ keySet }) => keySet),
  ];
  const fitting = new Map(
    known
      .filter(
        ({ use, issuer: name, principal }) =>
          use === 'artifact' && name === issuer.name && principal === issuer.principal,
      )
      .map((keySet) => [keySet.fingerprint, keySet]),
  );
  const meant = fingerprint === null ? undefined : fitting.get(fingerprint);
  if (meant !== undefined) return meant;
  const [only, ...more] = fitting.values();
  if (only !== undefined && more.length === 0) return only;
  throw new Refusal(
    `${folder} contains ${only === undefined ? 'no key set' : 'several key sets'} for ${issuer.name}, ${issuer.principal}. ` +
      `Choose the signing key set with --key-set FILE.pqkeys.json.${only === undefined ? '' : ' There are:'}`,
    2,
    null,
    choicesOf([...fitting.values()]),
  );
}

function secretFileFor(keySet: KeySet, options: Options): string {
  const named = options.value('--secret');
  if (named !== undefined) return named;
  const folder = existingDataFolder(options);
  const found = ownKeySets(folder).find((entry) => entry.keySet.fingerprint === keySet.fingerprint);
  if (found !== undefined) return found.secretFile;
  const own = ownKeySets(folder).map((entry) => entry.keySet);
  const there = own.length === 0 ? 'There are none at all.' : 'There are those of:';
  throw new Refusal(
    `${folder} contains no secret keys of the key set ${keySet.keyset_id}. Name the file with --secret, or the right data folder ` +
      `with --data-dir. ${there}`,
    2,
    null,
    choicesOf(own),
  );
}

function slotOf(name: string): Slot {
  const slot = SLOTS.find((known) => known === name);
  if (slot === undefined) throw new Refusal(`--slots must be some of ${SLOTS.join(', ')}.`);
  return slot;
}

/** A refusal of the ceremony is a result, not a wrong command line: exit code 1. */
function unwrap<T>(result: CeremonyResult<T>, file: string): T {
  if (result.ok) return result.value;
  throw new Refusal(`${file}: ${result.message} (${result.field})`, 1);
}

function stem(file: string, extension: string): string {
  const name = file.endsWith(extension) ? file.slice(0, -extension.length) : file;
  return path.normalize(name);
}
