/** What the operations of BFV do. One handler file has both schemes; this is the part of each. */
import { bfv } from '@touchstone/core/api/crypto/fhe-bfv.ts';
import { fromHex, toHex, wipe } from '@touchstone/core/bytes.ts';
import { isDecryptable } from '@touchstone/core/fhe/bounds.ts';
import { type Clock, formatIsoTime } from '@touchstone/core/time.ts';
import { ApiError, invalid, invalidCiphertext } from '../frame/errors.ts';
import type { Handlers } from '../frame/implement.ts';
import { JsonText } from '../frame/json-text.ts';
import { cursorParts, cutPage, PAGE_ITEMS } from '../frame/list-pages.ts';
import type { Db } from '../store/engine.ts';
import type { Vault } from '../vault/envelope.ts';
import { bfvKeyPlace } from './at-rest.ts';
import {
  bfvAddTask,
  bfvDecryptTask,
  bfvEncryptTask,
  bfvId,
  bfvKeygenTask,
  bfvMultiplyTask,
  boundsOf,
  isOneKey,
  type OneKey,
} from './bfv-work.ts';
import { byEvaluator, type FheNeeds, onThread } from './on-thread.ts';
import { newKeyName, present } from './reading.ts';
import { projectSeal } from './sealing.ts';
import { type BfvKey, countBfvKeys, deleteBfvKey, findBfvKey, hasBfvKey, insertBfvKey, listBfvKeys } from './store.ts';

export interface BfvNeeds extends FheNeeds {
  readonly db: Db;
  readonly clock: Clock;
}

const PREFIX = 'key_bfv_';
/** Each takes half a megabyte or more. */
const MOST_KEYS = 1_000;
const CURSOR = /^(\d{1,15})\.([A-Za-z0-9_-]{1,80})$/;

export const bfvHandlers: Handlers<typeof bfv, BfvNeeds> = {
  async bfvKeygen({ deps, caller, write }, { body: { custody = 'server', profile = 'standard' } }) {
    const { db, vault, clock, fheThreads } = deps;
    const { projectId } = caller;
    await requireRoom(db, projectId);
    const keyId = newKeyName();
    const seal = projectSeal(vault, projectId);
    const made = await fheThreads.run('holder', bfvKeygenTask, {
      seal,
      keyId,
      custody,
      parameters: `bfv-${profile}`,
    } as const);
    const fingerprint = fromHex(made.fingerprint);
    if (fingerprint === null) throw new TypeError('internal: a fingerprint is hexadecimal');
    const key = { id: `${PREFIX}${keyId}`, project_id: projectId, custody, profile, fingerprint, created_at: clock() };
    try {
      const envelope = made.secretKey === null ? null : vault.seal(bfvKeyPlace(key), made.secretKey);
      await write(async (transaction) => {
        await requireRoom(transaction, projectId);
        await insertBfvKey(transaction, { ...key, envelope });
      });
    } finally {
      wipe(made.secretKey ?? undefined);
    }
    return JsonText.ofBytes(made.json);
  },

  bfvEncrypt: byEvaluator(bfv.bfvEncrypt, bfvEncryptTask, requireListed),
  bfvAdd: byEvaluator(bfv.bfvAdd, bfvAddTask, requireListed),
  bfvMultiply: byEvaluator(bfv.bfvMultiply, bfvMultiplyTask, requireListed),

  bfvDecrypt: onThread(bfv.bfvDecrypt, 'guest', async ({ deps, caller, members, envelopes, broken }) => {
    const { key_id: keyId } = members;
    const { secret_key: own, ciphertext } = envelopes;
    try {
      if ((keyId === undefined) === (own === undefined)) {
        throw invalid('key_id', 'Send exactly one of `key_id` and `secret_key`.');
      }
      const row = keyId === undefined ? null : await keptKey(deps.db, caller.projectId, keyId);
      const key = row === null ? present(own).header : nameOf(row);
      if (broken !== null || ciphertext === undefined || !isOneKey(ciphertext.header, key))
        throw invalidCiphertext('ciphertext');
      const { header, body } = ciphertext;
      const isForeign = header.kind === 'client-ciphertext';
      // S28: a key of ours opens nothing that somebody else made.
      if (isForeign && row !== null) throw invalidCiphertext('ciphertext');
      const bounds = boundsOf(ciphertext);
      if (!isDecryptable(header.parameters, bounds)) throw new ApiError('NOISE_BUDGET_EXHAUSTED');
      const secretKey = row === null ? present(own).body : secretOf(deps.vault, row);
      const role = row === null ? 'guest' : 'holder';
      const parameters = bfvId(header.parameters);
      const input = { parameters, ciphertext: body, isForeign, bounds, secretKey };
      return JsonText.ofBytes(await deps.fheThreads.run(role, bfvDecryptTask, input, [body, secretKey]));
    } finally {
      // Empty when it has moved to the thread, which wipes it.
      if (own !== undefined && own.body.length > 0) wipe(own.body);
    }
  }),

  async bfvKeys({ deps, caller }, { query: { limit = PAGE_ITEMS, cursor } }) {
    const parts = cursorParts(cursor, CURSOR);
    const after = parts === null ? null : { createdAt: Number(parts[0]), id: String(parts[1]) };
    const found = await listBfvKeys(deps.db, caller.projectId, after, limit + 1);
    const { page, nextCursor } = cutPage(found, limit, (last) => `${last.created_at}.${last.id}`);
    const items = page.map(({ id, custody, profile, fingerprint, created_at: at }) => ({
      key_id: id,
      custody,
      profile,
      fingerprint: toHex(fingerprint),
      created_at: formatIsoTime(at),
    }));
    return { items, next_cursor: nextCursor };
  },

  async bfvDeleteKey({ caller, write }, { params: { key_id: id } }) {
    await write(async (transaction) => {
      if (!(await deleteBfvKey(transaction, caller.projectId, id))) throw noSuchKey();
    });
    return { key_id: id, status: 'deleted' };
  },
};

async function requireRoom(db: Db, projectId: string): Promise<void> {
  if ((await countBfvKeys(db, projectId)) < MOST_KEYS) return;
  throw new ApiError('CONFLICT', `This project has ${MOST_KEYS} BFV key pairs; delete some first.`);
}

function noSuchKey(): ApiError {
  return new ApiError('NOT_FOUND', 'This project has no BFV key with this id.');
}

/** The service vouches for nothing under a pair that was deleted. */
async function requireListed({ db }: BfvNeeds, projectId: string, keyId: string): Promise<void> {
  if (!(await hasBfvKey(db, projectId, `${PREFIX}${keyId}`))) throw noSuchKey();
}

/** A key of the project whose secret the service keeps. */
async function keptKey(db: Db, projectId: string, id: string): Promise<BfvKey> {
  const key = await findBfvKey(db, projectId, id);
  if (key === null) throw noSuchKey();
  if (key.custody === 'client') throw new ApiError('NOT_FOUND', 'The service does not keep the secret of this key.');
  return key;
}

function secretOf(vault: Vault, key: BfvKey): Uint8Array {
  const secretKey = key.envelope === null ? null : vault.open(bfvKeyPlace(key), key.envelope);
  if (secretKey === null) throw new TypeError(`internal: the BFV key ${key.id} does not open`);
  return secretKey;
}

function nameOf({ id, fingerprint, custody, profile }: BfvKey): OneKey {
  return {
    keyId: id.slice(PREFIX.length),
    fingerprint: toHex(fingerprint),
    custody,
    parameters: `bfv-${profile}`,
  };
}
