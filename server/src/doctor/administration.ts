/** Accounts, projects, API keys, settings, webhooks and policies, held against the administration's signed audit. */

import { FREE_CREDITS } from '@touchstone/core/api/plans.ts';
import { SETTINGS } from '@touchstone/core/api/settings.ts';
import { canonicalJson, type JsonValue } from '@touchstone/core/canonical-json.ts';
import { parseKeySet } from '@touchstone/core/keys/key-set.ts';
import { checkApiKeys } from '../accounts/api-key-history.ts';
import { LOCAL_CREDITS } from '../accounts/local-account.ts';
import { type Entry, memberOf, readAudit, type Told, textOr, toldOr } from '../audit/history.ts';
import { LOCAL } from '../frame/caller.ts';
import type { Db } from '../store/db.ts';
import { type NumberedRow, rowsOf } from '../store/inspect.ts';
import type { Check } from './check.ts';
import { createRowFaults, type RowFaults, stamped } from './row-faults.ts';

export const administration: Check = {
  id: 'administration',
  needs: 'schema',
  // A server that runs may store more meanwhile: rows and entries are read at one moment.
  run: ({ inspection: { db } }) =>
    db.transaction().execute(async (moment) => {
      const told = await readAudit(moment);
      const faults = createRowFaults();
      await checkAccounts(moment, told, faults);
      await checkGrants(moment, told, faults);
      await checkProjects(moment, told, faults);
      const unknown = await checkApiKeys(moment, told, faults);
      await checkSettings(moment, told, faults);
      await checkKeySets(moment, told, faults);
      await checkWebhooks(moment, told, faults);
      await checkPolicies(moment, told, faults);
      const findings = faults.findings('Accounts, keys, settings, webhooks and policies are as the audit tells.');
      return [...findings, ...unknown];
    }),
};

/** The request of a key without one, which opens the account and its project. */
function requestOf(told: Told, accountId: string): Entry | undefined {
  return told.all('key.issued').find((entry) => entry.isAnonymous && entry.accountId === accountId);
}

async function checkAccounts(db: Db, told: Told, faults: RowFaults): Promise<void> {
  const known = new Set<string>();
  for await (const row of rowsOf(db, 'accounts')) {
    known.add(row.id);
    const [opened] = told.about(row.id, 'account.opened');
    const changed = told.about(row.id, 'account.changed').at(-1)?.details.after;
    const requested = opened === undefined ? requestOf(told, row.id) : undefined;
    const begins = opened ?? requested;
    const isTold = begins !== undefined || changed !== undefined;
    const plan = opened?.details.plan ?? (requested === undefined ? undefined : 'free');
    const local = row.id === LOCAL.accountId;
    const status = memberOf(changed, 'status') ?? (isTold || local ? 'active' : row.status);
    faults.compare('accounts', row.id, {
      email: [row.email, toldOr(opened?.details.email, row.email)],
      plan: [row.plan, toldOr(memberOf(changed, 'plan') ?? (local ? LOCAL.plan : plan), row.plan)],
      status: told.isRestored && row.status === 'suspended' ? [0, 0] : [row.status, toldOr(status, row.status)],
      ...(begins === undefined ? {} : { created_at: stamped(row.created_at, begins.at) }),
    });
  }
  for (const { subject } of told.all('account.opened')) {
    if (!known.has(subject)) faults.add('accounts', subject, 'is gone, and the audit tells that it was opened');
  }
}

/** The first grant opens an account; each other one is a change of its balance. */
async function checkGrants(db: Db, told: Told, faults: RowFaults): Promise<void> {
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
        units: [row.units, openingUnits(told, row.account_id) ?? row.units],
        granted_at: [row.granted_at, opened.get(row.account_id) ?? null],
      });
      continue;
    }
    const change = balanceChanges(told, row.account_id)[place - 2];
    if (change === undefined) {
      faults.add('credit_grants', name, 'is a grant of which the audit does not tell');
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
    const changes = balanceChanges(told, account).length;
    const rows = counts.get(account) ?? 0;
    if (rows < changes + 1)
      faults.add('accounts', account, `has ${rows} grants, and the audit tells of ${changes + 1}`);
  }
}

/** What an account was opened with; null where nothing tells. */
function openingUnits(told: Told, account: string): number | null {
  if (account === LOCAL.accountId) return LOCAL_CREDITS;
  const [opened] = told.about(account, 'account.opened');
  const units = opened?.details.credits;
  if (typeof units === 'number') return units;
  return requestOf(told, account) === undefined ? null : FREE_CREDITS;
}

function balanceChanges(told: Told, account: string): readonly { readonly units: number; readonly at: number }[] {
  return told.about(account, 'account.changed').flatMap(({ details, at }) => {
    const [before, after] = [memberOf(details.before, 'credits'), memberOf(details.after, 'credits')];
    return typeof before === 'number' && typeof after === 'number' && before !== after
      ? [{ units: after - before, at }]
      : [];
  });
}

