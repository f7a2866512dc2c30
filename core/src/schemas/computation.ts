/** Joint and encrypted computation, key ceremonies, key exchange of calls, fraud signals. */
import Type from 'typebox';
import { FRAUD_FACTORS } from '../api/crypto/fraud-factors.ts';
import { CALL_KEM } from '../calls/key-message.ts';
import { FACTOR_RANGE } from '../fraud/factors.ts';
import { kemLengths } from '../kem/backend.ts';
import { COMPUTATIONS, type Custom, MOST_INPUT, MOST_WEIGHT, mostInput } from '../mpc/computations.ts';
import { MODULUS } from '../mpc/field.ts';
import { PARTY_KEM, SESSION_FORMAT } from '../mpc/session.ts';
import { PARTIES } from '../mpc/shamir.ts';
import type { Transcript } from '../mpc/transcript.ts';
import { lengthsOf } from '../sign/lengths.ts';
import { ML_DSA_ALGORITHMS } from '../sign/ml-dsa-expanded.ts';
import {
  anyText,
  base64,
  base64Of,
  count,
  either,
  exactly,
  fixed,
  hash,
  hex,
  list,
  type MembersOf,
  matching,
  named,
  oneOf,
  optional,
  sealedBox,
  text,
  time,
} from './kit.ts';

const common = {
  format: fixed(SESSION_FORMAT),
  session_id: text(),
  participants: list(text(), 'Their ids in their order.', { minItems: 2, maxItems: 256, uniqueItems: true }),
  threshold: count(2, 'At most as many as there are participants.', 256),
  field: fixed(String(MODULUS), 'The prime 2^61 − 1.'),
  party_keys: list(base64Of(kemLengths(PARTY_KEM).publicKey), `${PARTY_KEM} keys of the parties 1, 2 and 3.`, {
    minItems: PARTIES.length,
    maxItems: PARTIES.length,
    uniqueItems: true,
  }),
  expires_at: time(),
};

function custom(task: Custom, members: Parameters<typeof exactly>[0]) {
  return exactly({
    ...common,
    computation: fixed('custom'),
    custom: exactly({ kind: fixed(task.kind), ...members }),
    most_input: fixed(mostInput(task)),
  });
}

const weight = Type.Integer({ minimum: -MOST_WEIGHT, maximum: MOST_WEIGHT, not: { const: 0 } });

export const JointSession = named(
  'JointSession',
  either([
    exactly({
      ...common,
      computation: oneOf(COMPUTATIONS.filter((name) => name !== 'custom')),
      most_input: fixed(MOST_INPUT),
    }),
    custom(
      { kind: 'weighted_sum', weights: [] },
      { weights: list(weight, 'One for each participant.', { minItems: 2, maxItems: 256 }) },
    ),
    custom({ kind: 'variance' }, {}),
    custom(
      { kind: 'count_above', threshold: 0 },
      { threshold: Type.Integer({ minimum: -MOST_INPUT, maximum: MOST_INPUT }) },
    ),
  ]),
);

/** A statement of kind `mpc-proof` without its signature. */
export const JointTranscriptBody = exactly({
  session: JointSession,
  session_sha3_256: hash('SHA3-256 over `svc-mpc-session/v1` 00 JCS(`session`).'),
  contributions: list(
    exactly({ participant: text(), sha3_256: hash('Of the bytes of `encrypted_share`.'), received_at: time() }),
    'In the order of the participants.',
  ),
  result_shares: list(hex(8), 'Of the parties 1, 2 and 3: they lie on one line.', {
    minItems: PARTIES.length,
    maxItems: PARTIES.length,
  }),
  opened: matching(/^(?:0|-?[1-9][0-9]{0,18})$/, 'What the shares give, in decimal.'),
  result: Type.Number(),
  multiplications: count(0),
  openings: count(0),
  trust_model: text(),
  computed_at: time(),
  keyset_id: text('The `service` set that signed.'),
} satisfies MembersOf<Transcript>);

/** Whether the texts are keys is told by who uses them. */
export const FheKeyFile = exactly({
  key_id: text(),
  public_key: text('Base64 of an `svc-fhe/v1` envelope.'),
  relin_key: text('Base64 of an `svc-fhe/v1` envelope.'),
  secret_key: optional(text('Base64 of an `svc-fhe/v1` envelope; with custody of the client.')),
});

export const CeremonyRecord = either(
  ML_DSA_ALGORITHMS.map((algorithm) =>
    exactly({
      format: fixed('svc-ceremony-record/v1'),
      ceremony_id: anyText(),
      algorithm: fixed(algorithm),
      participants: count(2, undefined, 255),
      threshold: count(2, 'At most as many as there are participants.', 255),
      public_key: base64Of(lengthsOf(algorithm)?.publicKey ?? 0),
      commitments: list(hash('SHA3-256 over `svc-ceremony-share/v1` 00 share.'), 'By participant.', {
        minItems: 2,
        maxItems: 255,
      }),
    }),
  ),
);

export const CeremonyShare = exactly({
  format: fixed('svc-share-of-ceremony/v1'),
  ceremony_id: anyText(),
  participant: count(1, 'From 1, in the order of the ceremony.', 255),
  share: either([base64('33 bytes.', 1), sealedBox('A box of kind `ceremony-share`.')]),
});

const { publicKey, ciphertext } = kemLengths(CALL_KEM);
const message = (type: string) => ({ version: fixed(1), type: fixed(type) });
const recipientKey = hash("SHA3-256 of the receiver's key.");

/** Payload of `signal` with the kind `key_exchange`. */
export const KeyExchangeMessage = either([
  exactly({ ...message('hello'), public_key: base64Of(publicKey, 'Coefficients below q.') }),
  exactly({ ...message('encapsulation'), recipient_key: recipientKey, ciphertext: base64Of(ciphertext) }),
  exactly({
    ...message('sender_key'),
    recipient_key: recipientKey,
    number: count(0, 'Of the pair and direction.', 2 ** 32 - 1),
    box: { ...base64('More bytes than the tag, 16.'), minLength: 24 },
  }),
  exactly(message('bye')),
]);

/** What is sealed in a fraud signal. */
export const FraudSignal = exactly({
  entity_hash: hash(),
  factors: list(count(0, undefined, FACTOR_RANGE), `In this order: ${FRAUD_FACTORS.join(', ')}.`, {
    minItems: FRAUD_FACTORS.length,
    maxItems: FRAUD_FACTORS.length,
  }),
});
