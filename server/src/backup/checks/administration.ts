/** Accounts, projects, API keys, settings, webhooks and policies, held against the administration's signed audit. */

import type { AuditAction } from '@touchstone/core/api/admin/audit.ts';
import { SETTINGS } from '@touchstone/core/api/settings.ts';
import { canonicalJson, isJsonObject, type JsonObject, type JsonValue } from '@touchstone/core/canonical-json.ts';
import { parseKeySet } from '@touchstone/core/keys/key-set.ts';
import { parseStrictJson } from '@touchstone/core/strict-json.ts';
import { LOCAL } from '../../http/auth.ts';
import { auditEntriesAfter } from '../../store/audit.ts';
import type { Db } from '../../store/db.ts';
import { rowsOf } from '../../store/inspect.ts';
import { type Check, type Finding, listed, warning } from './check.ts';
import { createRowFaults, type RowFaults, stamped } from './row-faults.ts';

const BATCH = 200;

/** An entry as it is signed. `admin-audit` tells whether entries hold. */
interface Entry {
  readonly action: string;
  readonly isAnonymous: boolean;
  readonly accountId: string | null;
  readonly subject: string;
  readonly details: JsonObject;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** What the audit tells, the oldest first. */
interface Told {
  /** Entries about a subject with one of these actions. */
  about(subject: string, ...actions: readonly AuditAction[]): readonly Entry[];
  all(...actions: readonly AuditAction[]): readonly Entry[];
  /** Whether this folder goes on from a backup: a restore makes rows stricter than the audit tells (S27). */
  readonly isRestored: boolean;
}

const READ: ReadonlySet<string> = new Set<AuditAction>([
  'account.opened',
  'account.changed',
  'key.issued',
  'key.changed',
  'key.rotated',
  'key.revoked',
  'settings.changed',
  'key-set.rotated',
  'agent-policy.set',
  'webhook.set',
  'webhook.removed',
  'restored',
]);

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

async function readAudit(db: Db): Promise<Told> {
  const entries: Entry[] = [];
  for (let after = 0; ; ) {
    const rows = await auditEntriesAfter(db, after, BATCH);
    for (const { action, body, created_at: at } of rows) {
      const parsed = READ.has(action) ? parseStrictJson(body) : null;
      if (parsed?.ok !== true || !isJsonObject(parsed.value)) continue;
      const { subject, details, account_id: accountId = null, actor } = parsed.value;
      if (typeof subject !== 'string' || !isJsonObject(details)) continue;
      const isAnonymous = isJsonObject(actor) && actor.kind === 'anonymous';
      entries.push({ action, isAnonymous, accountId: textOr(accountId), subject, details, at });
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < BATCH) break;
    after = last.position;
  }
  let isRestored = entries.some(({ action }) => action === 'restored');
  for await (const { name } of rowsOf(db, 'settings')) isRestored ||= name === 'restored';
  const bySubject = Map.groupBy(entries, ({ subject }) => subject);
  const among = (some: readonly Entry[], actions: readonly string[]) =>
    some.filter(({ action }) => actions.includes(action));
  return {
    isRestored,
    about: (subject, ...actions) => among(bySubject.get(subject) ?? [], actions),
    all: (...actions) => among(entries, actions),
  };
}

function textOr(value: JsonValue | undefined): string | null {
  return typeof value === 'string' ? value : null;
}

function memberOf(value: JsonValue | undefined, name: string): JsonValue | undefined {
  return isJsonObject(value) ? value[name] : undefined;
}

/** A plain value of an entry; `found` where the entry does not tell. */
function toldOr<T extends string | number | boolean | null>(value: JsonValue | undefined, found: T) {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : found;
}

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

/** Answers a warning for keys of which the audit does not tell. */
async function checkApiKeys(db: Db, told: Told, faults: RowFaults): Promise<readonly Finding[]> {
  const known = new Set<string>();
  const unknown: string[] = [];
  const ends = new Map<string, number | null>();
  for await (const { id, expires_at: end } of rowsOf(db, 'api_keys')) ends.set(id, end);
  const predecessors = new Map(told.all('key.rotated').map((entry) => [entry.details.to, entry]));
  for await (const row of rowsOf(db, 'api_keys')) {
    known.add(row.id);
    const made = told.about(row.id, 'key.issued')[0] ?? predecessors.get(row.id);
    const facts = told.about(row.id, 'key.issued', 'key.changed', 'key.rotated', 'key.revoked').at(-1) ?? made;
    if (made === undefined || facts === undefined) {
      unknown.push(row.id);
      continue;
    }
    const rotated = told.about(row.id, 'key.rotated').at(-1);
    const [revoked] = told.about(row.id, 'key.revoked');
    const wasRestricted = told.isRestored;
    faults.compare('api_keys', row.id, {
      project_id: [row.project_id, toldOr(facts.details.project_id, row.project_id)],
      scopes: wasRestricted ? [0, 0] : [scopesText(row.scopes), scopesText(facts.details.scopes ?? row.scopes)],
      label: [row.label, toldOr(facts.details.label, row.label)],
      created_at: stamped(row.created_at, made.at),
      rotated_to: [row.rotated_to, toldOr(rotated?.details.to, null)],
      ...(rotated === undefined || wasRestricted ? {} : { expires_at: endOf(row.expires_at, rotated, ends) }),
      ...(revoked === undefined
        ? { revoked_at: wasRestricted ? [0, 0] : [row.revoked_at, null] }
        : { revoked_at: wasRestricted && row.revoked_at !== null ? [0, 0] : stamped(row.revoked_at, revoked.at) }),
    });
  }
  for (const { subject } of told.all('key.issued')) {
    if (!known.has(subject)) faults.add('api_keys', subject, 'is gone, and the audit tells that it was issued');
  }
  if (unknown.length === 0) return [];
  const what = `The audit does not tell of these API keys: ${listed(unknown)}.`;
  return [
    warning(`${what} They were put there by hand, or before this was recorded.`, 'Revoke those that you do not know.'),
  ];
}

/** Scopes in one form: rows hold JSON, and so do entries of earlier versions. */
function scopesText(value: JsonValue): string {
  const parsed = typeof value === 'string' && value !== '*' ? parseStrictJson(value) : null;
  const scopes = parsed?.ok === true ? parsed.value : value;
  return Array.isArray(scopes) ? scopes.map(String).toSorted().join(' ') : String(scopes);
}

/** A replaced key ends with its grace period, or with its own end, which its successor has too. */
function endOf(found: number | null, { details, at }: Entry, ends: ReadonlyMap<string, number | null>) {
  const { to, grace_period_seconds: grace } = details;
  if (typeof grace !== 'number' || typeof to !== 'string') return [found, found] as const;
  const own = ends.get(to) ?? Number.POSITIVE_INFINITY;
  return own <= at + grace * 1000 ? ([found, own] as const) : stamped(found, at + grace * 1000);
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
  const known = new Set<string>();
  for await (const row of rowsOf(db, 'key_sets')) {
    known.add(row.fingerprint);
    if (row.state === 'current') faults.compare('key_sets', row.fingerprint, { retired_at: [row.retired_at, null] });
  }
  for (const { details } of told.all('key-set.rotated')) {
    const { fingerprint } = details;
    if (typeof fingerprint !== 'string' || known.has(fingerprint)) continue;
    faults.add('key_sets', fingerprint, 'is gone, and the audit tells that it was made');
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
