/** What needs attention, from what the pages know: one item each, with the page where it is dealt with. */

import type { accounts } from '@touchstone/core/api/admin/accounts.ts';
import type { keys } from '@touchstone/core/api/admin/keys.ts';
import type { storage } from '@touchstone/core/api/admin/storage.ts';
import type { usage } from '@touchstone/core/api/admin/usage.ts';
import type { approvals } from '@touchstone/core/api/agents/approvals.ts';
import type { artifacts } from '@touchstone/core/api/artifacts/artifacts.ts';
import type { OutputOf } from '@touchstone/core/api/endpoint.ts';
import { heldEditions } from '@touchstone/core/keys/editions.ts';
import type { KeySet } from '@touchstone/core/keys/key-set.ts';
import type { TrustStore } from '@touchstone/core/keys/trust.ts';
import { parseIsoTime } from '@touchstone/core/time.ts';
import { formatCount } from '../../../lib/format.ts';
import { leftWords, ordered } from '../../../parts/approval/waiting.ts';
import type { AuditVerdict } from '../../../parts/chain/audit-verdict.ts';
import { DUE_SOON_DAYS, type Due, dueOf, dueWords, type SecretItem } from '../../../parts/secret/rotation.ts';
import { USE_WORDS, validityOf } from '../../../parts/trust/key-set-facts.ts';
import { isWaitingForSignatures } from '../../../parts/waiting/pending-signatures.ts';
import type { StatusLook } from '../../../ui/status-mark.tsx';

export interface AttentionItem {
  readonly id: string;
  readonly look: StatusLook;
  /** May hold text from files. */
  readonly title: string;
  readonly detail: string;
  readonly link: {
    readonly to: string;
    readonly search: Readonly<Record<string, string | boolean>>;
    readonly title: string;
  };
}

export type Account = OutputOf<typeof accounts.list>['accounts'][number];
export type ApiKey = OutputOf<typeof keys.list>['items'][number];
export type Artifact = OutputOf<typeof artifacts.get>;
type UsageEntry = OutputOf<typeof usage.list>['usage'][number];
type Backup = OutputOf<typeof storage.read>['backups'][number];

const DAY_MS = 86_400_000;
/** Days before its end from which a thing is mentioned. */
export const KEY_SET_DAYS = 30;
export const API_KEY_DAYS = 14;
/** Days after which a backup or a verification of the audit counts as old. */
export const OLD_DAYS = 7;
/** Fewer units than this are few, whatever is spent: a tenth of what a new account gets. */
export const FEW_UNITS = 100;
/** More items of one kind are summed up. */
const MOST_ITEMS = 8;

const ORDER: readonly StatusLook[] = ['failed', 'inconclusive', 'pending', 'skipped', 'verified'];

/** The gravest first; equal ones as they were given. */
export function byGravity(items: readonly AttentionItem[]): readonly AttentionItem[] {
  return items.toSorted((a, b) => ORDER.indexOf(a.look) - ORDER.indexOf(b.look));
}

/** "today", "in 1 day", "in 12 days": whole days that are left. */
export function inDays(time: number, now: number): string {
  const days = Math.floor((time - now) / DAY_MS);
  return days <= 0 ? 'in less than a day' : `in ${days} day${days === 1 ? '' : 's'}`;
}

/** Artifacts with slots that wait for a signature. */
export function signatureItems(list: readonly Artifact[]): readonly AttentionItem[] {
  const waiting = list.filter(isWaitingForSignatures);
  const first = waiting[0];
  if (first === undefined) return [];
  return [
    {
      id: 'signatures',
      look: 'pending',
      title:
        waiting.length === 1
          ? 'An artifact waits for signatures'
          : `${formatCount(waiting.length)} artifacts wait for signatures`,
      detail:
        waiting.length === 1
          ? `${first.artifact_id}: ${first.subject.name}`
          : `The newest is ${first.artifact_id}: ${first.subject.name}`,
      link: { to: '/artifacts', search: {}, title: 'Artifacts' },
    },
  ];
}

/** Approvals that wait, the one with the least time left first. `next_cursor` tells that there are more than these. */
export function approvalItems(
  { items, next_cursor }: OutputOf<typeof approvals.list>,
  now: number,
): readonly AttentionItem[] {
  const { waiting } = ordered(items, now);
  const link = { to: '/agents', search: { tab: 'approvals' }, title: 'Approvals' };
  const listed = waiting.slice(0, MOST_ITEMS).map(
    ({ approval_id, agent_id, summary, expires_at }): AttentionItem => ({
      id: `approval ${approval_id}`,
      look: 'pending',
      title: summary === '' ? 'An agent waits for an approval' : `An agent waits for an approval: ${summary}`,
      detail: `Asked by ${agent_id}. ${leftWords(expires_at, now)} left. If nobody decides by then, it is refused.`,
      link,
    }),
  );
  const more = waiting.length - listed.length;
  if (more === 0 && next_cursor === null) return listed;
  const title = `${next_cursor === null ? formatCount(more) : 'Many'} more approvals wait`;
  return [...listed, { id: 'approvals', look: 'pending', title, detail: 'They are listed with the others.', link }];
}