async function checkProjects(db: Db, told: Told, faults: RowFaults): Promise<void> {
  const issued = Map.groupBy(told.all('key.issued'), ({ details }) => details.project_id);
  const opened = new Map<string, number>();
  for await (const { id, created_at: at } of rowsOf(db, 'accounts')) {
    if (told.about(id, 'account.opened').length > 0) opened.set(id, at);
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
  for (const { subject } of told.all('account.opened')) {
    if (!owners.has(subject)) faults.add('accounts', subject, 'has lost its project');
  }
}

async function checkSettings(db: Db, told: Told, faults: RowFaults): Promise<void> {
  const stated = statedSettings(told);
  const held = new Map<string, string>();
  for await (const { name, value } of rowsOf(db, 'settings')) held.set(name, value);
  for (const [name, { initial }] of Object.entries(SETTINGS)) {
    const expected = stated.get(name) ?? initial;
    const value = held.get(`setting.${name}`) ?? JSON.stringify(initial);
    faults.compare('settings', `setting.${name}`, { value: [value, JSON.stringify(expected)] });
  }
  const principals: string[] = [];
  for await (const { document } of rowsOf(db, 'key_sets')) {
    const parsed = parseKeySet(document);
    if (parsed.ok && parsed.keySet.principal.startsWith(OWN_PRINCIPAL)) principals.push(parsed.keySet.principal);
  }
  const own = held.get('installation_id');
  const newest = principals.at(-1)?.slice(OWN_PRINCIPAL.length);
  if (newest !== undefined && !principals.includes(`${OWN_PRINCIPAL}${own}`)) {
    faults.compare('settings', 'installation_id', { value: [own, newest] });
  }
}

/** What settings were changed to. An entry also repeats those that it leaves alone, as they counted then. */
function statedSettings(told: Told): ReadonlyMap<string, JsonValue> {
  const stated = new Map<string, JsonValue>();
  for (const { details } of told.all('settings.changed')) {
    for (const name of Object.keys(SETTINGS)) {
      const [before, after] = [memberOf(details.before, name), memberOf(details.after, name)];
      if (after !== undefined && after !== before) stated.set(name, after);
    }
  }
  return stated;
}

/** How key sets of a service name it (`key-sets.ts`). */
const OWN_PRINCIPAL = 'Touchstone service ';

async function checkKeySets(db: Db, told: Told, faults: RowFaults): Promise<void> {
  const rows: NumberedRow<'key_sets'>[] = [];
  for await (const row of rowsOf(db, 'key_sets')) rows.push(row);
  const known = new Map(rows.map((row) => [row.fingerprint, row]));
  for (const row of rows) {
    const next = rows.find(({ keyset_use: use, serial }) => use === row.keyset_use && serial === row.serial + 1);
    // A set is retired at the moment in which the next one is stored.
    const end = row.state === 'current' ? null : row.state === 'retired' ? next?.created_at : undefined;
    if (end !== undefined) faults.compare('key_sets', row.fingerprint, { retired_at: [row.retired_at, end] });
  }
  for (const { details, at } of told.all('key-set.rotated')) {
    const { fingerprint } = details;
    if (typeof fingerprint !== 'string') continue;
    const row = known.get(fingerprint);
    if (row === undefined) faults.add('key_sets', fingerprint, 'is gone, and the audit tells that it was made');
    else faults.compare('key_sets', fingerprint, { created_at: stamped(row.created_at, at) });
  }
}

async function checkWebhooks(db: Db, told: Told, faults: RowFaults): Promise<void> {
  const known = new Set<string>();
  for await (const row of rowsOf(db, 'webhooks')) {
    known.add(row.id);
    const entries = told.about(row.id, 'webhook.set', 'webhook.removed');
    const [first, last] = [entries[0], entries.at(-1)];
    if (first === undefined || last === undefined || last.action === 'webhook.removed') {
      faults.add('webhooks', row.id, 'is a webhook of which the audit does not tell');
      continue;
    }
    faults.compare('webhooks', row.id, {
      project_id: [row.project_id, textOr(last.details.project_id)],
      // An address may carry a key in its query, which is not recorded.
      url: [withoutQuery(row.url), toldOr(last.details.url, row.url)],
      allow_private: [row.allow_private === 1, toldOr(last.details.allow_private, row.allow_private === 1)],
      created_at: stamped(row.created_at, first.at),
      changed_at: stamped(row.changed_at, last.at),
    });
  }
  for (const { subject } of told.all('webhook.set')) {
    const last = told.about(subject, 'webhook.set', 'webhook.removed').at(-1);
    if (last?.action === 'webhook.removed' || known.has(subject)) continue;
    faults.add('webhooks', subject, 'is gone, and the audit tells that it was set');
  }
}

function withoutQuery(text: string): string {
  if (!URL.canParse(text)) return text;
  const { origin, pathname } = new URL(text);
  return origin + pathname;
}

async function checkPolicies(db: Db, told: Told, faults: RowFaults): Promise<void> {
  const known = new Set<string>();
  for await (const row of rowsOf(db, 'agent_policies')) {
    const subject = row.target === '' ? row.scope : `${row.scope} ${row.target}`;
    known.add(subject);
    const last = told.about(subject, 'agent-policy.set').at(-1);
    if (last === undefined) {
      faults.add('agent_policies', subject, 'is a policy of which the audit does not tell');
      continue;
    }
    faults.compare('agent_policies', subject, {
      policy: [row.policy, policyText(last)],
      updated_at: stamped(row.updated_at, last.at),
    });
  }
  const newest = new Map(told.all('agent-policy.set').map((entry) => [entry.subject, entry]));
  for (const [subject, entry] of newest) {
    const text = policyText(entry);
    if (known.has(subject) || text === '{}') continue;
    faults.add('agent_policies', subject, `is gone, and the audit tells of the policy ${text}`);
  }
}

function policyText({ details }: Entry): string {
  return canonicalJson(details.policy ?? {});
}
