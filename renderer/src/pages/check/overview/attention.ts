/** What needs attention, from what the pages know: one item each, with the page where it is dealt with. */

import type { accounts } from '@touchstone/core/api/admin/accounts.ts';
import type { keys } from '@touchstone/core/api/admin/keys.ts';
import type { storage } from '@touchstone/core/api/admin/storage.ts';
import type { usage } from '@touchstone/core/api/admin/usage.ts';
import type { approvals } from '@touchstone/core/api/agents/approvals.ts';
import type { artifacts } from '@touchstone/core/api/artifacts/artifacts.ts';
import type { OutputOf } from '@touchstone/core/api/endpoint.ts';
import type { commerce } from '@touchstone/core/api/privacy/commerce.ts';
import type { privacy } from '@touchstone/core/api/privacy/privacy.ts';
import { heldEditions } from '@touchstone/core/keys/editions.ts';
import type { KeySet } from '@touchstone/core/keys/key-set.ts';
import type { TrustStore } from '@touchstone/core/keys/trust.ts';
import { parseIsoTime } from '@touchstone/core/time.ts';
import { leftWords, ordered } from '../../../parts/approval/waiting.ts';
import type { AuditVerdict } from '../../../parts/chain/audit-verdict.ts';
import type { ObjectKind } from '../../../parts/objects/object-tile.tsx';
import { DUE_SOON_DAYS, type Due, dueOf, dueWords, type SecretItem } from '../../../parts/secret/rotation.ts';
import { USE_WORDS, validityOf } from '../../../parts/trust/key-set-facts.ts';
import { isWaitingForSignatures } from '../../../parts/waiting/pending-signatures.ts';
import { words } from '../../../words/check/overview.ts';

/** The most urgent first. */
const URGENCIES = ['now', 'needed', 'soon', 'waiting', 'unchecked'] as const;
export type Urgency = (typeof URGENCIES)[number];

