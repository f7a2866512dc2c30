import { api } from '@touchstone/core/api/api.ts';
import { endpointsOf } from '@touchstone/core/api/endpoint.ts';
import { FREE_CREDITS } from '@touchstone/core/api/plans.ts';
import { type AuditHistory, type Entry, memberOf, recordedOr } from '../audit/history.ts';
import { verifyStoredChain } from '../chain-of-entries/verify.ts';
import { type Check, type Finding, listed, ok, problem, RESTORE } from '../doctor/check.ts';
import { inPositions } from '../doctor/in-batches.ts';
import { type RowFaults, stamped } from '../doctor/row-faults.ts';
import { LOCAL } from '../frame/caller.ts';
import { statementVerifier } from '../key-sets/held-verifier.ts';
import { type Db, snapshot } from '../store/engine.ts';
import { rowsOf } from '../store/walk.ts';
import { LOCAL_CREDITS } from './local-account.ts';
import { contradiction, unitFault, unitsIn } from './stated-units.ts';
import { accountsWithUnitFaults, strayUsage } from './store/accounts.ts';
import { type Units, unitsOf, usageStatementsAfter } from './store/usage-statements.ts';
import { contradictionOf, USAGE_CHAIN } from './usage-statements.ts';

export const balances: Check = {
  id: 'account-balances',
  needs: 'schema',
  async run({ inspection: { db } }) {
    const rows = await strayUsage(db, new Set(endpointsOf(api).map(({ id }) => id)));
    const stray = rows.map(({ accountId, day, operation, calls, units }) =>
      problem(
        `The usage of account ${accountId} on ${day} has ${units} units and ${calls} calls of ${operation}, which no request can have caused.`,
        RESTORE,
      ),
    );
    const faults = await accountsWithUnitFaults(db);
    if (faults.length === 0 && stray.length > 0) return stray;
    if (faults.length === 0) return [ok('In every account, grants equal spent plus remaining units.')];
    const described = faults.map(
      ({ id, granted, spent, remaining }) => `${id} (granted ${granted}, spent ${spent}, remaining ${remaining})`,
    );
    const action = 'Set the balance again on the Accounts page: no request can have caused this.';
    return [problem(`Accounts do not add up: ${listed(described)}.`, action), ...stray];
  },
};

/** The request of a key without one, which opens the account and its project. */
function requestOf(history: AuditHistory, accountId: string): Entry | undefined {
  return history.all('key.issued').find((entry) => entry.isAnonymous && entry.accountId === accountId);
}

/** Accounts, held against the administration's signed audit. */
export async function checkAccounts(db: Db, history: AuditHistory, faults: RowFaults): Promise<void> {
  const known = new Set<string>();
  for await (const row of rowsOf(db, 'accounts')) {
    known.add(row.id);
    const [opened] = history.about(row.id, 'account.opened');
    const changed = history.about(row.id, 'account.changed').at(-1)?.details.after;
    const requested = opened === undefined ? requestOf(history, row.id) : undefined;
    const begins = opened ?? requested;
    const isTold = begins !== undefined || changed !== undefined;
    const plan = opened?.details.plan ?? (requested === undefined ? undefined : 'free');
    const local = row.id === LOCAL.accountId;
    const status = memberOf(changed, 'status') ?? (isTold || local ? 'active' : row.status);
    faults.compare('accounts', row.id, {
      email: [row.email, recordedOr(opened?.details.email, row.email)],
      plan: [row.plan, recordedOr(memberOf(changed, 'plan') ?? (local ? LOCAL.plan : plan), row.plan)],
      status: history.isRestored && row.status === 'suspended' ? [0, 0] : [row.status, recordedOr(status, row.status)],
      ...(begins === undefined ? {} : { created_at: stamped(row.created_at, begins.at) }),
    });
  }
  for (const { subject } of history.all('account.opened')) {
    if (!known.has(subject))
      faults.add('accounts', subject, 'is missing, although the audit says that the account was opened');
  }
}

/** The first grant opens an account; each other one is a change of its balance. */
export async function checkGrants(db: Db, history: AuditHistory, faults: RowFaults): Promise<void> {
  const opened = new Map<string, number>();
  for await (const { id, created_at: at } of rowsOf(db, 'accounts')) opened.set(id, at);
  const counts = new Map<string, number>();
  for await (const row of rowsOf(db, 'credit_grants')) {
    const place = (counts.get(row.account_id) ?? 0) + 1;
    counts.set(row.account_id, place);
    const name = `${row.account_id} ${row.position}`;
    if (place === 1) {
      faults.compare('credit_grants', name, {
        position: [row.position, 1],
        reason: [row.reason, 'opening'],
        units: [row.units, openingUnits(history, row.account_id) ?? row.units],
        granted_at: [row.granted_at, opened.get(row.account_id) ?? null],
      });
      continue;
    }
    const change = balanceChanges(history, row.account_id)[place - 2];
    if (change === undefined) {
      faults.add('credit_grants', name, 'is a grant that the audit does not mention');
      continue;
    }
    faults.compare('credit_grants', name, {
      position: [row.position, place],
      units: [row.units, change.units],
      reason: [row.reason, 'administrator'],
      granted_at: stamped(row.granted_at, change.at),
    });
  }
  for (const account of opened.keys()) {
    const changes = balanceChanges(history, account).length;
    const rows = counts.get(account) ?? 0;
    if (rows < changes + 1) faults.add('accounts', account, `has ${rows} grants, but the audit lists ${changes + 1}`);
  }
}

