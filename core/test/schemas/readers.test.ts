/**
 * The schemas against the readers, over changes of the structure of examples: what a reader takes is valid, and what it refuses
 * for its form is not, but for what a schema cannot say.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSessionBundle } from '@touchstone/core/agent/bundle.ts';
import { parseNodeProof } from '@touchstone/core/agent/verify-node.ts';
import { readAnswer, reviewRequest } from '@touchstone/core/artifact/ceremony.ts';
import { readArtifact } from '@touchstone/core/artifact/schema.ts';
import { toHex, utf8 } from '@touchstone/core/bytes.ts';
import { readKeyMessage } from '@touchstone/core/calls/key-message.ts';
import { canonicalBytes, isJsonObject, type JsonObject, type JsonValue } from '@touchstone/core/canonical-json.ts';
import { commitInvoice, type Invoice, openInvoice } from '@touchstone/core/commerce/invoice.ts';
import { verifyThreeKeyFile } from '@touchstone/core/composite/verify-file.ts';
import { signalIn } from '@touchstone/core/fraud/sealed-signal.ts';
import { readGrade } from '@touchstone/core/grade/record.ts';
import { sha3_256, tagged } from '@touchstone/core/hash.ts';
import { validateIdentityV2 } from '@touchstone/core/identity/identity-v2.ts';
import { type KeySet, keySetFingerprint, readKeySet } from '@touchstone/core/keys/key-set.ts';
import { readOwnService } from '@touchstone/core/keys/own-service.ts';
import { readRevocation } from '@touchstone/core/keys/revocation.ts';
import { readSecretKeysHeader } from '@touchstone/core/keys/secret-keys.ts';
import { EMPTY_TRUST_STORE } from '@touchstone/core/keys/trust.ts';
import { readTrustStore } from '@touchstone/core/keys/trust-document.ts';
import { parseLedgerExport } from '@touchstone/core/ledger/export.ts';
import { parseLogExport } from '@touchstone/core/log/verify-log.ts';
import { readSession } from '@touchstone/core/mpc/session.ts';
import { readProofFile } from '@touchstone/core/privacy/proof-file.ts';
import { readStated } from '@touchstone/core/privacy/verify-proof.ts';
import { readReceipt } from '@touchstone/core/receipt/receipt.ts';
import { readRelease } from '@touchstone/core/release/manifest.ts';
import { instanceOf } from '@touchstone/core/stark/statements.ts';
import { verifyStatementFile } from '@touchstone/core/statement/verify.ts';
import { Unreadable } from '@touchstone/core/strict-members.ts';
import { PRODUCT } from '@touchstone/core/version.ts';
import { it } from 'vitest';
import { NOW, provider } from '../artifact/fixture.ts';
import { expectHeld, type Held } from './held-to-reader.ts';

const ROOT = path.join(import.meta.dirname, '../../..');

function fileOf(name: string): JsonValue {
  return JSON.parse(readFileSync(path.join(ROOT, name), 'utf8'));
}
const golden = (name: string) => fileOf(`core/test/golden/${name}`);
const example = (name: string) => fileOf(`examples/${name}`);

const bytesOf = (value: JsonValue) => utf8(JSON.stringify(value));

function isReadable(read: () => unknown): boolean {
  try {
    read();
    return true;
  } catch (error) {
    if (error instanceof Unreadable) return false;
    throw error;
  }
}

/** A key set with the fingerprint of what it says now, so that its reader judges nothing but its form. */
function resealed(value: JsonValue | undefined): JsonValue {
  if (!isJsonObject(value) || typeof value.fingerprint !== 'string' || !/^[0-9a-f]{64}$/.test(value.fingerprint))
    return value ?? null;
  return { ...value, fingerprint: keySetFingerprint(value as unknown as KeySet) };
}

/** A document that holds a key set under `name`. */
function withKeySet(value: JsonValue, name: string): JsonValue {
  return isJsonObject(value) && value[name] !== undefined ? { ...value, [name]: resealed(value[name]) } : value;
}

/** A document with key sets in the entries of `list`, and with the checksum of what it says now where it has one. */
function withChecksum(value: JsonValue, list: string, tag: string): JsonValue {
  if (!isJsonObject(value)) return value;
  const { checksum, ...others } = value;
  const entries = value[list];
  const rest: JsonObject = Array.isArray(entries)
    ? { ...others, [list]: entries.map((entry: JsonValue) => withKeySet(entry, 'key_set')) }
    : others;
  if (checksum === undefined) return rest;
  const isHash = typeof checksum === 'string' && /^[0-9a-f]{64}$/.test(checksum);
  return { ...rest, checksum: isHash ? toHex(sha3_256(tagged(tag, canonicalBytes(rest)))) : checksum };
}

const IN_KEY_SET = /key_set\./;