/** A list that is longer than what was read of it: what else is due there is not known. */
export function limitItem(
  what: 'artifacts' | 'secrets' | 'API keys',
  read: number,
  isWhole: boolean,
): readonly AttentionItem[] {
  if (isWhole) return [];
  const link = LIST_LINKS[what];
  return [
    {
      id: `limit ${what}`,
      look: 'skipped',
      title: `Only ${formatCount(read)} ${what} were looked through`,
      detail: 'There are more. What is due among them is not listed here.',
      link,
    },
  ];
}

const LIST_LINKS = {
  artifacts: { to: '/artifacts', search: {}, title: 'Artifacts' },
  secrets: { to: '/secrets', search: {}, title: 'Secrets' },
  'API keys': { to: '/accounts', search: {}, title: 'Accounts' },
} as const;

/** Secrets whose rotation is overdue or due soon: one item each, since a list of names belongs to its page. */
export function rotationItems(secrets: readonly SecretItem[], now: number): readonly AttentionItem[] {
  const due = (kind: Due['kind']) =>
    secrets
      .filter((item) => item.status === 'active' && dueOf(item, now).kind === kind)
      .sort((a, b) => ((a.rotation_due_at ?? '') < (b.rotation_due_at ?? '') ? -1 : 1));
  return (['overdue', 'soon'] as const).flatMap((kind): readonly AttentionItem[] => {
    const items = due(kind);
    const first = items[0];
    if (first === undefined) return [];
    const isOverdue = kind === 'overdue';
    const count = items.length === 1 ? 'A secret' : `${formatCount(items.length)} secrets`;
    const words = dueWords(dueOf(first, now));
    return [
      {
        id: `rotations ${kind}`,
        look: isOverdue ? 'inconclusive' : 'pending',
        title: isOverdue
          ? `${count} should have been rotated`
          : `${count} must be rotated within ${DUE_SOON_DAYS} days`,
        detail: `${items.length === 1 ? '' : 'The first is '}${first.name}: ${words.charAt(0).toLowerCase()}${words.slice(1)}.`,
        link: { to: '/secrets', search: { rotation: kind }, title: 'Secrets' },
      },
    ];
  });
}

/** Pinned key sets that are revoked, over, or about to end. */
export function trustItems(store: TrustStore, now: number): readonly AttentionItem[] {
  return heldEditions(store).flatMap(({ keySet: set }) => {
    const trouble = troubleOf(set, store, now);
    if (trouble === null) return [];
    const link = { to: '/trust', search: {}, title: 'Trust' };
    return [
      {
        id: `trust ${set.fingerprint}`,
        look: trouble.look,
        title: `Trusted key set ${set.keyset_id}: ${trouble.words}`,
        detail: `Of ${set.issuer}. ${trouble.meaning}`,
        link,
      },
    ];
  });
}

/** The service's own current key sets; retired ones only verify what is old, and may well be over. */
export function serviceItems(sets: readonly KeySet[], store: TrustStore, now: number): readonly AttentionItem[] {
  const current = sets.filter((set) => sets.find(({ use }) => use === set.use) === set);
  return current.flatMap((set) => {
    const trouble = troubleOf(set, store, now);
    if (trouble === null) return [];
    return [
      {
        id: `service ${set.fingerprint}`,
        look: trouble.look,
        title: `The service's key set ${set.keyset_id}: ${trouble.words}`,
        detail: `${USE_WORDS[set.use]}. ${trouble.meaning}`,
        link: {
          to: '/api-explorer',
          search: { operation: 'signing.svc-key.public-keys' },
          title: 'Public keys of the service',
        },
      },
    ];
  });
}

interface Trouble {
  readonly look: StatusLook;
  readonly words: string;
  readonly meaning: string;
}

function troubleOf(set: KeySet, store: TrustStore, now: number): Trouble | null {
  switch (validityOf(set, store, now)) {
    case 'revoked':
      return { look: 'failed', words: 'revoked', meaning: 'Nothing that it signed is believed.' };
    case 'partly_revoked':
      return { look: 'failed', words: 'holds a revoked key', meaning: 'Signatures of that key are not believed.' };
    case 'over':
      return { look: 'inconclusive', words: 'its validity is over', meaning: 'New signatures under it do not count.' };
    case 'not_yet':
      return null;
    case 'valid': {
      const end = parseIsoTime(set.not_after) ?? 0;
      if (end - now > KEY_SET_DAYS * DAY_MS) return null;
      return { look: 'pending', words: `ends ${inDays(end, now)}`, meaning: 'A successor is needed before that.' };
    }
  }
}

