/** Key sets and what is said of them: `*.pqkeys.json`, `*.pqsecret.json`, `*.pqrevoke.json`, the trust store, the own service. */
import { KEY_USES, type KeySet as KeySetType } from '../keys/key-set.ts';
import { OWN_SERVICE_KIND, OWN_SERVICE_USES, OWN_STATES } from '../keys/own-service.ts';
import { ARGON2ID } from '../keys/passphrase.ts';
import { REVOCATION_KIND, type RevocationFile } from '../keys/revocation.ts';
import { SECRET_KEYS_SCHEMA } from '../keys/secret-keys.ts';
import type { TrustStore as TrustStoreType } from '../keys/trust.ts';
import { SIGNATURE_ALGORITHMS } from '../sign/family.ts';
import { lengthsOf } from '../sign/lengths.ts';
import {
  anyText,
  atLeast,
  base64,
  base64Of,
  base64UrlOf,
  count,
  either,
  exactly,
  fixed,
  hash,
  list,
  type MembersOf,
  matching,
  named,
  oneOf,
  optional,
  record,
  text,
  time,
} from './kit.ts';

const AKP_ALGORITHMS = [...SIGNATURE_ALGORITHMS.filter((name) => name !== 'Ed25519'), 'ML-KEM-768', 'ML-KEM-1024'];

function publicKeyLength(algorithm: string): number {
  const lengths = lengthsOf(algorithm);
  if (lengths === undefined) throw new TypeError(`internal: ${algorithm} has no length`);
  return lengths.publicKey;
}

const kid = text('Names the key inside its set; each name once.');

/** A JWK; the length of the key is that of its algorithm. */
const PublicJwk = named(
  'PublicJwk',
  either([
    exactly({ kty: fixed('OKP'), crv: fixed('Ed25519'), kid, x: base64UrlOf(publicKeyLength('Ed25519')) }),
    ...AKP_ALGORITHMS.map((alg) =>
      exactly({ kty: fixed('AKP'), alg: fixed(alg), kid, pub: base64UrlOf(publicKeyLength(alg)) }),
    ),
  ]),
);

/** One signature for each key of the signing edition. */
const signatures = (least: 0 | 1) => record(base64(undefined, least), 'Signatures by the kids of the set that signed.');

const Endorsement = named(
  'Endorsement',
  exactly(
    { by: hash('Fingerprint of the endorsing edition.'), signatures: { ...signatures(1), minProperties: 1 } },
    'Makes the document one of version 2.',
  ),
);

const keySetMembers = (uses: readonly string[]) =>
  ({
    keyset_id: text('Names this edition inside its line.'),
    issuer: text(),
    principal: text(),
    use: oneOf(uses, 'The one thing that the keys sign, or `enc` for keys that others seal to.'),
    serial: count(1, 'The number of the edition.'),
    not_before: time(),
    not_after: time('Later than `not_before`.'),
    demo: optional(fixed(true, 'Set on example sets, else absent.')),
    keys: list(PublicJwk, undefined, { minItems: 1 }),
    endorsement: optional(Endorsement),
    fingerprint: hash('SHA3-256 over `svc-keyset/v1` 00 JCS(the document without `fingerprint` and `endorsement`).'),
  }) satisfies MembersOf<KeySetType>;

export const KeySet = named('KeySet', exactly(keySetMembers(KEY_USES)));

/** The answer of `GET /api/svc-key/keys/public`, which is read as a file too. */
export const KeySets = exactly({ keysets: list(KeySet) });

export const SecretKeys = exactly({
  schema_version: fixed(SECRET_KEYS_SCHEMA),
  key_set: KeySet,
  kdf: exactly({
    name: fixed('argon2id'),
    memory_kib: fixed(ARGON2ID.memoryKiB),
    passes: fixed(ARGON2ID.passes),
    lanes: fixed(ARGON2ID.lanes),
    salt: base64Of(ARGON2ID.saltLength),
  }),
  cipher: exactly({ name: fixed('AES-256-GCM'), nonce: base64Of(12) }),
  box: base64('AES-256-GCM over the JCS of `{<kid>: base64 of the stored secret key}`, with the tag.'),
});

export const Revocation = exactly({
  kind: fixed(REVOCATION_KIND),
  keyset_fingerprint: hash('Of the set whose keys are revoked.'),
  kids: list(text(), undefined, { minItems: 1, uniqueItems: true }),
  revoked_at: time(),
  reason: anyText(),
  signatures: signatures(0),
} satisfies MembersOf<RevocationFile>);

const retired = optional(
  list(
    exactly({ keyset_id: text(), issuer: text(), principal: text(), use: oneOf(KEY_USES), serial: count(1) }),
    'Sets that version 1 had forgotten.',
  ),
);

const EndorsedKeySet = named('EndorsedKeySet', exactly({ ...keySetMembers(KEY_USES), endorsement: Endorsement }));

const accepted = {
  at: time('When it was accepted.'),
  by: anyText('Who accepted it.'),
  source: anyText('From which file or address.'),
  untrusted: optional(exactly({ at: time(), by: anyText() }, 'Set where a person withdrew trust.')),
};

/** Without its checksum. */
export const TrustStore2Members = {
  version: fixed(2),
  key_sets: list(
    either([
      exactly({ key_set: KeySet, ...accepted, held: fixed('pinned') }),
      exactly({
        key_set: EndorsedKeySet,
        ...accepted,
        held: fixed('endorsed'),
        endorsed_by: hash('The same as `key_set.endorsement.by`.'),
      }),
    ]),
    'Each set once.',
  ),
  revocations: list(
    exactly({
      thumbprint: matching(/^[A-Za-z0-9_-]{43}$/, 'RFC 7638 with SHA-256, base64url.'),
      revoked_at: time(),
      reason: anyText(),
      source: anyText(),
      recorded_at: time('When this store learnt of it.'),
      line: optional(
        exactly({ issuer: text(), principal: text(), use: oneOf(KEY_USES) }, 'The only line in which it counts.'),
      ),
    }),
  ),
  retired,
} satisfies MembersOf<Pick<TrustStoreType, 'version' | 'key_sets' | 'revocations' | 'retired'>>;

const TrustStore2 = named(
  'TrustStoreVersion2',
  exactly({
    ...TrustStore2Members,
    checksum: hash('SHA3-256 over `svc-trust-store/v1` 00 JCS(the document without `checksum`).'),
  }),
);

const TrustStore1 = named(
  'TrustStoreVersion1',
  exactly({
    version: fixed(1),
    key_sets: list(atLeast({ key_set: KeySet, pinned_at: anyText(), pinned_by: anyText(), source: anyText() })),
    revocations: list(atLeast({ thumbprint: anyText(), revoked_at: anyText(), reason: anyText() })),
    retired,
  }),
);

export const TrustStore = either([TrustStore2, TrustStore1]);

export const OwnService = exactly({
  kind: fixed(OWN_SERVICE_KIND),
  sets: list(
    exactly({
      key_set: named('ServiceKeySet', exactly(keySetMembers(OWN_SERVICE_USES))),
      state: oneOf(OWN_STATES),
    }),
  ),
  checksum: hash('SHA3-256 over `svc-own-service/v1` 00 JCS(the document without `checksum`).'),
});