const judging = { fileName: 'changed.json', trust: EMPTY_TRUST_STORE, verifier: provider, now: NOW, product: PRODUCT };

function readsBundle(value: JsonValue): boolean {
  const read = parseSessionBundle(bytesOf(value));
  if (!read.ok) return false;
  const { bundle, nodes } = read;
  const seals = [bundle.seal, bundle.registration.seal].filter((seal) => seal !== null);
  const areNodes = Array.from({ length: nodes.count }, (_, at) => nodes.read(at).ok);
  return areNodes.every(Boolean) && seals.every(({ receipt }) => readReceipt(receipt).ok);
}

function readsNodeProof(value: JsonValue): boolean {
  const read = parseNodeProof(bytesOf(value));
  return read.ok && (read.proof.seal === null || readReceipt(read.proof.seal.receipt).ok);
}

function readsInvoice(value: JsonValue): boolean {
  const { commitment, opening } = commitInvoice(value as unknown as Invoice, new Uint8Array(32));
  return openInvoice(commitment, opening).ok;
}

const answer = golden('signing-answer-v1.pqsigned.json') as JsonObject;
const keySet = golden('key-set-v1.pqkeys.json');
const average = example('statements/average.pqst.json') as JsonObject & { readonly body: JsonObject };

const RELEASE: JsonObject = {
  format: 'svc-release/v1',
  product: 'Touchstone',
  version: '1.2.3',
  platform: 'linux-x64',
  released_at: '2026-04-01T12:00:00Z',
  file: { name: 'touchstone-1.2.3.deb', size: 1_000, sha256: '0'.repeat(64), sha512: '0'.repeat(128) },
  key_set: '0'.repeat(64),
  signatures: { first: 'AAAA' },
};

