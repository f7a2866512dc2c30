/** What the operations of `/v1/key/fhe` do. One handler file has all of `/v1/key`; this is the part of encrypted verification. */
import type { keyFhe } from '@touchstone/core/api/crypto/key-fhe.ts';
import { toBase64 } from '@touchstone/core/bytes.ts';
import { EQUALITY } from '@touchstone/core/fhe/coefficients.ts';
import { keyStatusAt } from '@touchstone/core/keys/lifecycle.ts';
import { formatIsoTime } from '@touchstone/core/time.ts';
import type { Handlers } from '../frame/implement.ts';
import { cursorParts, cutPage, PAGE_ITEMS } from '../frame/list-pages.ts';
import type { Statements } from '../key-sets/statements.ts';
import { keyActor } from '../provenance/provenance.ts';
import type { SettingsAccess } from '../settings/settings.ts';
import {
  CHALLENGE_BYTES,
  enrolKey,
  type KeyCheckNeeds,
  MOST_NON_MATCHES,
  noSuchEnrolment,
  verifyKey,
} from './enrolments.ts';
import { deleteEnrolment, insertKeyChallenge, listEnrolments } from './store.ts';

export interface KeyCheckOperationNeeds extends KeyCheckNeeds {
  readonly settings: SettingsAccess;
  readonly statements: Statements;
}

/** n = 4096 and 56 bits, by the tables of 2024. */
const SECURITY_LEVEL = '256-bit';
const CURSOR = /^(\d{1,15})\.(fhe_enroll_[0-9a-f]{16})$/;

export const keyCheckHandlers: Handlers<typeof keyFhe, KeyCheckOperationNeeds> = {
  async fheRegister({ deps, caller, write }, { body }) {
    const { id, publicKey } = await enrolKey(deps, write, caller, body);
    return {
      enrollment_id: id,
      key_id: body.key_id,
      fhe_params: {
        scheme: 'BFV',
        n: 4096,
        security_level: SECURITY_LEVEL,
        plain_modulus: Number(EQUALITY.plainModulus),
        coeff_modulus_bits: [...EQUALITY.primeBits],
        public_key: toBase64(publicKey),
      },
      status: 'enrolled',
    };
  },

  async fheVerify({ deps, caller, write }, { body }) {
    return deps.statements.signing(async ({ keySetId, sign }) => {
      const { isMatch, computeUs, keyId, keyStatus, ciphertextHash } = await verifyKey(deps, write, caller, body);
      const answer = {
        match: isMatch,
        confidence: isMatch ? 1 : 0,
        fhe_compute_us: computeUs,
        key_status: keyStatus,
        enrollment_id: body.enrollment_id,
        key_id: keyId,
        challenge: body.challenge,
        encrypted_key_hash: ciphertextHash,
        verified_at: formatIsoTime(deps.clock()),
        keyset_id: keySetId,
      };
      return { ...answer, dilithium_signature: await sign('key-verification', answer) };
    });
  },

  async fheChallenge({ deps, caller, write }) {
    const { clock, random, settings } = deps;
    const ttlSeconds = (await settings.read()).key_challenge_seconds;
    const now = clock();
    const challenge = random(CHALLENGE_BYTES);
    const expiresAt = now + ttlSeconds * 1000;
    const row = { challenge, project_id: caller.projectId, actor: keyActor(caller), expires_at: expiresAt };
    await write((transaction) => insertKeyChallenge(transaction, row, now));
    return { challenge: toBase64(challenge), expires_at: formatIsoTime(expiresAt), ttl_seconds: ttlSeconds };
  },

  async fheEnrolments({ deps, caller }, { query: { limit = PAGE_ITEMS, cursor } }) {
    const parts = cursorParts(cursor, CURSOR);
    const after = parts === null ? null : { createdAt: Number(parts[0]), id: String(parts[1]) };
    const found = await listEnrolments(deps.db, caller.projectId, after, limit + 1);
    const { page, nextCursor } = cutPage(found, limit, (last) => `${last.created_at}.${last.id}`);
    const now = deps.clock();
    const items = page.map(({ id, key_id: keyId, purpose, non_matches: nonMatches, ...row }) => {
      const keyStatus = keyStatusAt(row, now);
      const isOpen = keyStatus === 'active' && nonMatches < MOST_NON_MATCHES;
      return {
        enrollment_id: id,
        key_id: keyId,
        key_status: keyStatus,
        purpose,
        allowed_verifiers: JSON.parse(row.allowed_verifiers) as string[],
        non_matches: nonMatches,
        status: isOpen ? ('enrolled' as const) : ('ended' as const),
        enrolled_at: formatIsoTime(row.created_at),
      };
    });
    return { items, next_cursor: nextCursor };
  },

  async fheForget({ caller, write }, { params: { enrollment_id: id } }) {
    await write(async (transaction) => {
      if (!(await deleteEnrolment(transaction, caller.projectId, id))) throw noSuchEnrolment();
    });
    return { enrollment_id: id, status: 'deleted' };
  },
};
