import Type from 'typebox';
import {
  anyObject,
  base64,
  Count,
  Hex64,
  IsoTime,
  ListQuery,
  nullable,
  object,
  pageOf,
  prefixedId,
  text,
  timeOf,
} from '../common.ts';
import { endpoint, group } from '../endpoint.ts';

const SessionId = prefixedId('sess', 'The validation session.');
const UserId = text(200, 'The person in the words of the caller; any text that names one person in this project.');
const ContractId = text(200, 'The contract under which health data is handled, in the words of the caller.');

const AuditEvent = object({
  session_id: SessionId,
  field_id: text(200, 'The field that was touched. Put no health data here: it is stored and signed as it stands.'),
  action: text(100, 'What was done, for example `view` or `validate`.'),
  actor: text(200, 'Who did it.'),
  timestamp: timeOf('When, as the caller states it; kept in UTC with milliseconds.'),
});

export const health = group({
  openSession: endpoint({
    id: 'crypto.health.open-session',
    service: 'crypto',
    method: 'POST',
    path: '/health/sessions',
    body: object({ contract_id: ContractId, user_id: UserId }),
    response: object({
      session_id: SessionId,
      lock_token: prefixedId('ltk', 'Needed to release the session; shown this once.'),
      expires_at: timeOf('900 seconds after the answer unless the settings say otherwise.'),
    }),
    auth: 'bearer',
    scope: 'health',
    minTier: 'HC-0',
    units: 3,
    errors: ['BAA_REQUIRED', 'SESSION_CONFLICT'],
    summary: 'Open a validation session and lock its contract.',
    description:
      'One session at a time is open on a contract of the project; a second one is SESSION_CONFLICT until the first is released or expires. A user who has not accepted the business-associate agreement is BAA_REQUIRED. The lock orders cooperating callers; it does not keep them from data that lies elsewhere.',
    example: {
      body: { contract_id: 'contract-2026-014', user_id: 'reviewer-7' },
      after: { operation: 'crypto.health.accept-baa', use: {} },
    },
  }),
  audit: endpoint({
    id: 'crypto.health.audit',
    service: 'crypto',
    method: 'POST',
    path: '/health/audit',
    body: object({ events: Type.Array(AuditEvent, { minItems: 1, maxItems: 1_000 }) }),
    response: object({
      accepted: Type.Integer({ minimum: 1, description: 'How many events were stored: all of them, or none.' }),
      session_id: SessionId,
      head_hash: Hex64,
      signature: base64('ML-DSA-65 of the `service` key set over this answer without this member.'),
    }),
    auth: 'bearer',
    scope: 'health',
    minTier: 'HC-0',
    units: 3,
    errors: ['NOT_FOUND', 'CONFLICT', 'SESSION_EXPIRED'],
    summary: 'Append events to the audit of an open session.',
    description:
      'All events of a call name the same session; otherwise the answer is INVALID_REQUEST. Each event is signed and linked to the one before it, and none can be changed or taken out later. `head_hash` is SHA3-256 of the canonical JSON of the last one, and `signature` covers `svc-health-event/v1`, a zero byte and SHA3-256 of the canonical JSON of the answer. The signature says that the service received the events, not that they happened: actor and time are stated by the caller. A released session is CONFLICT, an expired one SESSION_EXPIRED.',
    refused: {
      body: {
        events: [
          { session_id: 'sess_0', field_id: 'f', action: 'view', actor: 'a', timestamp: '2026-02-30T12:00:00Z' },
        ],
      },
    },
    example: {
      body: {
        events: [
          {
            session_id: 'sess_0123456789abcdef',
            field_id: 'form-3.diagnosis-code',
            action: 'validate',
            actor: 'reviewer-7',
            timestamp: '2026-04-01T12:00:00.000Z',
          },
        ],
      },
      after: { operation: 'crypto.health.open-session', use: { 'body.events.0.session_id': 'session_id' } },
    },
  }),
  attest: endpoint({
    id: 'crypto.health.attest',
    service: 'crypto',
    method: 'POST',
    path: '/health/attest',
    body: object({
      session_id: SessionId,
      validation_results: object({
        fields_validated: Count,
        passed: Type.Integer({ minimum: 0, description: 'Not more than `fields_validated`.' }),
        flagged: Type.Integer({ minimum: 0, description: 'Not more than `fields_validated`.' }),
      }),
      signature_name: text(200, 'The name with which the reviewer signs, as typed.'),
      reviewer_user_id: UserId,
    }),
    response: object({
      transaction_hash: Type.String({ description: 'The transaction that anchors the attestation.' }),
      status: Type.Enum(['confirmed', 'pending'], {
        description: '`pending` where no confirmation came in 10 seconds.',
      }),
      details: Type.Optional(
        object(
          { network: Type.String({ description: '`embedded:<chain>`: the ledger of this server.' }) },
          { description: 'Beyond document 2; clients must not need it.' },
        ),
      ),
    }),
    auth: 'bearer',
    scope: 'health',
    minTier: 'HC-2',
    units: 15,
    errors: ['NOT_FOUND', 'CONFLICT', 'SESSION_EXPIRED', 'BAA_REQUIRED'],
    summary: 'Anchor the result of an open session on the ledger.',
    description:
      'Anchors a hash of the results, the reviewer and the session with its audit, and waits up to 10 seconds for the confirmation. The ledger shows that these counts were stated then and not changed since, not that they are right; `signature_name` is a typed name and proves no identity. The reviewer must have accepted the agreement. The session stays open. A released session is CONFLICT, an expired one SESSION_EXPIRED.',
    refused: {
      body: {
        session_id: 'sess_0',
        validation_results: { fields_validated: 1, passed: 2, flagged: 0 },
        signature_name: 'a',
        reviewer_user_id: 'a',
      },
    },
    example: {
      body: {
        session_id: 'sess_0123456789abcdef',
        validation_results: { fields_validated: 42, passed: 40, flagged: 2 },
        signature_name: 'Ada Lovelace',
        reviewer_user_id: 'reviewer-7',
      },
      after: { operation: 'crypto.health.open-session', use: { 'body.session_id': 'session_id' } },
    },
  }),
  baaStatus: endpoint({
    id: 'crypto.health.baa-status',
    service: 'crypto',
    method: 'GET',
    path: '/health/baa-status/:user_id',
    params: object({ user_id: UserId }),
    response: object({
      allowed: Type.Boolean({ description: 'The agreement is accepted: sessions may be opened for this user.' }),
      reason: Type.String({ description: 'A sentence for people.' }),
      baa_acceptance_url: Type.String({ description: 'The page of the console where the agreement is accepted.' }),
    }),
    auth: 'bearer',
    scope: 'health',
    minTier: 'HC-0',
    units: 0,
    errors: [],
    summary: 'Whether a user has accepted the business-associate agreement.',
    description: 'A user of whom nothing is known has not accepted: `allowed` is false, and this is no error.',
    example: { params: { user_id: 'reviewer-7' } },
  }),
  acceptBaa: endpoint({
    id: 'crypto.health.accept-baa',
    service: 'crypto',
    method: 'POST',
    path: '/health/baa/accept',
    body: object({ user_id: UserId, signature_name: text(200, 'The name with which the user signs, as typed.') }),
    response: object({
      user_id: UserId,
      accepted: Type.Literal(true),
      signature_name: Type.String(),
      accepted_at: IsoTime,
    }),
    auth: 'bearer',
    scope: 'health',
    minTier: 'HC-0',
    units: 1,
    errors: [],
    summary: 'Record that a user accepts the business-associate agreement.',
    description:
      'Accepting again changes nothing and answers the first acceptance. The record holds the typed name, the time and the API key; it proves no identity and replaces no contract on paper.',
    example: { body: { user_id: 'reviewer-7', signature_name: 'Ada Lovelace' } },
  }),
  closeSession: endpoint({
    id: 'crypto.health.close-session',
    service: 'crypto',
    method: 'DELETE',
    path: '/health/sessions/:id',
    params: object({ id: SessionId }),
    headers: object({ 'x-lock-token': text(200, 'The `lock_token` from the opening of the session.') }),
    response: object({ released: Type.Boolean(), session_id: SessionId }),
    auth: 'bearer',
    scope: 'health',
    minTier: 'HC-0',
    units: 0,
    errors: ['NOT_FOUND', 'CONFLICT', 'SESSION_EXPIRED'],
    summary: 'Release a session, so that its contract is free.',
    description:
      'Without the header the answer is INVALID_REQUEST; with a token that is not that of the session, or after a release, CONFLICT. An expired session has no lock any more: SESSION_EXPIRED. Events and attestations remain.',
    example: {
      params: { id: 'sess_0123456789abcdef' },
      headers: { 'x-lock-token': 'ltk_0123456789abcdef0123456789abcdef' },
      after: {
        operation: 'crypto.health.open-session',
        use: { 'params.id': 'session_id', 'headers.x-lock-token': 'lock_token' },
      },
    },
  }),
  listSessions: endpoint({
    id: 'crypto.health.list-sessions',
    service: 'crypto',
    method: 'GET',
    path: '/health/sessions',
    query: ListQuery,
    response: pageOf(
      object({
        session_id: SessionId,
        contract_id: Type.String(),
        user_id: Type.String(),
        state: Type.Enum(['open', 'released', 'expired']),
        opened_at: IsoTime,
        expires_at: IsoTime,
        released_at: nullable(IsoTime),
        events: Count,
        attestations: Count,
        head_hash: nullable(Hex64),
      }),
    ),
    auth: 'bearer',
    scope: 'health',
    minTier: 'HC-0',
    units: 0,
    errors: [],
    summary: 'The validation sessions of the project, the newest first.',
    description: 'Lock tokens are not among the members: they were shown once. `head_hash` is that of the last event.',
    example: {},
  }),
  listEvents: endpoint({
    id: 'crypto.health.list-events',
    service: 'crypto',
    method: 'GET',
    path: '/health/sessions/:id/events',
    params: object({ id: SessionId }),
    query: ListQuery,
    response: pageOf(
      object({
        event: anyObject(
          'The signed event: project_id, session_id, position, field_id, action, actor, timestamp, received_at, key_id, keyset_id, previous_hash. `field_id` is null where the service speaks about the chain itself (`restored`).',
        ),
        signature: base64('ML-DSA-65 of the key set `keyset_id` over `event`.'),
      }),
    ),
    auth: 'bearer',
    scope: 'health',
    minTier: 'HC-0',
    units: 0,
    errors: ['NOT_FOUND'],
    summary: 'The signed audit of a session, the oldest event first.',
    description:
      'Also of a session that is over. Each signature covers `svc-health-event/v1`, a zero byte and SHA3-256 of the canonical JSON of `event`; `previous_hash` is SHA3-256 of the canonical JSON of the event before, null for the first. Events at the end that were cut off show against a `head_hash` that was kept elsewhere, or that the ledger holds.',
    example: {
      params: { id: 'sess_0123456789abcdef' },
      after: { operation: 'crypto.health.open-session', use: { 'params.id': 'session_id' } },
    },
  }),
});