const CASES: readonly Held[] = [
  {
    schema: 'artifact',
    documents: () => [
      golden('artifact-v1.pqv.json'),
      example('not-signed.pqv.json'),
      example('verified-unbound-summary.pqv.json'),
    ],
    reads: (value) => readArtifact(value).ok,
  },
  {
    schema: 'three-key-signature',
    documents: () => [
      {
        signature: (example('grades/verified.pqgrade.json') as JsonObject).signature ?? null,
        algorithm: 'SVC-3-Key',
        families: ['Ed25519', 'ML-DSA-65', 'FALCON-512'],
        data_hash: '0'.repeat(64),
        timestamp: '2026-04-01T12:00:00Z',
      },
    ],
    reads: async (value) => (await verifyThreeKeyFile(bytesOf(value), judging)).report.code !== 'FORMAT',
  },
  {
    schema: 'key-set',
    documents: () => [keySet, golden('key-set-v2.pqkeys.json'), example('grades/demo-grades-3key.pqkeys.json')],
    reads: (value) => readKeySet(value).ok,
    refit: resealed,
    unsaid: /^keys: an item more$/,
  },
  {
    schema: 'secret-keys',
    documents: () => [golden('secret-keys-v1.pqsecret.json')],
    reads: (value) => readSecretKeysHeader(bytesOf(value)) !== null,
    refit: (value) => withKeySet(value, 'key_set'),
    elsewhere: IN_KEY_SET,
  },
  {
    schema: 'signing-answer',
    documents: () => [answer],
    // Whether it is for an artifact and its key set is asked next, by equality.
    reads(value) {
      const read = readAnswer(bytesOf(value));
      const isFor = (name: 'manifest_hash' | 'key_set_fingerprint') => read.ok && read.value[name] === answer[name];
      return isFor('manifest_hash') && isFor('key_set_fingerprint');
    },
  },
  {
    schema: 'signing-request',
    documents: () => [golden('signing-request-v1.pqsign.json')],
    reads: async (value) => (await reviewRequest(bytesOf(value), judging)).ok,
    refit: (value) => withKeySet(value, 'key_set'),
    elsewhere: /^(?:artifact|key_set)\./,
    // The artifact is judged whole, and whether the set may sign it.
    unsaid: /^(?:artifact|key_set)\b/,
  },
  {
    schema: 'revocation',
    documents: () => [golden('revocation-v1.pqrevoke.json')],
    reads: (value) => readRevocation(value).ok,
  },
  {
    schema: 'trust-store',
    documents: () => [golden('trust-store-v1.json'), golden('trust-store-v2.json')],
    reads: (value) => readTrustStore(value).ok,
    refit: (value) => withChecksum(value, 'key_sets', 'trust-store'),
    elsewhere: IN_KEY_SET,
    // A set twice; the edition that endorsed.
    unsaid: /^key_sets: an item more$|endorsed_by: spelled/,
  },
  {
    schema: 'own-service',
    documents: () => [golden('own-service-v1.json')],
    reads: (value) => readOwnService(value).ok,
    refit: (value) => withChecksum(value, 'sets', 'own-service'),
    elsewhere: IN_KEY_SET,
  },
  {
    schema: 'receipt',
    documents: () => [golden('receipt-v1.pqr.json'), example('receipts/not-signed.pqr.json')],
    reads: (value) => readReceipt(value).ok,
  },
  {
    schema: 'ledger-export',
    documents: () => [golden('ledger-export-v1.pqledger.json')],
    reads: (value) => parseLedgerExport(bytesOf(value)).ok,
  },
  {
    schema: 'session-bundle',
    documents: () => [example('sessions/verified.pqs.json'), example('sessions/delegated-child.pqs.json')],
    reads: readsBundle,
  },
  { schema: 'node-proof', documents: () => [example('sessions/verified.pqnode.json')], reads: readsNodeProof },
  {
    schema: 'log-export',
    documents: () => [example('sessions/verified.pqlog.json')],
    reads: (value) => parseLogExport(bytesOf(value)).ok,
  },
  {
    schema: 'privacy-proof',
    documents: () => ['age', 'portfolio'].map((name) => example(`proofs/${name}.pqp.json`)),
    reads: (value) =>
      isReadable(() => {
        const { publicInputs } = readProofFile(value);
        readStated(publicInputs);
        if (instanceOf(publicInputs) === null) throw new Unreadable('public_inputs', 'It is of no statement.');
      }),
  },
  {
    schema: 'code-grade',
    documents: () => [example('grades/verified.pqgrade.json'), example('grades/recorded.pqgrade.json')],
    reads: (value) => readGrade(value).ok,
    // The order of the rules; as many places as were found.
    unsaid: /^losses: an item more$|^losses\[\d\]\.(?:found: \d+|places: an item (?:more|less))$/,
  },
  {
    schema: 'statement',
    documents: () => [average, ...['call', 'call-end'].map((name) => example(`statements/${name}.pqst.json`))],
    reads: async (value) => (await verifyStatementFile(bytesOf(value), judging)).code !== 'FORMAT',
  },
  {
    schema: 'release-manifest',
    documents: () => [RELEASE, { ...RELEASE, next_key_set: keySet, next_signatures: { next: 'AAAA' } }],
    reads: (value) => readRelease(value).ok,
    refit: (value) => withKeySet(value, 'next_key_set'),
    elsewhere: IN_KEY_SET,
  },
  {
    schema: 'invoice',
    documents: () => [
      {
        invoice_id: 'inv_1',
        amount_cents: 1_999,
        currency: 'USD',
        description: '',
        recipient_wallet: 'wallet',
        chain: 'solana',
        issued_at: '2026-04-01T12:00:00Z',
        expires_at: '2026-04-02T12:00:00Z',
      },
    ],
    reads: readsInvoice,
  },
  {
    schema: 'joint-session',
    documents: () => {
      const session = average.body.session as JsonObject;
      const { participants } = session as { readonly participants: readonly JsonValue[] };
      const custom = { ...session, computation: 'custom' };
      return [
        session,
        { ...custom, custom: { kind: 'weighted_sum', weights: participants.map(() => 2) } },
        { ...custom, custom: { kind: 'variance' }, most_input: 4_000_000 },
        { ...custom, custom: { kind: 'count_above', threshold: -5 } },
      ];
    },
    reads: (value) => isReadable(() => readSession(value, '')),
    // A weight for each participant, and no higher threshold than there are of them.
    unsaid: /^(?:participants|custom\.weights): an item |^threshold: /,
  },
  {
    schema: 'identity-v2',
    documents: () => [
      {
        given_name: 'Ada',
        family_name: 'Example',
        date_of_birth: '1990-04-12',
        document_type: 'passport',
        document_number: 'X1234567',
        issuing_country: 'CH',
        expires_on: '2031-04-11',
      },
    ],
    reads: (value) => validateIdentityV2(bytesOf(value)).valid,
  },
  {
    schema: 'fraud-signal',
    documents: () => [{ entity_hash: '0'.repeat(64), factors: [0, 1_000, 1, 2, 3, 4, 5, 6] }],
    reads: (value) => signalIn(JSON.stringify(value)) !== null,
  },
  {
    schema: 'key-exchange-message',
    documents: () => [
      { version: 1, type: 'hello', public_key: Buffer.alloc(1_568).toString('base64') },
      {
        version: 1,
        type: 'encapsulation',
        recipient_key: '0'.repeat(64),
        ciphertext: Buffer.alloc(1_568).toString('base64'),
      },
      {
        version: 1,
        type: 'sender_key',
        recipient_key: '0'.repeat(64),
        number: 0,
        box: Buffer.alloc(88).toString('base64'),
      },
      { version: 1, type: 'bye' },
    ],
    reads: (value) => readKeyMessage(value) !== null,
  },
];

it.each(CASES.map((one) => [one.schema, one] as const))('%s', (_, one) => expectHeld(one));
