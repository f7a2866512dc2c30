/** Requests with keys and ciphertexts, read in a thread: parsed, held against the contract, envelopes opened and checked. */
import { randomBytes } from 'node:crypto';
import { type Custody, type Envelope, type FheKind, openEnvelope } from '@touchstone/core/fhe/envelope.ts';
import type { Pieces } from '../frame/body.ts';
import { operationOf } from '../frame/body-jobs.ts';
import { invalid } from '../frame/errors.ts';
import { plainBytes, readLongBody } from './long-body.ts';
import { type ProjectSeal, sealerOf } from './sealing.ts';
import type { ThreadTask } from './threads.ts';

export interface Unread {
  /** Its id. */
  readonly operation: string;
  /** In pieces where it is a large one that nobody has read yet. */
  readonly body: Pieces | Readonly<Record<string, unknown>>;
  readonly seal: ProjectSeal;
}

/** A request whose keys and ciphertexts are what they say. */
export interface ReadRequest {
  /** Members that are neither. */
  readonly members: Readonly<Record<string, unknown>>;
  readonly envelopes: Readonly<Record<string, Envelope>>;
  /** The first member that holds no ciphertext of this project. */
  readonly broken: string | null;
}

/** The members of bodies that are envelopes, and the kind that each must be. */
const KINDS: Readonly<Record<string, FheKind>> = {
  public_key: 'public-key',
  relin_key: 'relin-key',
  secret_key: 'secret-key',
  ciphertext: 'ciphertext',
  ciphertext_a: 'ciphertext',
  ciphertext_b: 'ciphertext',
};

/** Throws INVALID_REQUEST for a body that breaks the contract and for a key that this service did not issue to the project. */
export function readRequest({ operation: id, body: unread, seal }: Unread): ReadRequest {
  const body = isPieces(unread) ? readLongBody(operationOf(id), unread) : unread;
  const scheme = id.startsWith('crypto.fhe.ckks-') ? 'ckks' : 'bfv';
  const members: Record<string, unknown> = {};
  const envelopes: Record<string, Envelope> = {};
  let broken: string | null = null;
  for (const [name, value] of Object.entries(body)) {
    const kind = KINDS[name];
    const bytes = typeof value === 'string' ? plainBytes(Buffer.from(value, 'base64')) : value;
    if (kind === undefined || !(bytes instanceof Uint8Array)) {
      members[name] = value;
      continue;
    }
    const envelope = openEnvelope(bytes, sealerOf(seal));
    const isRight =
      envelope !== null &&
      (envelope.header.parameters === 'ckks') === (scheme === 'ckks') &&
      (envelope.header.kind === kind || (kind === 'ciphertext' && envelope.header.kind === 'client-ciphertext'));
    if (isRight) envelopes[name] = envelope;
    else if (kind === 'ciphertext') broken ??= name;
    else throw invalid(name, `\`${name}\` must be a key as this service issued it to this project.`);
  }
  return { members, envelopes, broken };
}

export const readTask: ThreadTask<Unread, ReadRequest> = { name: 'read request', run: readRequest };

function isPieces(body: Unread['body']): body is Pieces {
  return Array.isArray(body);
}

/** A member that the contract requires and that was read. */
export function present(envelope: Envelope | undefined): Envelope {
  if (envelope === undefined) throw new TypeError('internal: a member that the contract requires was not read');
  return envelope;
}

/** 16 hexadecimal digits that name a key pair or a session. */
export function newKeyName(): string {
  return randomBytes(8).toString('hex');
}

/** What an envelope says of its key. */
export interface KeyName {
  readonly keyId: string;
  readonly fingerprint: string;
  readonly custody: Custody;
}