/** What an account was opened with; null where nothing tells. */
function openingUnits(history: AuditHistory, account: string): number | null {
  if (account === LOCAL.accountId) return LOCAL_CREDITS;
  const [opened] = history.about(account, 'account.opened');
  const units = opened?.details.credits;
  if (typeof units === 'number') return units;
  return requestOf(history, account) === undefined ? null : FREE_CREDITS;
}

function balanceChanges(
  history: AuditHistory,
  account: string,
): readonly { readonly units: number; readonly at: number }[] {
  return history.about(account, 'account.changed').flatMap(({ details, at }) => {
    const [before, after] = [memberOf(details.before, 'credits'), memberOf(details.after, 'credits')];
    return typeof before === 'number' && typeof after === 'number' && before !== after
      ? [{ units: after - before, at }]
      : [];
  });
}

/** Projects, held against the administration's signed audit. */
export async function checkProjects(db: Db, history: AuditHistory, faults: RowFaults): Promise<void> {
  const issued = Map.groupBy(history.all('key.issued'), ({ details }) => details.project_id);
  const opened = new Map<string, number>();
  for await (const { id, created_at: at } of rowsOf(db, 'accounts')) {
    if (history.about(id, 'account.opened').length > 0) opened.set(id, at);
  }
  const owners = new Set<string>();
  for await (const row of rowsOf(db, 'projects')) {
    // An account that an administrator opens comes with a project.
    const openedAt = owners.has(row.account_id) ? undefined : opened.get(row.account_id);
    owners.add(row.account_id);
    const [first] = issued.get(row.id) ?? [];
    const local = row.id === LOCAL.projectId ? LOCAL.accountId : null;
    faults.compare('projects', row.id, {
      account_id: [row.account_id, local ?? first?.accountId ?? row.account_id],
      ...(first?.isAnonymous === true ? { created_at: stamped(row.created_at, first.at) } : {}),
      ...(openedAt === undefined ? {} : { created_at: [row.created_at, openedAt] }),
    });
  }
  for (const { subject } of history.all('account.opened')) {
    if (!owners.has(subject)) faults.add('accounts', subject, 'has no project any more');
  }
}

/** What the service stated of units (S35): the chains, and that what they say is still so. Units grow after a statement. */
export const usageStatements: Check = {
  id: 'usage-statements',
  needs: 'schema',
  async run({ inspection: { db }, signer }) {
    const verify = await statementVerifier(db, signer);
    const findings: Finding[] = [];
    let [accounts, entries] = [0, 0];
    for await (const owner of USAGE_CHAIN.owners(db)) {
      const verdict = await verifyStoredChain(db, USAGE_CHAIN, owner, verify);
      accounts++;
      entries += verdict.entries;
      if (!verdict.intact) {
        const where = `The statements of usage of account ${owner.account_id} are broken at entry ${verdict.brokenAt}`;
        findings.push(problem(`${where}: the entry was changed, or an earlier entry is missing.`, RESTORE));
        continue;
      }
      const id = owner.account_id;
      const stated = await statementFault(db, id);
      if (stated !== null) findings.push(problem(stated, RESTORE));
      // A server that runs may state more meanwhile: statement and units are read at one moment.
      const fault = await snapshot(db, async (moment) => {
        const units = await unitsOf(moment, id);
        return units === null ? 'is missing' : contradictionOf(moment, id, units);
      });
      if (fault !== null) findings.push(problem(`Account ${id} ${fault}.`, RESTORE));
    }
    if (findings.length > 0) return findings;
    return [ok(`The statements of the units of accounts are intact (${accounts} accounts, ${entries} statements).`)];
  },
};

/** Statements that contradict the one before, or themselves, one sentence each: the first of an account. */
async function statementFault(db: Db, accountId: string): Promise<string | null> {
  let before: Units | null = null;
  for await (const { position, body } of inPositions((after, limit) =>
    usageStatementsAfter(db, accountId, after, limit),
  )) {
    const now = unitsIn(body);
    const grants: Pick<Units, 'grants' | 'granted'> = before !== null && now.grants > before.grants ? before : now;
    const fault: string | null = unitFault(now) ?? (before === null ? null : contradiction(before, now, grants));
    if (fault !== null) return `According to statement ${position} of usage, account ${accountId} ${fault}.`;
    before = now;
  }
  return null;
}
