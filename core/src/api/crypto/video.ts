import Type from 'typebox';
import {
  anyObject,
  base64,
  Count,
  IsoTime,
  type JsonItem,
  ListQuery,
  nullable,
  object,
  pageOf,
  prefixedId,
  text,
} from '../common.ts';
import { endpoint, group } from '../endpoint.ts';

const SessionId = prefixedId('vs', 'The session, as `video/session` answered it.');
const SessionParams = object({ session_id: SessionId });
const Participants = Type.Array(text(100, 'A name within the session; not `*`.'), {
  minItems: 2,
  maxItems: 50,
  description: 'Who takes part; names must differ.',
});
const TurnUrl = Type.String({ description: 'The relay of this server, `turn:` and its address.' });
const KeyExchange = Type.Literal('ml-kem-1024');
const MediaCipher = Type.Literal('aes-256-gcm');
const Duration = Type.Number({ minimum: 0, description: 'From opening to end, or until now while it is open.' });

const Status = Type.Enum(['open', 'ended', 'expired']);
const EndReason = Type.Enum(['ended', 'expired', 'credits', 'restored'], {
  description:
    '`ended` by a request, `expired` by its time, `credits`: the account could not pay a further minute, `restored`: a backup was restored.',
});
const Kind = Type.Enum(['offer', 'answer', 'candidate', 'key_exchange', 'caption'], {
  description: 'Captions become lines of the transcript, the other kinds its events, without their payload.',
});
const Name = text(100, 'A name within the session.');

/** What the service signs when a session is over (S5). */
const End = object({
  body: anyObject('What is signed: the session, its times, the reason, the minutes that were charged.'),
  signature: base64(
    'ML-DSA-65 of the `service` key set over `svc-call-end/v1`, 00 and SHA3-256 of the canonical body.',
  ),
});

const timeMembers = {
  created_at: IsoTime,
  expires_at: IsoTime,
  ended_at: nullable(IsoTime),
  end_reason: nullable(EndReason),
  duration_seconds: Duration,
};

const SESSION_EXAMPLE = 'vs_0123456789abcdef';
const AFTER_OPEN = { operation: 'crypto.video.session', use: { 'params.session_id': 'session_id' } } as const;

