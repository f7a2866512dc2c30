/** `touchstone keys`: the issuer key sets of this machine and the trust store. */
import { ISSUER_NAME } from '@touchstone/core/artifact/artifact.ts';
import { REVOCATION_EXTENSION } from '@touchstone/core/keys/revocation.ts';
import { type Context, say } from '../command-line/context.ts';
import { asksForHelp, type Options, readOptions } from '../command-line/options.ts';
import { writeNew } from '../files/read-and-write.ts';
import { existingDataFolder } from '../keys/existing-data-folder.ts';
import { fileNameOf, keySetText, ownKeySets } from '../keys/key-folder.ts';
import { Refusal } from '../terminal/refusal.ts';
import { shown } from '../terminal/terminal.ts';
import { KEY_SET_EXTENSION, readTrust } from '../verifier/trust.ts';
import { showKeySet } from './key-set-text.ts';
import { importKeys } from './keys-import.ts';
import { listKeys, serviceKeys } from './keys-list.ts';
import { newKeys } from './keys-new.ts';
import { revokeKeys, THUMBPRINT, untrustKeys } from './keys-revoke.ts';
import { namedSet, oneWord } from './keys-trust-file.ts';

const HELP = `touchstone keys manages issuer key sets and the trust store of the data folder.

Usage:
  touchstone keys new --principal NAME [--issuer NAME] [--id ID] [--serial N] [--days N] [--from TIME] [--slh sha2|shake]
                      [--demo] [--no-endorsement] [--former-passphrase-file FILE]
      creates a key set for artifacts: ML-DSA-87, SLH-DSA-256s and FALCON-1024. The secret keys are encrypted with a
      passphrase (argon2id, AES-256-GCM) in <data folder>/keys. The new set is not trusted until you import it.
      If this data folder already has a set of the same issuer and principal, the new set is the next edition, and all
      keys of the former edition endorse it. Use --no-endorsement if others may know the former keys.

  touchstone keys export [--out FILE] SET       writes the public key set, to give to those who verify
  touchstone keys import [--fingerprint HEX] [--yes] [--by NAME] FILE
      FILE.pqkeys.json: shows the fingerprint; pins the key set if you confirm that the issuer gave you the same
      fingerprint through a channel other than the one the file came by, or if --fingerprint is equal (spaces, colons,
      dashes and capitals are ignored). An edition endorsed by a trusted edition is accepted if you agree, or with --yes.
      FILE.pqrevoke.json: imports a revocation signed by the set itself or by a later edition.
  touchstone keys list [--json]                 lists the trust store and own key sets: editions, validity, state
  touchstone keys untrust [--by NAME] [--yes] SET
      removes trust without revoking; an import restores the set
  touchstone keys revoke [--reason TEXT] [--yes] [--out FILE${REVOCATION_EXTENSION}] KEY…
      revokes keys permanently, by key set, thumbprint or kid, for everything that they ever signed. After -- every word
      is a KEY, even a kid that starts with a hyphen. --out also writes a signed revocation for those who verify, signed
      by the set itself or, if its secret keys are gone, by a later edition of yours
  touchstone keys service [--out FILE] [--json]
      shows the key sets of this data folder's service with their fingerprints; --out writes them for others

  SET                     the id or fingerprint of a key set, or its principal if there is only one edition
  --passphrase-file FILE  the passphrase of the secret keys (default: TOUCHSTONE_PASSPHRASE; otherwise you are asked)
  --former-passphrase-file FILE  the passphrase of the former edition, if different
  --days N                validity in days (default 365), from now or --from (ISO 8601)
  --issuer NAME           default: ${ISSUER_NAME}
  --data-dir DIR          Touchstone's data folder

Exit codes: 0 done, 1 refused (different fingerprint, or you did not confirm), 2 wrong command line, unreadable file, or
another key set that claims to be the same edition.
`;

const ACTIONS = ['new', 'export', 'import', 'list', 'untrust', 'revoke', 'service'] as const;

export async function keys(args: readonly string[], context: Context): Promise<number> {
  const [action, ...rest] = args;
  if (action === undefined || action === '--help' || action === '-h' || asksForHelp(rest)) {
    say(HELP.trimEnd());
    return action === undefined ? 2 : 0;
  }
  const data = '--data-dir';
  switch (ACTIONS.find((known) => known === action)) {
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
        '--former-passphrase-file',
        data,
      ];
      return newKeys(readOptions(rest, { flags: ['--demo', '--no-endorsement'], single }), context);
    }
    case 'export':
      return exportKeys(readOptions(rest, { single: ['--out', data], words: 'id' }));
    case 'import': {
      const rules = { flags: ['--yes'], single: ['--fingerprint', '--by', data], words: 'file' };
      return importKeys(readOptions(rest, rules), context);
    }
    case 'list':
      return listKeys(readOptions(rest, { flags: ['--json'], single: [data] }), context);
    case 'untrust':
      return untrustKeys(readOptions(rest, { flags: ['--yes'], single: ['--by', data], words: 'set' }), context);
    case 'revoke':
      return revokeKeys(
        readOptions(rest, {
          flags: ['--yes'],
          single: ['--reason', '--out', '--passphrase-file', data],
          words: 'keys',
          isWord: (arg) => THUMBPRINT.test(arg),
        }),
        context,
      );
    case 'service':
      return serviceKeys(readOptions(rest, { flags: ['--json'], single: ['--out', data] }));
    default:
      throw new Refusal(`Unknown action ${JSON.stringify(action)}. The actions are: ${ACTIONS.join(', ')}.`);
  }
}

async function exportKeys(options: Options): Promise<number> {
  const word = oneWord(options, 'a key set id, fingerprint or principal');
  const folder = existingDataFolder(options);
  // Own sets last, which wins: a copy in the trust store may have come without the endorsement.
  const known = [
    ...readTrust(folder).key_sets.map(({ key_set }) => key_set),
    ...ownKeySets(folder).map(({ keySet }) => keySet),
  ];
  const keySet = namedSet(known, word, folder);
  const out = options.value('--out') ?? `${fileNameOf(keySet)}${KEY_SET_EXTENSION}`;
  writeNew(out, keySetText(keySet));
  showKeySet(keySet);
  say(
    `Wrote ${shown(out)}. Give the fingerprint to those who verify, through a channel other than the one you send the file by.`,
  );
  return 0;
}
