/** What the operations of CKKS do. One handler file has both schemes; this is the part of each. */
import { ckks } from '@touchstone/core/api/crypto/fhe-ckks.ts';
import { type Bounded, ckksFresh, ckksProduct, ckksSum, sizeBits } from '@touchstone/core/fhe/bounds.ts';
import type { EvaluationKeyName } from '@touchstone/core/fhe/ckks.ts';
import type { Envelope } from '@touchstone/core/fhe/envelope.ts';
import { SLOTS } from '@touchstone/core/fhe/params.ts';
import { type Clock, formatIsoTime } from '@touchstone/core/time.ts';
import { ApiError, invalid, invalidCiphertext } from '../frame/errors.ts';
import type { Handlers } from '../frame/implement.ts';
import { JsonText } from '../frame/json-text.ts';
import { cursorParts, cutPage, PAGE_ITEMS } from '../frame/list-pages.ts';
import type { SettingsAccess } from '../settings/settings.ts';
import type { Db } from '../store/engine.ts';
import {
  ckksAddTask,
  ckksDecryptTask,
  ckksEncryptTask,
  ckksKeygenTask,
  ckksMultiplyTask,
  ckksRefreshTask,
  ckksRotateTask,
  evaluationKeyTask,
  type WithKey,
} from './ckks-work.ts';
import { type FheNeeds, onThread } from './on-thread.ts';
import { newKeyName } from './reading.ts';
import { maskedBound, type ProjectSeal } from './sealing.ts';
import {
  keyOfSession,
  MOST_DECRYPTS,
  newSession,
  noSuchSession,
  type OpenSession,
  openSession,
  sessionSecret,
} from './sessions.ts';
import { countDecrypt, countOpenSessions, deleteCkksSession, insertCkksSession, listCkksSessions } from './store.ts';
import type { ThreadTask } from './threads.ts';

export interface CkksNeeds extends FheNeeds {
  readonly db: Db;
  readonly clock: Clock;
  readonly settings: SettingsAccess;
}

/** Each takes a megabyte. */
const MOST_SESSIONS = 64;
const CURSOR = /^(\d{1,15})\.([A-Za-z0-9_-]{1,80})$/;

export const ckksHandlers: Handlers<typeof ckks, CkksNeeds> = {
  async ckksSession({ deps, caller, write }) {
    const { vault, clock, settings, fheThreads } = deps;
    const { projectId } = caller;
    await requireRoom(deps.db, projectId, clock());
    const made = await fheThreads.run('holder', ckksKeygenTask, null);
    const createdAt = clock();
    const expiresAt = createdAt + (await settings.read()).ckks_session_seconds * 1_000;
    const session = newSession(vault, caller, { ...made, keyId: newKeyName() }, { createdAt, expiresAt });
    await write(async (transaction) => {
      await requireRoom(transaction, projectId, createdAt);
      await insertCkksSession(transaction, session);
    });
    return { session_id: session.id, expires_at: formatIsoTime(expiresAt) };
  },

  ckksEncrypt: onThread(ckks.ckksEncrypt, 'evaluator', async ({ deps, caller, seal, members }) => {
    const { session_id: id, plaintext } = members;
    const session = await openSession(deps, caller, id);
    const bounds = ckksFresh(plaintext);
    if (bounds === null) throw invalid('plaintext', '`plaintext` holds a value that is too large.');
    const input = { seal, key: keyOfSession(session), bounds, plaintext };
    return JsonText.ofBytes(await withKey(deps, session, ckksEncryptTask, input, 'public'));
  }),

  ckksDecrypt: onThread(ckks.ckksDecrypt, 'evaluator', async (request) => {
    const { deps, caller, seal, write, members } = request;
    const session = await openSession(deps, caller, members.session_id);
    const { header, body } = operand(request, session, 'ciphertext');
    // Counted before anything is decrypted: whoever breaks off an answer does not get it for nothing.
    await write(async (transaction) => {
      if (!(await countDecrypt(transaction, caller.projectId, session.id, MOST_DECRYPTS))) {
        throw new ApiError('SESSION_EXPIRED', 'This session has decrypted 1,000 times. Create a new one.');
      }
    });
    const secretKey = sessionSecret(deps.vault, session);
    const input = { seal, body, values: header.values, secretKey };
    return JsonText.ofBytes(await deps.fheThreads.run('holder', ckksDecryptTask, input, [body, secretKey]));
  }),

  ckksAdd: onThread(ckks.ckksAdd, 'evaluator', async (request) => {
    const { deps, caller, members } = request;
    const session = await openSession(deps, caller, members.session_id);
    const input = operands(request, session, ckksSum);
    return JsonText.ofBytes(await deps.fheThreads.run('evaluator', ckksAddTask, input, [input.a.body, input.b.body]));
  }),

  ckksMultiply: onThread(ckks.ckksMultiply, 'evaluator', async (request) => {
    const { deps, caller, members } = request;
    const session = await openSession(deps, caller, members.session_id);
    const input = operands(request, session, ckksProduct);
    return JsonText.ofBytes(await withKey(deps, session, ckksMultiplyTask, input, 'relin'));
  }),

  ckksRotate: onThread(ckks.ckksRotate, 'evaluator', async (request) => {
    const { deps, caller, seal, members } = request;
    const { session_id: id, steps } = members;
    const session = await openSession(deps, caller, id);
    const found = operand(request, session, 'ciphertext');
    const bounds = { ...boundsOf(seal, found), values: SLOTS };
    const input = { seal, key: keyOfSession(session), bounds, body: found.body, steps };
    return JsonText.ofBytes(await withKey(deps, session, ckksRotateTask, input, steps));
  }),

  ckksRefresh: onThread(ckks.ckksRefresh, 'evaluator', async (request) => {
    const { deps, caller, seal, members } = request;
    const session = await openSession(deps, caller, members.session_id);
    const { header, body } = operand(request, session, 'ciphertext');
    const secretKey = sessionSecret(deps.vault, session);
    const input = { seal, key: keyOfSession(session), body, values: header.values, secretKey };
    return JsonText.ofBytes(await deps.fheThreads.run('holder', ckksRefreshTask, input, [body, secretKey]));
  }),

  async ckksSessions({ deps, caller }, { query: { limit = PAGE_ITEMS, cursor } }) {
    const parts = cursorParts(cursor, CURSOR);
    const after = parts === null ? null : { createdAt: Number(parts[0]), id: String(parts[1]) };
    const found = await listCkksSessions(deps.db, caller.projectId, after, limit + 1);
    const { page, nextCursor } = cutPage(found, limit, (last) => `${last.created_at}.${last.id}`);
    const now = deps.clock();
    const items = page.map(({ id, decrypts, created_at: createdAt, expires_at: expiresAt }) => ({
      session_id: id,
      state: now < expiresAt && decrypts < MOST_DECRYPTS ? ('open' as const) : ('ended' as const),
      decrypts,
      created_at: formatIsoTime(createdAt),
      expires_at: formatIsoTime(expiresAt),
    }));
    return { items, next_cursor: nextCursor };
  },

  async ckksDeleteSession({ caller, write }, { params: { session_id: id } }) {
    await write(async (transaction) => {
      if (!(await deleteCkksSession(transaction, caller.projectId, id))) throw noSuchSession();
    });
    return { session_id: id, status: 'deleted' };
  },
};

