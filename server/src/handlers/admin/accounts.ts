import { isDeepStrictEqual } from 'node:util';
import { api } from '@touchstone/core/api/api.ts';
import { FREE_CREDITS } from '@touchstone/core/api/plans.ts';
import type { Random } from '@touchstone/core/random.ts';
import { type Clock, formatIsoTime } from '@touchstone/core/time.ts';
import type { Identity } from '../../accounts/identity.ts';
import {
  type Account,
  countAccounts,
  type Dated,
  findAccount,
  findAccountByEmail,
  insertAccount,
  insertProject,
  listAccounts,
  listProjects,
  unitSums,
  updateAccount,
} from '../../accounts/store/accounts.ts';
import type { Audit } from '../../audit/audit.ts';
import { LOCAL } from '../../frame/caller.ts';
import { ApiError } from '../../frame/errors.ts';
import { newId } from '../../frame/ids.ts';
import { implement } from '../../frame/implement.ts';
import { cursorParts, cutPage, PAGE_ITEMS } from '../../frame/list-pages.ts';
import { changed, type Db } from '../../store/engine.ts';

export interface Needs {
  readonly db: Db;
  readonly clock: Clock;
  readonly random: Random;
  readonly audit: Audit;
  readonly identity: Pick<Identity, 'forget'>;
}

export const accounts = implement(api.admin.accounts)<Needs>({
  async list({ deps }, { query: { limit = PAGE_ITEMS, cursor } }) {
    const found = await listAccounts(deps.db, { after: placeOf(cursor), limit: limit + 1 });
    const { page, nextCursor } = cutPage(found, limit, cursorFor);
    return { accounts: page.map(answerOf), total: await countAccounts(deps.db), next_cursor: nextCursor };
  },

  async create({ deps, caller, write }, { body }) {
    const { random, clock, audit } = deps;
    const email = body.email.toLowerCase();
    const now = clock();
    const account: Account = {
      id: newId('acc', random),
      email,
      plan: body.plan ?? 'free',
      credits: body.credits ?? FREE_CREDITS,
      status: 'active',
      createdAt: now,
    };
    const { id, plan, credits } = account;
    const projectId = newId('prj', random);
    return audit.recorded(write, caller, async (db) => {
      if ((await findAccountByEmail(db, email)) !== null) {
        throw new ApiError('CONFLICT', 'There is already an account with this address.');
      }
      await insertAccount(db, account);
      await insertProject(db, { id: projectId, account_id: id, created_at: now });
      return {
        result: { ...answerOf(account), project_id: projectId },
        event: { action: 'account.opened', accountId: id, subject: id, details: { email, plan, credits } },
      };
    });
  },

  async read({ deps }, { params, query: { limit = PAGE_ITEMS, cursor } }) {
    const account = await findAccount(deps.db, params.id);
    if (account === null) throw new ApiError('NOT_FOUND', 'There is no account with this id.');
    const range = { after: placeOf(cursor), limit: limit + 1 };
    const { page, nextCursor } = cutPage(
      await listProjects(deps.db, account.id, deps.clock(), range),
      limit,
      cursorFor,
    );
    return {
      ...answerOf(account),
      projects: page.map(({ id, createdAt, activeKeys }) => ({
        id,
        created_at: formatIsoTime(createdAt),
        active_keys: activeKeys,
      })),
      next_cursor: nextCursor,
      ...(await unitSums(deps.db, account.id)),
    };
  },

  async update({ deps, caller, write }, { params, body }) {
    const { id } = params;
    if (id === LOCAL.accountId && ((body.plan ?? LOCAL.plan) !== LOCAL.plan || body.status === 'suspended')) {
      throw new ApiError('CONFLICT', 'The account `local` can be neither suspended nor moved to another plan.');
    }
    const account = await deps.audit.recorded(write, caller, async (db) => {
      changed(db, 'api-keys');
      const change = await updateAccount(db, id, body, deps.clock());
      if (change === null) throw new ApiError('NOT_FOUND', 'There is no account with this id.');
      const { before, after } = change;
      if (!change.isGenuine) throw new ApiError('CONFLICT', 'The account was changed outside of the service.');
      const details = { before: changeableOf(before), after: changeableOf(after) };
      const isSame = isDeepStrictEqual(details.before, details.after);
      const event = { action: 'account.changed', accountId: id, subject: id, details } as const;
      return { result: after, event: isSame ? null : event };
    });
    deps.identity.forget();
    return answerOf(account);
  },
});

function cursorFor({ createdAt, id }: Dated): string {
  return `${createdAt}.${id}`;
}

function placeOf(cursor: string | undefined): Dated | null {
  const [time, id] = cursorParts(cursor, /^(\d{1,15})\.(\w{1,100})$/) ?? [];
  return time === undefined || id === undefined ? null : { createdAt: Number(time), id };
}

/** What `PATCH` may change. */
function changeableOf({ plan, credits, status }: Account) {
  return { plan, credits, status };
}

function answerOf({ createdAt, ...account }: Account) {
  return { ...account, created_at: formatIsoTime(createdAt) };
}
