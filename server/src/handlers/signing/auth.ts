import { api } from '@touchstone/core/api/api.ts';
import { FREE_CREDITS } from '@touchstone/core/api/plans.ts';
import { formatIsoTime } from '@touchstone/core/time.ts';
import { ApiError } from '../../errors.ts';
import { newApiKey } from '../../http/auth.ts';
import { newId } from '../../ids.ts';
import { implement } from '../../implement.ts';
import { type Account, findAccountByEmail, insertAccount, insertProject } from '../../store/accounts.ts';
import { insertApiKey } from '../../store/api-keys.ts';

export const auth = implement(api.signing.auth)({
  async request({ deps, write }, { body }) {
    if (!deps.anonymousKeys) {
      throw new ApiError('INVALID_SCOPE', 'The administrator has turned off requests for API keys.');
    }
    const { random, clock } = deps;
    const email = body.email.toLowerCase();
    const now = clock();
    const projectId = newId('prj', random);
    const key = newApiKey(random);
    const account = await write(async (db) => {
      const known = await findAccountByEmail(db, email);
      const account: Account = known ?? {
        id: newId('acc', random),
        email,
        plan: 'free',
        credits: FREE_CREDITS,
        status: 'active',
        createdAt: now,
      };
      if (account.status !== 'active') throw new ApiError('INVALID_SCOPE', 'This account is suspended.');
      if (known === null) await insertAccount(db, account);
      await insertProject(db, { id: projectId, account_id: account.id, created_at: now });
      await insertApiKey(db, {
        id: key.id,
        project_id: projectId,
        salt: key.salt,
        secret_hash: key.secretHash,
        scopes: JSON.stringify('*'),
        created_at: now,
        expires_at: null,
        revoked_at: null,
      });
      return account;
    });
    return {
      api_key: key.text,
      key_id: key.id,
      project_id: projectId,
      email,
      plan: account.plan,
      credits: account.credits,
      created_at: formatIsoTime(now),
    };
  },
});
