/** Verified artifacts, the ceremony that signs them, and 3-key signatures. */
import {
  ARTIFACT_ID,
  attestationMember,
  CATEGORIES,
  CYCLE_ID,
  hashMember,
  PILLARS,
  PUBLISHING_RULE_OPENING,
  SCHEMA_VERSION,
  SLOTS,
  VERDICTS,
  VERIFIER_COMMAND,
} from '../artifact/artifact.ts';
import { SIGNING_ANSWER_SCHEMA, SIGNING_REQUEST_SCHEMA } from '../artifact/ceremony.ts';
import { THREE_KEY_ALGORITHM, THREE_KEY_FAMILIES } from '../composite/three-key.ts';
import { KeySet } from './keys.ts';
import {
  anyObject,
  anyText,
  atLeast,
  exactly,
  fixed,
  hash,
  hex,
  list,
  matching,
  named,
  oneOf,
  optional,
  text,
  threeKey,
  time,
} from './kit.ts';

const attestation = anyObject('Hashed as a whole; `cycle_id`, `result`, `_status` and `schema_version` are looked at.');
const slot = text('Base64 of the signature, or a text that begins with `PENDING` in a slot that is empty.');

export const Artifact = named(
  'Artifact',
  atLeast({
    schema_version: fixed(SCHEMA_VERSION),
    artifact_id: matching(ARTIFACT_ID),
    cycle_id: matching(CYCLE_ID),
    issued_at: time(),
    issuer: atLeast({ name: text(), principal: text() }),
    subject: atLeast({
      name: text(),
      category: oneOf(CATEGORIES),
      description: optional(anyText()),
      product: optional(anyText()),
    }),
    human_summary: atLeast({
      claim: text(),
      verdict: oneOf(VERDICTS, 'As claimed; never believed.'),
      evidence_summary: text(),
      load_bearing_pillars: optional(list(oneOf(PILLARS))),
      additional_assurances: optional(list(anyText())),
    }),
    attestations: atLeast(Object.fromEntries(PILLARS.map((pillar) => [attestationMember(pillar), attestation]))),
    attestation_hashes: optional(
      atLeast(
        Object.fromEntries(PILLARS.map((pillar) => [hashMember(pillar), hex(48)])),
        'SHA3-384 of the JCS of each attestation.',
      ),
    ),
    manifest_hash: hex(48, 'SHA3-384 of the JCS of `{attestation_hashes, cycle_id, issuer, subject}`.'),
    signatures: atLeast(Object.fromEntries(SLOTS.map((name) => [name, slot]))),
    verifier_command: fixed(VERIFIER_COMMAND),
    verifier_url: optional(matching(/^[A-Za-z][A-Za-z0-9+.-]*:[!#-;=?-[\]_a-z~]+$/)),
    publishing_rule: matching(new RegExp(`^${PUBLISHING_RULE_OPENING.replaceAll('.', '\\.')}`)),
  }),
);

export const ThreeKeySignature = atLeast({
  signature: threeKey('Ed25519, ML-DSA-65 and FALCON-512, each over `svc-3key/v1` 00 `data_hash`.'),
  algorithm: fixed(THREE_KEY_ALGORITHM),
  families: fixed(THREE_KEY_FAMILIES),
  data_hash: hash('SHA3-256 of what was signed.'),
  timestamp: optional(time('Covered by nothing.')),
});

export const SigningRequest = exactly({
  schema_version: fixed(SIGNING_REQUEST_SCHEMA),
  slots: list(oneOf(SLOTS), undefined, { minItems: 1, uniqueItems: true }),
  key_set: KeySet,
  artifact: Artifact,
  requested_at: anyText('A time; covered by nothing.'),
});

export const SigningAnswer = exactly({
  schema_version: fixed(SIGNING_ANSWER_SCHEMA),
  manifest_hash: hex(48),
  key_set_fingerprint: hash(),
  signatures: {
    ...exactly(Object.fromEntries(SLOTS.map((name) => [name, optional(anyText('Base64.'))]))),
    minProperties: 1,
  },
  signed_at: anyText('A time; covered by nothing.'),
});