export interface AttentionItem {
  readonly id: string;
  readonly urgency: Urgency;
  /** What kind of thing it is about, where it is one. */
  readonly object?: ObjectKind;
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
/** An approval that nobody decides within so many days is refused soon. */
const APPROVAL_DAYS = 1;
/** Days after which a backup or a verification of the audit counts as old. */
export const OLD_DAYS = 7;
/** Fewer units than this are few, whatever is spent: a tenth of what a new account gets. */
export const FEW_UNITS = 100;
/** Days for which an invoice that nobody paid in time is mentioned, unless it is hidden. */
export const INVOICE_DAYS = 7;
/** Days for which a privacy proof that has expired is mentioned, unless it is hidden: most are good for a day only. */
export const PROOF_DAYS = 1;
/** More items of one kind are summed up. */
const MOST_ITEMS = 8;

/** The most urgent first; equal ones as they were given. */
export function byUrgency(items: readonly AttentionItem[]): readonly AttentionItem[] {
  return items.toSorted((a, b) => URGENCIES.indexOf(a.urgency) - URGENCIES.indexOf(b.urgency));
}

/** "in less than a day", "in 1 day", "in 12 days": whole days that are left. */
export function inDays(time: number, now: number): string {
  return words.inDays(Math.floor((time - now) / DAY_MS));
}

/** Artifacts with slots that wait for a signature. */
export function signatureItems(list: readonly Artifact[]): readonly AttentionItem[] {
  const waiting = list.filter(isWaitingForSignatures);
  const first = waiting[0];
  if (first === undefined) return [];
  const { title, detail, link } = words.signatures;
  return [
    {
      id: 'signatures',
      urgency: 'waiting',
      object: 'artifact',
      title: title(waiting.length),
      detail: detail(first.artifact_id, first.subject.name, waiting.length === 1),
      link: { to: '/artifacts', search: {}, title: link },
    },
  ];
}

/** Approvals that wait, the one with the least time left first. `next_cursor` tells that there are more than these. */
export function approvalItems(
  { items, next_cursor }: OutputOf<typeof approvals.list>,
  now: number,
): readonly AttentionItem[] {
  const { waiting } = ordered(items, now);
  const text = words.approvals;
  const toList = { to: '/agents', search: { tab: 'approvals' }, title: text.link };
  const listed = waiting.slice(0, MOST_ITEMS).map(
    ({ approval_id, agent_id, summary, expires_at }): AttentionItem => ({
      id: `approval ${approval_id}`,
      urgency: (parseIsoTime(expires_at) ?? now) - now < APPROVAL_DAYS * DAY_MS ? 'soon' : 'waiting',
      object: 'approval',
      title: text.title(summary),
      detail: text.detail(agent_id, leftWords(expires_at, now)),
      link: { to: '/agents', search: { tab: 'approvals', approval: approval_id, act: 'decide' }, title: text.decide },
    }),
  );
  const more = waiting.length - listed.length;
  if (more === 0 && next_cursor === null) return listed;
  const title = next_cursor === null ? text.more(more) : text.many;
  return [
    ...listed,
    { id: 'approvals', urgency: 'waiting', object: 'approval', title, detail: text.moreDetail, link: toList },
  ];
}

/** A list that is longer than what was read of it: what else is due there is not known. */
export function limitItem(
  what: keyof typeof LIMITS,
  { items, isWhole }: { readonly items: readonly unknown[]; readonly isWhole: boolean },
): readonly AttentionItem[] {
  if (isWhole) return [];
  const { names, title, detail, links } = words.limit;
  return [
    {
      id: `limit ${what}`,
      urgency: 'unchecked',
      object: LIMITS[what].object,
      title: title(items.length, names[what]),
      detail,
      link: { to: LIMITS[what].to, search: {}, title: links[what] },
    },
  ];
}

const LIMITS = {
  artifacts: { to: '/artifacts', object: 'artifact' },
  secrets: { to: '/secrets', object: 'secret' },
  apiKeys: { to: '/accounts', object: 'apiKey' },
} as const;

/** Secrets whose rotation is overdue or due soon: one item each, since a list of names belongs to its page. */
export function rotationItems(secrets: readonly SecretItem[], now: number): readonly AttentionItem[] {
  const due = (kind: Due['kind']) =>
    secrets
      .filter((item) => item.status === 'active' && dueOf(item, now).kind === kind)
      .sort((a, b) => ((a.rotation_due_at ?? '') < (b.rotation_due_at ?? '') ? -1 : 1));
  const text = words.rotations;
  return (['overdue', 'soon'] as const).flatMap((kind): readonly AttentionItem[] => {
    const items = due(kind);
    const first = items[0];
    if (first === undefined) return [];
    const isOnly = items.length === 1;
    return [
      {
        id: `rotations ${kind}`,
        urgency: kind === 'overdue' ? 'needed' : 'soon',
        object: 'secret',
        title: kind === 'overdue' ? text.overdue(items.length) : text.soon(items.length, DUE_SOON_DAYS),
        detail: text.detail(first.name, dueWords(dueOf(first, now)), isOnly),
        link: isOnly
          ? { to: '/secrets', search: { secret: first.id, act: 'rotate' }, title: text.rotate }
          : { to: '/secrets', search: { rotation: kind }, title: text.link },
      },
    ];
  });
}

/** Pinned key sets that are revoked, over, or about to end. */
export function trustItems(store: TrustStore, now: number): readonly AttentionItem[] {
  const text = words.keySets;
  return heldEditions(store).flatMap(({ keySet: set }): readonly AttentionItem[] => {
    const trouble = troubleOf(set, store, now);
    if (trouble === null) return [];
    return [
      {
        id: `trust ${set.fingerprint}`,
        urgency: trouble.urgency,
        object: 'keySet',
        title: text.title(set.keyset_id, trouble.words),
        detail: text.detail(set.issuer, trouble.meaning),
        link: { to: '/trust', search: {}, title: text.link },
      },
    ];
  });
}

/** The service's own current key sets; retired ones only verify what is old, and may well be over. */
export function serviceItems(sets: readonly KeySet[], store: TrustStore, now: number): readonly AttentionItem[] {
  const text = words.keySets;
  return currentOf(sets).flatMap((set): readonly AttentionItem[] => {
    const trouble = troubleOf(set, store, now);
    if (trouble === null) return [];
    return [
      {
        id: `service ${set.fingerprint}`,
        urgency: trouble.urgency,
        object: 'keySet',
        title: text.serviceTitle(set.keyset_id, trouble.words),
        detail: text.detail(USE_WORDS[set.use], trouble.meaning),
        link: {
          to: '/api-explorer',
          search: { operation: 'signing.svc-key.public-keys' },
          title: text.serviceLink,
        },
      },
    ];
  });
}

/** Of the service's sets the first of each use, which is the one that signs. */
export function currentOf(sets: readonly KeySet[]): readonly KeySet[] {
  return sets.filter((set) => sets.find(({ use }) => use === set.use) === set);
}

interface Trouble {
  readonly urgency: Urgency;
  readonly words: string;
  readonly meaning: string;
}

function troubleOf(set: KeySet, store: TrustStore, now: number): Trouble | null {
  const text = words.keySets;
  switch (validityOf(set, store, now)) {
    case 'revoked':
      return { urgency: 'now', ...text.revoked };
    case 'partly_revoked':
      return { urgency: 'now', ...text.partly };
    case 'over':
      return { urgency: 'needed', ...text.over };
    case 'not_yet':
      return null;
    case 'valid': {
      const end = parseIsoTime(set.not_after) ?? 0;
      if (end - now > KEY_SET_DAYS * DAY_MS) return null;
      return { urgency: 'soon', words: text.ends(inDays(end, now)), meaning: text.endsMeaning };
    }
  }
}

/** When a key that still works ends; null where it does not work any more, or never ends. */
export function endOf({ expires_at, status }: ApiKey): number | null {
  const works = status === 'active' || status === 'rotated';
  return works && expires_at !== null ? parseIsoTime(expires_at) : null;
}

/** How a key is called: its label in quotation marks, or its id. */
export function keyName({ label, key_id }: ApiKey): string {
  return label === '' ? key_id : `"${label}"`;
}

/** Keys that end soon, those that end first at the beginning. */
export function apiKeyItems(list: readonly ApiKey[], now: number): readonly AttentionItem[] {
  const ending = list
    .flatMap((key) => {
      const end = endOf(key);
      return end !== null && end > now && end - now <= API_KEY_DAYS * DAY_MS ? [{ key, end }] : [];
    })
    .sort((a, b) => a.end - b.end);
  const text = words.apiKeys;
  const items = ending.slice(0, MOST_ITEMS).map(
    ({ key, end }): AttentionItem => ({
      id: `key ${key.key_id}`,
      urgency: 'soon',
      object: 'apiKey',
      title: text.title(keyName(key), key.email, inDays(end, now)),
      detail: key.status === 'rotated' ? text.rotated : text.active,
      link: {
        to: '/accounts',
        search: { account: key.account_id, tab: 'keys', key: key.key_id },
        title: text.link,
      },
    }),
  );
  const more = ending.length - items.length;
  if (more === 0) return items;
  const link = { to: '/accounts', search: {}, title: text.moreLink };
  const title = text.more(more, API_KEY_DAYS);
  return [...items, { id: 'keys', urgency: 'soon', object: 'apiKey', title, detail: text.moreDetail, link }];
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
  const text = words.units;
  const items = low.slice(0, MOST_ITEMS).map(
    ({ account: { id, email, credits }, days }): AttentionItem => ({
      id: `units ${id}`,
      urgency: credits === 0 ? 'now' : 'needed',
      object: 'account',
      title: credits === 0 ? text.none(email) : text.few(email, credits),
      detail: credits === 0 ? text.noneDetail : Number.isFinite(days) ? text.pace(days) : text.unspent,
      link: { to: '/accounts', search: { account: id }, title: text.link },
    }),
  );
  const more = low.length - items.length;
  if (more === 0) return items;
  const link = { to: '/accounts', search: { sort: 'credits' }, title: text.moreLink };
  const title = text.more(more);
  return [...items, { id: 'units', urgency: 'needed', object: 'account', title, detail: text.moreDetail, link }];
}

/** Invoices that nobody paid in time, as one item: the list has their names. The newest come first. */
export function invoiceItems(
  { items, next_cursor }: OutputOf<typeof commerce.list>,
  now: number,
): readonly AttentionItem[] {
  const expired = items.filter(({ expires_at }) => now - (parseIsoTime(expires_at) ?? 0) <= INVOICE_DAYS * DAY_MS);
  const first = expired[0];
  if (first === undefined) return [];
  const text = words.invoices;
  const isOnly = expired.length === 1;
  return [
    {
      id: 'invoices',
      urgency: 'needed',
      title: next_cursor === null ? text.title(expired.length) : text.many(expired.length),
      detail: text.detail(first.description === '' ? first.invoice_id : first.description, isOnly),
      link: { to: '/payments', search: { state: 'expired' }, title: text.link },
    },
  ];
}

/** True claims whose proofs have expired, as one item. The newest come first. */
export function proofItems({ items }: OutputOf<typeof privacy.list>, now: number): readonly AttentionItem[] {
  const expired = items.filter(
    ({ claim_satisfied, is_expired, expires_at }) =>
      claim_satisfied && is_expired && now - (parseIsoTime(expires_at) ?? 0) <= PROOF_DAYS * DAY_MS,
  );
  if (expired.length === 0) return [];
  const text = words.proofs;
  return [
    {
      id: 'proofs',
      urgency: 'needed',
      title: text.title(expired.length),
      detail: text.detail(expired.length === 1),
      link: { to: '/proofs', search: { state: 'expired' }, title: text.link },
    },
  ];
}

/** What the last walk over the audit found, or that it is long ago. */
export function auditItems(verdict: AuditVerdict | null, now: number): readonly AttentionItem[] {
  const text = words.audit;
  const audit = {
    id: 'audit',
    object: 'auditEntry',
    link: { to: '/accounts', search: { view: 'audit' }, title: text.link },
  } as const;
  if (verdict === null) return [{ ...audit, urgency: 'unchecked', title: text.never, detail: text.neverDetail }];
  if (!verdict.intact)
    return [{ ...audit, urgency: 'now', title: text.broken(verdict.brokenAt ?? 0), detail: text.brokenDetail }];
  const days = Math.floor((now - (parseIsoTime(verdict.at) ?? 0)) / DAY_MS);
  if (days < OLD_DAYS) return [];
  return [{ ...audit, urgency: 'unchecked', title: text.old(days), detail: text.oldDetail }];
}

/** When the newest backup was made; null where none is known. */
export function newestBackup(backups: readonly Backup[]): number | null {
  const newest = Math.max(...backups.map(({ created_at }) => parseIsoTime(created_at) ?? 0), 0);
  return newest === 0 ? null : newest;
}

/** That no backup is known, or an old one only. Nobody can tell from here what was written elsewhere. */
export function backupItems(backups: readonly Backup[], now: number): readonly AttentionItem[] {
  const text = words.backup;
  const backup = {
    id: 'backup',
    urgency: 'needed',
    link: { to: '/settings', search: { section: 'backup' }, title: text.link },
  } as const;
  const newest = newestBackup(backups);
  if (newest === null) return [{ ...backup, title: text.none, detail: text.noneDetail }];
  const days = Math.floor((now - newest) / DAY_MS);
  if (days < OLD_DAYS) return [];
  return [{ ...backup, title: text.old(days), detail: text.elsewhere }];
}
