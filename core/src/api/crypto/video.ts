import Type from 'typebox';
import { anyObject, base64, Count, IsoTime, type JsonItem, object, prefixedId, text } from '../common.ts';
import { endpoint, group } from '../endpoint.ts';

const SessionId = prefixedId('vs', 'The session, as `video/session` answered it.');
const SessionParams = object({ session_id: SessionId });
const Participants = Type.Array(text(100, 'A name within the session.'), {
  minItems: 2,
  maxItems: 50,
  description: 'Who takes part; names must differ.',
});
const TurnUrl = Type.String({ description: 'The relay of this server, `turn:` and its address.' });
const KeyExchange = Type.Literal('ml-kem-1024');
const MediaCipher = Type.Literal('aes-256-gcm');
const Duration = Type.Number({ minimum: 0, description: 'From opening to end, or until now while it is open.' });

const SESSION_EXAMPLE = 'vs_0123456789abcdef';
const AFTER_OPEN = { operation: 'crypto.video.session', use: { 'params.session_id': 'session_id' } } as const;

export const video = group({
  session: endpoint({
    id: 'crypto.video.session',
    service: 'crypto',
    planned: true,
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
    planned: true,
    method: 'GET',
    path: '/video/session/:session_id',
    params: SessionParams,
    response: object({
      session_id: SessionId,
      status: Type.Enum(['open', 'ended', 'expired']),
      participants: Participants,
      record_transcript: Type.Boolean(),
      turn_url: TurnUrl,
      ice_servers: Type.Array(
        object({ urls: Type.Array(Type.String()), username: Type.String(), credential: Type.String() }),
        { description: 'For `RTCPeerConnection`; empty once the session is over.' },
      ),
      key_exchange: KeyExchange,
      media_cipher: MediaCipher,
      created_at: IsoTime,
      expires_at: IsoTime,
      duration_seconds: Duration,
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
    planned: true,
    method: 'POST',
    path: '/video/session/:session_id/signal',
    params: SessionParams,
    body: object({
      to: text(100, 'The name of a participant, or `*` for everyone else.'),
      kind: Type.Enum(['offer', 'answer', 'candidate', 'key_exchange', 'caption'], {
        description: 'Captions become lines of the transcript, the other kinds its events, without their payload.',
      }),
      payload: Type.Unsafe<JsonItem>(
        Type.Unknown({ description: 'Any JSON value; handed on as it is. Text for a caption.' }),
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
    errors: ['NOT_FOUND', 'SESSION_EXPIRED'],
    summary: 'Send a signalling message or a caption line to participants.',
    description:
      'Free: the minutes of the session pay for it. Names are those that callers state; the server knows only that they hold a key of the project. A name that does not take part is refused, a session that has ended is SESSION_EXPIRED. Receivers read messages from the event stream of the session.',
    example: {
      params: { session_id: SESSION_EXAMPLE },
      body: { to: 'grace', kind: 'caption', payload: 'Good morning.', from: 'ada' },
      after: AFTER_OPEN,
    },
  }),
  endSession: endpoint({
    id: 'crypto.video.end-session',
    service: 'crypto',
    planned: true,
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
      'Relay credentials stop working and no further minute is charged. What was recorded stays for the transcript. A session that is over already is SESSION_EXPIRED.',
    example: { params: { session_id: SESSION_EXAMPLE }, after: AFTER_OPEN },
  }),
  transcript: endpoint({
    id: 'crypto.video.transcript',
    service: 'crypto',
    planned: true,
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
      'The transcript holds what passed through signalling: who was invited, what kinds of messages went to and fro, and caption lines as they were sent. It is not speech recognition and no recording of the media. A session without events gives an empty, signed transcript; one opened without `record_transcript` is CONFLICT.',
    example: {
      body: { session_id: SESSION_EXAMPLE, format: 'json' },
      after: { operation: 'crypto.video.session', use: { 'body.session_id': 'session_id' } },
    },
  }),
  verify: endpoint({
    id: 'crypto.video.verify',
    service: 'crypto',
    planned: true,
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
