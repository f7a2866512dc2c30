/** `npm run release`: the keys of releases and the manifests that they sign (docs/making-a-release.md). Uses no network. */
import { fileURLToPath } from 'node:url';
import { RELEASE_EXTENSION } from '@touchstone/core/release/manifest.ts';
import { PRODUCT } from '@touchstone/core/version.ts';
import { type Context, say } from '../../src/command-line/context.ts';
import { asksForHelp, readOptions } from '../../src/command-line/options.ts';
import { Refusal } from '../../src/terminal/refusal.ts';
import { endUnexpectedly, guardOutput, shown } from '../../src/terminal/terminal.ts';
import { endorse, makeKeys, rotate } from './sets.ts';
import { sign } from './sign.ts';

const HELP = `npm run release -- VERB: the keys of releases, and the manifests by which a desktop app verifies an update from a file.

  keys    --data-dir DIR [--issuer NAME] [--id ID] [--serial N] [--from TIME] [--days N]
      makes the first release set: ML-DSA-87, SLH-DSA-SHA2-256s and FALCON-1024, secret keys encrypted with a passphrase
      (argon2id, AES-256-GCM) in DIR/keys. A build pins the public set as electron/release.pqkeys.json.
  rotate  --data-dir DIR [--id ID] [--from TIME] [--days N] [--former-passphrase-file FILE] [--no-endorsement]
      makes the next edition, which all keys of the present one endorse.
  endorse --data-dir DIR --out FILE PUBLIC-SET
      has the present edition endorse a set that was made in another folder.
  sign    --data-dir DIR --platform NAME [--version X.Y.Z] [--former-dir DIR] [--former-passphrase-file FILE] FILE…
      writes FILE${RELEASE_EXTENSION} beside each file, signed by all keys of the latest edition. With --former-dir the release is
      for programs that pin the edition before, in that folder, and brings the latest one: both sign.

  --data-dir DIR          the key folder: on a medium of its own, never the data folder of a running server
  --passphrase-file FILE  the passphrase of the secret keys (default: TOUCHSTONE_PASSPHRASE; otherwise you are asked)
  --former-passphrase-file FILE  the passphrase of the edition before, if different
  --platform NAME         platform and processor as Node names them: linux-x64, darwin-arm64, win32-x64
  --version X.Y.Z         default: ${PRODUCT.version}
  --days N                validity in days (default 1095), from now or --from (ISO 8601)

To revoke a set: touchstone keys revoke --data-dir DIR --out FILE.pqrevoke.json ID
Exit codes: 0 done, 1 refused, 2 wrong command line or unreadable file.
`;

const PASSPHRASES = ['--data-dir', '--passphrase-file', '--former-passphrase-file'];
const NEW_SET = ['--id', '--from', '--days', ...PASSPHRASES];

export async function release(args: readonly string[], context: Context): Promise<number> {
  const [verb, ...rest] = args;
  if (verb === undefined || verb === '--help' || verb === '-h' || asksForHelp(rest)) {
    say(HELP.trimEnd());
    return verb === undefined ? 2 : 0;
  }
  switch (verb) {
    case 'keys':
      return makeKeys(needsFolder(readOptions(rest, { single: ['--issuer', '--serial', ...NEW_SET] })), context);
    case 'rotate':
      return rotate(needsFolder(readOptions(rest, { flags: ['--no-endorsement'], single: NEW_SET })), context);
    case 'endorse':
      return endorse(needsFolder(readOptions(rest, { single: ['--out', ...PASSPHRASES], words: 'file' })), context);
    case 'sign': {
      const single = ['--platform', '--version', '--former-dir', ...PASSPHRASES];
      return sign(needsFolder(readOptions(rest, { single, words: 'files' })), context);
    }
    default:
      throw new Refusal(`Unknown verb ${JSON.stringify(verb)}. The verbs are: keys, rotate, endorse, sign.`);
  }
}

/** Release keys do not lie where a server keeps its data because somebody left the option out. */
function needsFolder(options: ReturnType<typeof readOptions>) {
  if (options.value('--data-dir') === undefined) throw new Refusal('--data-dir is required: the key folder.');
  return options;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  guardOutput('release');
  try {
    const root = fileURLToPath(new URL('../../..', import.meta.url));
    process.exitCode = await release(process.argv.slice(2), { root, now: Date.now });
  } catch (error) {
    if (!(error instanceof Refusal)) endUnexpectedly('release', error);
    process.stderr.write(`release: ${shown(error.message)}\nSee npm run release -- --help.\n`);
    process.exitCode = error.exitCode;
  }
}