async function requireRoom(db: Db, projectId: string, now: number): Promise<void> {
  if ((await countOpenSessions(db, projectId, now)) < MOST_SESSIONS) return;
  throw new ApiError('CONFLICT', `This project has ${MOST_SESSIONS} open CKKS sessions; end some first.`);
}

interface Read {
  readonly seal: ProjectSeal;
  readonly envelopes: Readonly<Record<string, Envelope>>;
  readonly broken: string | null;
}

/** A ciphertext of the session. */
function operand({ envelopes, broken }: Read, session: OpenSession, field: string): Envelope {
  const found = envelopes[field];
  const { keyId, fingerprint } = keyOfSession(session);
  if (broken !== null || found?.header.keyId !== keyId || found.header.fingerprint !== fingerprint) {
    throw invalidCiphertext(broken ?? field);
  }
  return found;
}

function boundsOf(seal: ProjectSeal, { header: { depth, values, nonce, bound } }: Envelope): Bounded {
  return { depth, values, bits: sizeBits(maskedBound(seal, nonce, bound)) };
}

/** Two ciphertexts of the session, and what their result will be. Throws before anything is computed. */
function operands(request: Read, session: OpenSession, result: typeof ckksSum) {
  const { seal } = request;
  const [a, b] = [operand(request, session, 'ciphertext_a'), operand(request, session, 'ciphertext_b')];
  const bounds = result(boundsOf(seal, a), boundsOf(seal, b));
  if (bounds === null) throw new ApiError('NOISE_BUDGET_EXHAUSTED');
  return {
    seal,
    key: keyOfSession(session),
    bounds,
    a: { body: a.body, depth: a.header.depth },
    b: { body: b.body, depth: b.header.depth },
  };
}

/**
 * Computes with a key of the session that is not secret. The evaluator keeps those that it used; one that it lacks is made
 * anew by the holder of the secret key. None is stored: together they would take 100 MB.
 */
async function withKey<I>(
  { vault, fheThreads }: FheNeeds,
  session: OpenSession,
  task: ThreadTask<I & WithKey, Uint8Array | null>,
  input: I,
  keyName: EvaluationKeyName,
): Promise<Uint8Array> {
  const atOnce = await fheThreads.run('evaluator', task, { ...input, keyName, given: null });
  if (atOnce !== null) return atOnce;
  const secretKey = sessionSecret(vault, session);
  const given = await fheThreads.run('holder', evaluationKeyTask, { name: keyName, secretKey }, [secretKey]);
  const result = await fheThreads.run('evaluator', task, { ...input, keyName, given }, [given]);
  if (result === null) throw new TypeError('internal: a key that was given was not used');
  return result;
}
