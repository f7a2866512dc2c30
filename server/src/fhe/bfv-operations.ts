/** What the operations of BFV do. One handler file has both schemes; this is the part of each. */
import { bfv } from '@touchstone/core/api/crypto/fhe-bfv.ts';
import { fromHex, toHex, wipe } from '@touchstone/core/bytes.ts';
import { type Bounded, bfvProduct, bfvSum, isDecryptable, noiseBits } from '@touchstone/core/fhe/bounds.ts';
import type { Envelope } from '@touchstone/core/fhe/envelope.ts';
import { PARAMETERS } from '@touchstone/core/fhe/params.ts';
import { type Clock, formatIsoTime } from '@touchstone/core/time.ts';
import { ApiError, invalid } from '../frame/errors.ts';
import type { Handlers } from '../frame/implement.ts';
import { JsonText } from '../frame/json-text.ts';
import { cursorParts, cutPage, PAGE_ITEMS } from '../frame/list-pages.ts';
import type { Db } from '../store/engine.ts';
import type { Vault } from '../vault/envelope.ts';
import { bfvKeyPlace } from './at-rest.ts';
import { type FheNeeds, onThread } from './on-thread.ts';
import { newKeyName } from './reading.ts';
import { projectSeal } from './sealing.ts';
import { type BfvKey, countBfvKeys, deleteBfvKey, findBfvKey, insertBfvKey, listBfvKeys } from './store.ts';
import {
  type BfvOperands,
  bfvAddTask,
  bfvDecryptTask,
  bfvEncryptTask,
  bfvKeygenTask,
  bfvMultiplyTask,
} from './work.ts';

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

  bfvEncrypt: onThread(bfv.bfvEncrypt, 'evaluator', async ({ deps, seal, members: { plaintext }, envelopes }) => {
    const { header, body: publicKey } = present(envelopes.public_key);
    const parameters = bfvId(header.parameters);
    const { range } = PARAMETERS[parameters];
    const wrong = plaintext.findIndex((value) => Math.abs(value) > range);
    if (wrong >= 0) {
      throw invalid(
        'plaintext',
        `\`plaintext.${wrong}\` must lie between -${range} and ${range}, the range of this key.`,
      );
    }
    const bounds = { depth: 0, values: plaintext.length, bits: 0 };
    const input = { seal, key: header, bounds, parameters, publicKey, plaintext };
    return JsonText.ofBytes(await deps.fheThreads.run('evaluator', bfvEncryptTask, input));
  }),

  bfvAdd: onThread(bfv.bfvAdd, 'evaluator', async ({ deps, seal, envelopes, broken }) => {
    const input = { ...operands(envelopes, broken, bfvSum), seal };
    return JsonText.ofBytes(await deps.fheThreads.run('evaluator', bfvAddTask, input));
  }),

  bfvMultiply: onThread(bfv.bfvMultiply, 'evaluator', async ({ deps, seal, envelopes, broken }) => {
    const found = operands(envelopes, broken, bfvProduct);
    const { header, body: relinKey } = present(envelopes.relin_key);
    if (!isOneKey(header, { ...found.key, parameters: found.parameters })) {
      throw invalid('relin_key', '`relin_key` must be the relinearisation key of the pair of the ciphertexts.');
    }
    const input = { ...found, seal, relinKey };
    return JsonText.ofBytes(await deps.fheThreads.run('evaluator', bfvMultiplyTask, input));
  }),

  bfvDecrypt: onThread(bfv.bfvDecrypt, 'guest', async ({ deps, caller, members, envelopes, broken }) => {
    const { key_id: keyId } = members;
    const { secret_key: own, ciphertext } = envelopes;
    try {
      if ((keyId === undefined) === (own === undefined)) {
        throw invalid('key_id', 'Send exactly one of `key_id` and `secret_key`.');
      }
      const row = keyId === undefined ? null : await keptKey(deps.db, caller.projectId, keyId);
      const key = row === null ? present(own).header : nameOf(row);
      if (broken !== null || ciphertext === undefined || !isOneKey(ciphertext.header, key)) throw foreign('ciphertext');
      const { header, body } = ciphertext;
      const isForeign = header.kind === 'client-ciphertext';
      // S28: a key of ours opens nothing that somebody else made.
      if (isForeign && row !== null) throw foreign('ciphertext');
      const bounds = boundsOf(ciphertext);
      if (!isDecryptable(header.parameters, bounds)) throw new ApiError('NOISE_BUDGET_EXHAUSTED');
      const secretKey = row === null ? present(own).body : secretOf(deps.vault, row);
      const role = row === null ? 'guest' : 'holder';
      const parameters = bfvId(header.parameters);
      const input = { parameters, ciphertext: body, isForeign, bounds, secretKey };
      return { plaintext: [...(await deps.fheThreads.run(role, bfvDecryptTask, input, [body, secretKey]))] };
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

type OneKey = Pick<Envelope['header'], 'keyId' | 'fingerprint' | 'custody' | 'parameters'>;

function isOneKey(a: OneKey, b: OneKey): boolean {
  return (
    a.keyId === b.keyId && a.fingerprint === b.fingerprint && a.custody === b.custody && a.parameters === b.parameters
  );
}

function bfvId(parameters: Envelope['header']['parameters']): Exclude<Envelope['header']['parameters'], 'ckks'> {
  if (parameters === 'ckks') throw new TypeError('internal: a request of BFV was read as one of CKKS');
  return parameters;
}

/** A member that the contract requires and that was read. */
function present(envelope: Envelope | undefined): Envelope {
  if (envelope === undefined) throw new TypeError('internal: a member that the contract requires was not read');
  return envelope;
}

function foreign(field: string): ApiError {
  return new ApiError('INVALID_CIPHERTEXT', undefined, { field });
}

function boundsOf({ header: { depth, values, bound } }: Envelope): Bounded {
  return { depth, values, bits: noiseBits(bound) };
}

/** Two ciphertexts under one key, and what their result will be. Throws before anything is computed. */
function operands(
  { ciphertext_a: a, ciphertext_b: b }: Readonly<Record<string, Envelope>>,
  broken: string | null,
  result: typeof bfvSum,
): Omit<BfvOperands, 'seal'> {
  if (broken !== null) throw foreign(broken);
  const [first, second] = [present(a), present(b)];
  if (!isOneKey(first.header, second.header)) throw foreign('ciphertext_b');
  const { header } = first;
  const bounds = result(header.parameters, boundsOf(first), boundsOf(second));
  if (bounds === null) throw new ApiError('NOISE_BUDGET_EXHAUSTED');
  const foreignOnes = (['a', 'b'] as const).filter(
    (name) => (name === 'a' ? first : second).header.kind === 'client-ciphertext',
  );
  return {
    key: header,
    bounds,
    parameters: bfvId(header.parameters),
    a: first.body,
    b: second.body,
    foreign: foreignOnes,
  };
}