export const video = group({
  session: endpoint({
    id: 'crypto.video.session',
    service: 'crypto',
    method: 'POST',
    path: '/video/session',
    body: object({
      participants: Participants,
      security_level: Type.Enum(['L1', 'L3', 'L5'], {
        description: 'The least level wanted. Every session has the algorithms of L5.',
      }),
      record_transcript: Type.Boolean({ description: 'Whether events and caption lines are kept for a transcript.' }),
    }),
    response: object({
      session_id: SessionId,
      turn_url: TurnUrl,
      key_exchange: KeyExchange,
      media_cipher: MediaCipher,
      expires_at: IsoTime,
      units_per_minute: Type.Literal(5),
    }),
    auth: 'bearer',
    scope: 'video',
    minTier: null,
    units: {
      base: 5,
      surcharges: {
        minute: { units: 5, when: 'For each further started minute until the session ends; the first is in the base.' },
      },
    },
    errors: [],
    summary: 'Open a video session with a post-quantum key exchange.',
    description:
      'Participants agree on media keys by ML-KEM-1024 through `signal` and encrypt media with AES-256-GCM; this server relays and sees no media. It does carry the key exchange and all participants use keys of one project, so participants who do not trust the server have to compare their keys over another channel. Unless it is ended, a session ends after two hours (a setting).',
    example: { body: { participants: ['ada', 'grace'], security_level: 'L3', record_transcript: true } },
  }),
  getSession: endpoint({
    id: 'crypto.video.get-session',
    service: 'crypto',
    method: 'GET',
    path: '/video/session/:session_id',
    params: SessionParams,
    response: object({
      session_id: SessionId,
      status: Status,
      participants: Participants,
      record_transcript: Type.Boolean(),
      turn_url: TurnUrl,
      ice_servers: Type.Array(
        object({ urls: Type.Array(Type.String()), username: Type.String(), credential: Type.String() }),
        { description: 'For `RTCPeerConnection`; empty once the session is over.' },
      ),
      key_exchange: KeyExchange,
      media_cipher: MediaCipher,
      ...timeMembers,
      messages: Type.Integer({ minimum: 0, description: 'How many messages went through `signal` so far.' }),
      end: nullable(End),
    }),
    auth: 'bearer',
    scope: 'video',
    minTier: null,
    units: 0,
    errors: ['NOT_FOUND'],
    summary: 'The state of a session and the credentials for its relay.',
    description:
      'The credentials end with the session, and the relay carries data only between its participants. Treat the answer as a secret while the session is open.',
    example: { params: { session_id: SESSION_EXAMPLE }, after: AFTER_OPEN },
  }),
  signal: endpoint({
    id: 'crypto.video.signal',
    service: 'crypto',
    method: 'POST',
    path: '/video/session/:session_id/signal',
    params: SessionParams,
    body: object({
      to: text(100, 'The name of a participant, or `*` for everyone else.'),
      kind: Kind,
      payload: Type.Unsafe<JsonItem>(
        Type.Unknown({
          description: 'Any JSON value up to 64 KiB; handed on as it is. For a caption text of up to 2,000 characters.',
        }),
      ),
      from: Type.Optional(text(100, 'Who sends it, so that the receiver knows whom to answer.')),
    }),
    response: object({
      accepted: Type.Boolean(),
      sequence: Type.Integer({ minimum: 1, description: 'The place of the message among those of the session.' }),
    }),
    auth: 'bearer',
    scope: 'video',
    minTier: null,
    units: 0,
    errors: ['NOT_FOUND', 'SESSION_EXPIRED', 'CONFLICT'],
    summary: 'Send a signalling message or a caption line to participants.',
    description:
      'Free: the minutes of the session pay for it. Names are those that callers state; the server knows only that they hold a key of the project. A name that does not take part is refused, a session that has ended is SESSION_EXPIRED, one that has carried 5,000 messages is CONFLICT. Receivers read messages from the event stream of the session.',
    example: {
      params: { session_id: SESSION_EXAMPLE },
      body: { to: 'grace', kind: 'caption', payload: 'Good morning.', from: 'ada' },
      after: AFTER_OPEN,
    },
  }),
  events: endpoint({
    id: 'crypto.video.events',
    service: 'crypto',
    method: 'GET',
    path: '/video/session/:session_id/events',
    stream: 'sse',
    params: SessionParams,
    query: object({
      participant: Type.Optional(text(100, 'Only what is meant for this participant, and nothing that it sent.')),
    }),
    headers: object({
      'last-event-id': Type.Optional(
        Type.String({
          pattern: '^(?:0|[1-9][0-9]{0,14})$',
          'x-expects': 'a whole number of at most 15 digits',
          description: 'The `id` of the last message that was received: those behind it follow.',
        }),
      ),
    }),
    response: Type.Union([
      object({
        event: Type.Literal('signal'),
        id: Type.String({
          pattern: '^[1-9][0-9]{0,14}$',
          'x-expects': 'a whole number from 1 on, of at most 15 digits',
          description: 'The `sequence` that `signal` answered.',
        }),
        data: object({
          sequence: Type.Integer({ minimum: 1 }),
          at: IsoTime,
          from: nullable(Name),
          to: Name,
          kind: Kind,
          payload: Type.Unsafe<JsonItem>(Type.Unknown({ description: 'As it was sent.' })),
        }),
      }),
      object({
        event: Type.Literal('session'),
        data: object({ session_id: SessionId, status: Status, ...timeMembers, end: nullable(End) }),
      }),
    ]),
    auth: 'bearer',
    scope: 'video',
    minTier: null,
    units: 0,
    errors: ['NOT_FOUND'],
    summary: 'The messages of a session as they come.',
    description:
      'Server-sent events. `session` comes first and when the session is over, then with the signed end; `signal` for every message that is there still, in order, and `Last-Event-ID` goes on behind one. The event `end` follows behind the last message of a session that is over. A comment comes every 15 seconds; a client that takes nothing for 30 seconds is disconnected, and so is one whose key no longer holds.',
    example: { params: { session_id: SESSION_EXAMPLE }, after: AFTER_OPEN },
  }),
  listSessions: endpoint({
    id: 'crypto.video.list-sessions',
    service: 'crypto',
    method: 'GET',
    path: '/video/session',
    query: ListQuery,
    response: pageOf(
      object({
        session_id: SessionId,
        status: Status,
        participants: Participants,
        record_transcript: Type.Boolean(),
        ...timeMembers,
        has_transcript: Type.Boolean(),
      }),
    ),
    auth: 'bearer',
    scope: 'video',
    minTier: null,
    units: 0,
    errors: [],
    summary: "The project's sessions, the newest first.",
    description: 'Open ones, and those that are over and were not forgotten.',
    example: { query: { limit: 20 } },
  }),
  forget: endpoint({
    id: 'crypto.video.forget',
    service: 'crypto',
    method: 'DELETE',
    path: '/video/session/:session_id/record',
    params: SessionParams,
    response: object({ session_id: SessionId, deleted: Type.Literal(true) }),
    auth: 'bearer',
    scope: 'video',
    minTier: null,
    units: 0,
    errors: ['NOT_FOUND', 'CONFLICT'],
    summary: 'Delete all that is stored of a session that is over.',
    description:
      'Its participants, messages, caption lines and transcript. Copies of the transcript that were handed out stay verifiable. An open session is CONFLICT: end it first. Backups that were made before hold it still.',
    example: {
      params: { session_id: SESSION_EXAMPLE },
      after: { operation: 'crypto.video.end-session', use: { 'params.session_id': 'session_id' } },
    },
  }),
  endSession: endpoint({
    id: 'crypto.video.end-session',
    service: 'crypto',
    method: 'DELETE',
    path: '/video/session/:session_id',
    params: SessionParams,
    response: object({
      session_id: SessionId,
      status: Type.Literal('ended'),
      ended_at: IsoTime,
      duration_seconds: Duration,
      units_consumed: Type.Integer({ minimum: 0, description: 'For all minutes of the session.' }),
    }),
    auth: 'bearer',
    scope: 'video',
    minTier: null,
    units: 0,
    errors: ['NOT_FOUND', 'SESSION_EXPIRED'],
    summary: 'End a session.',
    description:
      'Relay credentials stop working and no further minute is charged. What was recorded stays for the transcript; of other sessions only the messages of the key exchange stay, for `verify`. A session that is over already is SESSION_EXPIRED.',
    example: { params: { session_id: SESSION_EXAMPLE }, after: AFTER_OPEN },
  }),
  transcript: endpoint({
    id: 'crypto.video.transcript',
    service: 'crypto',
    method: 'POST',
    path: '/video/transcript',
    body: object({ session_id: SessionId, format: Type.Enum(['json']) }),
    response: object({
      transcript_id: prefixedId('tx', 'The transcript.'),
      session_id: SessionId,
      duration_seconds: Duration,
      signature_algorithm: Type.Literal('ml-dsa-65'),
      signature: base64('By the `service` key set.'),
      transcript_hash: Type.String({
        pattern: '^sha3-256:[0-9a-f]{64}$',
        'x-expects': 'sha3-256: and 64 digits of lower-case hexadecimal',
        description: 'SHA3-256 of the canonical JSON of `transcript`.',
      }),
      units_consumed: Count,
      transcript: anyObject('What is hashed and signed: the session, its events and caption lines in order.'),
    }),
    auth: 'bearer',
    scope: 'video',
    minTier: null,
    units: {
      base: 10,
      surcharges: { minute: { units: 10, when: 'For each further started minute that the transcript spans.' } },
    },
    errors: ['NOT_FOUND', 'CONFLICT'],
    summary: 'Make the signed transcript of a session.',
    description:
      'The service signs `svc-transcript/v1`, 00 and SHA3-256 of the canonical `transcript`; each line carries the hash of itself and of all before. The transcript holds what passed through signalling: who was invited, what kinds of messages went to and fro, and caption lines as they were sent. It is not speech recognition and no recording of the media. A session without events gives an empty, signed transcript, and a later transcript takes the place of the one before; one opened without `record_transcript` is CONFLICT.',
    example: {
      body: { session_id: SESSION_EXAMPLE, format: 'json' },
      after: { operation: 'crypto.video.session', use: { 'body.session_id': 'session_id' } },
    },
  }),
  verify: endpoint({
    id: 'crypto.video.verify',
    service: 'crypto',
    method: 'GET',
    path: '/video/verify/:session_id',
    params: SessionParams,
    response: object({
      session_id: SessionId,
      verified: Type.Boolean({ description: 'Both checks hold.' }),
      key_exchange_valid: Type.Boolean({ description: 'The participants have completed the ML-KEM exchange.' }),
      transcript_signature_valid: Type.Boolean({ description: 'False also while there is no transcript.' }),
      media_encryption: MediaCipher,
      pq_algorithms: Type.Array(Type.String()),
    }),
    auth: 'bearer',
    scope: 'video',
    minTier: null,
    units: 0,
    errors: ['NOT_FOUND'],
    summary: 'Check the key exchange and the transcript of a session.',
    description:
      'Checks what the server saw: the messages of the key exchange and the signature of the newest transcript. It cannot say who sat in front of the cameras, nor that clients encrypted what they sent.',
    example: { params: { session_id: SESSION_EXAMPLE }, after: AFTER_OPEN },
  }),
});
