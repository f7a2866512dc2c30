/** Documents that a service, its console and its releases hand out or take. */
import { CHAIN_NAMES } from '../api/common.ts';
import type { Invoice as InvoiceType } from '../commerce/invoice.ts';
import { DOCUMENT_TYPES } from '../identity/identity-v2.ts';
import { COUNTRY_CODES } from '../identity/iso-3166.ts';
import { RELEASE_FORMAT } from '../release/manifest.ts';
import { KeySet } from './keys.ts';
import {
  anyText,
  atLeast,
  base64,
  count,
  date,
  either,
  exactly,
  fixed,
  hash,
  hex,
  list,
  type MembersOf,
  matching,
  oneOf,
  record,
  text,
  time,
} from './kit.ts';

const releaseSignatures = record(
  base64(),
  'By kid, over `svc-release/v1` 00 SHA3-256(JCS(the manifest without both)).',
);

const manifest = {
  format: fixed(RELEASE_FORMAT),
  product: text(),
  version: matching(/^(?:0|[1-9][0-9]{0,5})\.(?:0|[1-9][0-9]{0,5})\.(?:0|[1-9][0-9]{0,5})$/),
  platform: matching(/^(?:linux|darwin|win32)-(?:x64|arm64)$/),
  released_at: time(),
  file: exactly({
    name: {
      ...matching(/^[A-Za-z0-9][A-Za-z0-9._-]{0,119}[A-Za-z0-9]$/, 'No device of Windows, such as `con` or `nul.deb`.'),
      not: {
        pattern: '^(?:[cC][oO][nN]|[pP][rR][nN]|[aA][uU][xX]|[nN][uU][lL]|(?:[cC][oO][mM]|[lL][pP][tT])[0-9])(?:\\.|$)',
      },
    },
    size: count(1, 'Bytes.'),
    sha256: hash(),
    sha512: hex(64),
  }),
  key_set: hash('Fingerprint of the release set that the programs pin which this release is for.'),
  signatures: releaseSignatures,
};

export const ReleaseManifest = either([
  exactly(manifest),
  exactly({ ...manifest, next_key_set: KeySet, next_signatures: releaseSignatures }),
]);

/** What the opening of an invoice holds after 32 random bytes, as JCS. */
export const Invoice = exactly({
  invoice_id: text(),
  amount_cents: count(1, 'Hundredths of the currency, whatever its own smallest unit is.'),
  currency: text('Three capital letters.'),
  description: anyText(),
  recipient_wallet: text(),
  chain: text(),
  issued_at: time(),
  expires_at: time(),
} satisfies MembersOf<InvoiceType>);

/** What is read of a saved answer about an invoice. */
export const InvoiceAnswer = atLeast({
  payment_url: matching(
    /^(?:https?:\/\/[^\s#]*)?\/pay\/[0-9a-f]{64}#\S+$/,
    '`<origin>/pay/<commitment>#<opening>`: a secret of owner and payer.',
  ),
});

/** Properties of characters are left out: engines differ in how they are named. */
const CONTROL = '\\x00-\\x1f\\x7f-\\x9f';
const name = {
  type: 'string',
  maxLength: 200,
  pattern: `^[^\\s${CONTROL}](?:[^${CONTROL}]*[^\\s${CONTROL}])?$`,
  description: 'With a letter, without control and format characters, without white space at the ends.',
};

export const IdentityV2 = exactly({
  given_name: name,
  family_name: name,
  date_of_birth: date(),
  document_type: oneOf(DOCUMENT_TYPES),
  document_number: matching(/^[A-Za-z0-9][A-Za-z0-9 ./<-]{0,39}$/),
  issuing_country: oneOf([...COUNTRY_CODES], 'ISO 3166-1 alpha-2.'),
  expires_on: date(),
});

/** The first entry of a backup, as JCS. */
export const BackupManifest = exactly({
  format: fixed('svc-backup/v1'),
  created_at: time(),
  program: anyText('Name and version of the program that made it.'),
  schema: count(0, "Number of the database's last schema step; 0 without a database."),
  master_key: either([oneOf(['key-file', 'passphrase', 'keychain']), { type: 'null' }]),
  entries: count(0, 'How many follow.'),
  missing: list(anyText()),
});

/** The head of every entry of a backup, as JCS. */
export const BackupEntry = exactly({ name: text(), size: count(0, 'Bytes.') });

const notice = (event: string, facts: Parameters<typeof exactly>[0]) =>
  exactly({ event: fixed(event), id: text('The same when the notice is sent again.'), ...facts });
const chain = oneOf(CHAIN_NAMES);

export const WebhookNotice = either([
  notice('key.revoked', { key_id: text(), revoked_at: time(), reason: anyText() }),
  notice('invoice.settled', {
    invoice_id: text(),
    commitment: hash(),
    chain,
    tx_signature: text(),
    settled_at: time(),
  }),
  notice('invoice.expired', { invoice_id: text(), commitment: hash(), chain, expired_at: time() }),
  notice('proof.expired', { commitment: hash(), attestation_type: text(), chain, expired_at: time() }),
  notice('call.ended', { session_id: text(), reason: text(), ended_at: time() }),
  notice('mpc.expired', { session_id: text(), computation: text(), contributions: text(), expired_at: time() }),
  notice('ckks_session.expired', { session_id: text(), expired_at: time() }),
]);