/** Keys that end soon, those that end first at the beginning. */
export function apiKeyItems(list: readonly ApiKey[], now: number): readonly AttentionItem[] {
  const ending = list
    .flatMap((key) => {
      const end = key.expires_at === null ? null : parseIsoTime(key.expires_at);
      const works = key.status === 'active' || key.status === 'rotated';
      return end !== null && works && end > now && end - now <= API_KEY_DAYS * DAY_MS ? [{ key, end }] : [];
    })
    .sort((a, b) => a.end - b.end);
  const items = ending.slice(0, MOST_ITEMS).map(({ key, end }): AttentionItem => {
    const name = key.label === '' ? key.key_id : `"${key.label}"`;
    return {
      id: `key ${key.key_id}`,
      look: 'pending',
      title: `API key ${name} of ${key.email} ends ${inDays(end, now)}`,
      detail:
        key.status === 'rotated'
          ? 'It was rotated: programs that still use it need the new key.'
          : 'Programs that use it stop then. Rotate it, or let it end.',
      link: {
        to: '/accounts',
        search: { account: key.account_id, tab: 'keys', key: key.key_id },
        title: 'The key',
      },
    };
  });
  const more = ending.length - items.length;
  if (more === 0) return items;
  const link = { to: '/accounts', search: {}, title: 'Accounts' };
  const title = `${formatCount(more)} more API keys end within ${API_KEY_DAYS} days`;
  return [...items, { id: 'keys', look: 'pending', title, detail: 'They end later than those above.', link }];
}

/** Accounts that have few units left, by number or at the pace of the last seven days. Suspended ones spend none. */
export function creditItems(list: readonly Account[], lastWeek: readonly UsageEntry[]): readonly AttentionItem[] {
  const spent = new Map<string, number>();
  for (const { account_id, units } of lastWeek) spent.set(account_id, (spent.get(account_id) ?? 0) + units);
  const low = list.flatMap((account) => {
    const perDay = (spent.get(account.id) ?? 0) / 7;
    const days = perDay === 0 ? Number.POSITIVE_INFINITY : account.credits / perDay;
    const isLow = account.credits < FEW_UNITS || days < 7;
    return account.status === 'active' && isLow ? [{ account, days }] : [];
  });
  const items = low.slice(0, MOST_ITEMS).map(({ account: { id, email, credits }, days }): AttentionItem => {
    const pace = days < 1 ? 'less than a day' : `about ${Math.floor(days)} day${Math.floor(days) === 1 ? '' : 's'}`;
    return {
      id: `units ${id}`,
      look: credits === 0 ? 'failed' : 'inconclusive',
      title: credits === 0 ? `${email} has no units left` : `${email} has ${formatCount(credits)} units left`,
      detail:
        credits === 0
          ? 'Operations that cost units are refused.'
          : Number.isFinite(days)
            ? `At the pace of the last 7 days they last ${pace}.`
            : 'Nothing was spent in the last 7 days.',
      link: { to: '/accounts', search: { account: id }, title: 'The account' },
    };
  });
  const more = low.length - items.length;
  if (more === 0) return items;
  const link = { to: '/accounts', search: { sort: 'credits' }, title: 'Accounts' };
  const title = `${formatCount(more)} more accounts have few units left`;
  return [...items, { id: 'units', look: 'inconclusive', title, detail: 'Sort the accounts by units.', link }];
}

/** What the last walk over the audit found, or that it is long ago. */
export function auditItems(verdict: AuditVerdict | null, now: number): readonly AttentionItem[] {
  const link = { to: '/accounts', search: { view: 'audit' }, title: 'Audit' };
  if (verdict === null) {
    const detail = 'Verify it and note its last hash somewhere else.';
    return [{ id: 'audit', look: 'skipped', title: 'Audit log not verified yet', detail, link }];
  }
  if (!verdict.intact) {
    const title = `The audit chain is broken at entry ${formatCount(verdict.brokenAt ?? 0)}`;
    return [{ id: 'audit', look: 'failed', title, detail: 'Found when it was last verified here.', link }];
  }
  const days = Math.floor((now - (parseIsoTime(verdict.at) ?? 0)) / DAY_MS);
  if (days < OLD_DAYS) return [];
  const title = `The audit chain was last verified ${days} days ago`;
  return [{ id: 'audit', look: 'skipped', title, detail: 'It was intact then.', link }];
}

/** That no backup is known, or an old one only. Nobody can tell from here what was written elsewhere. */
export function backupItems(backups: readonly Backup[], now: number): readonly AttentionItem[] {
  const link = { to: '/settings', search: { section: 'backup' }, title: 'Backup' };
  const newest = Math.max(...backups.map(({ created_at }) => parseIsoTime(created_at) ?? 0), 0);
  if (newest === 0) {
    const detail = `The data folder holds none. ${ELSEWHERE} Without one, what this server keeps is lost with its disk.`;
    return [{ id: 'backup', look: 'inconclusive', title: 'No backup yet', detail, link }];
  }
  const days = Math.floor((now - newest) / DAY_MS);
  if (days < OLD_DAYS) return [];
  const title = `Last backup: ${days} days ago, as far as is known here`;
  return [{ id: 'backup', look: 'inconclusive', title, detail: ELSEWHERE, link }];
}

const ELSEWHERE = 'Backups that were written elsewhere are not counted.';
