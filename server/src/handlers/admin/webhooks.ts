import { isIP } from 'node:net';
import { api } from '@touchstone/core/api/api.ts';
import type { OutputOf } from '@touchstone/core/api/endpoint.ts';
import type { Random } from '@touchstone/core/random.ts';
import { type Clock, formatIsoTime } from '@touchstone/core/time.ts';
import { findProject } from '../../accounts/store/accounts.ts';
import type { Audit } from '../../audit/audit.ts';
import { ApiError, invalid } from '../../frame/errors.ts';
import { newId } from '../../frame/ids.ts';
import { implement } from '../../frame/implement.ts';
import { cursorParts, cutPage, PAGE_ITEMS } from '../../frame/list-pages.ts';
import type { Outbound } from '../../outbound/outbound.ts';
import type { Db } from '../../store/engine.ts';
import type { Vault } from '../../vault/envelope.ts';
import {
  countDeliveries,
  deleteWebhook,
  findDelivery,
  insertWebhook,
  listDeliveries,
  lockDelivery,
  lockWebhook,
  type NewWebhook,
  requeueDelivery,
  type StoredDelivery,
  updateWebhook,
  webhooksAfter,
} from '../../webhooks/store.ts';
import { newWebhookSecret, sealWebhookSecret } from '../../webhooks/webhooks.ts';

export interface Needs {
  readonly db: Db;
  readonly clock: Clock;
  readonly random: Random;
  readonly vault: Vault;
  readonly audit: Audit;
  readonly outbound: Outbound;
}

export const webhooks = implement(api.admin.webhooks)<Needs>({
  async set({ deps, caller, write }, { body }) {
    const { url: address, project_id: projectId = null } = body;
    const url = address === null ? null : requiredUrl(address);
    const allowPrivate = body.allow_private ?? (url !== null && namesAddress(url));
    const now = deps.clock();
    return deps.audit.recorded<OutputOf<typeof api.admin.webhooks.set>>(write, caller, async (db) => {
      const project = projectId === null ? null : await findProject(db, projectId);
      if (projectId !== null && project === null) throw new ApiError('NOT_FOUND', 'There is no project with this id.');
      const before = await lockWebhook(db, projectId);
      const facts = { accountId: project?.account.id ?? null, details: { project_id: projectId } };
      if (address === null || url === null) {
        const result = { webhook: null, secret: null };
        if (before === null) return { result, event: null };
        await deleteWebhook(db, before.id, now);
        return { result, event: { ...facts, action: 'webhook.removed', subject: before.id } };
      }
      const id = before?.id ?? newId('whk', deps.random);
      const secret = newWebhookSecret(deps.random);
      const after: NewWebhook = {
        id,
        project_id: projectId,
        url: address,
        allow_private: allowPrivate ? 1 : 0,
        envelope: sealWebhookSecret(deps.vault, id, secret),
        created_at: before?.created_at ?? now,
        changed_at: now,
      };
      await (before === null ? insertWebhook(db, after) : updateWebhook(db, after));
      // An address may carry a key in its query.
      const details = { ...facts.details, url: url.origin + url.pathname, allow_private: allowPrivate };
      const result = { webhook: webhookAnswer(after), secret };
      return { result, event: { ...facts, action: 'webhook.set', subject: id, details } };
    });
  },

  async list({ deps }, { query: { limit = PAGE_ITEMS, cursor } }) {
    const [after = null] = cursorParts(cursor, /^for:(\w{0,100})$/) ?? [];
    const found = await webhooksAfter(deps.db, after, limit + 1);
    const { page, nextCursor } = cutPage(found, limit, (last) => `for:${last.project_id ?? ''}`);
    return {
      webhooks: page.map(webhookAnswer),
      next_cursor: nextCursor,
      sending: deps.outbound !== null,
      queued: await countDeliveries(deps.db, 'queued'),
      dead: await countDeliveries(deps.db, 'dead'),
    };
  },

  async deliveries({ deps }, { query }) {
    const { state, cursor, limit = PAGE_ITEMS } = query;
    const found = await listDeliveries(deps.db, {
      ...(state === undefined ? {} : { state }),
      ...(cursor === undefined ? {} : { below: positionOf(cursor) }),
      limit: limit + 1,
    });
    const page = found.slice(0, limit);
    const last = page.at(-1);
    return {
      items: page.map(deliveryAnswer),
      next_cursor: found.length > limit && last !== undefined ? String(last.position) : null,
    };
  },

  async retry({ deps, caller, write }, { params }) {
    const now = deps.clock();
    return deps.audit.recorded(write, caller, async (db) => {
      const before = await lockDelivery(db, params.id);
      if (before === null) throw new ApiError('NOT_FOUND', 'There is no notice with this id.');
      if (!(await requeueDelivery(db, before.id, now))) {
        throw new ApiError('CONFLICT', 'Only a failed notice whose webhook still exists can be queued again.');
      }
      const after = (await findDelivery(db, before.id)) ?? before;
      const event = { action: 'webhook.retried', accountId: null, subject: before.id, details: {} } as const;
      return { result: deliveryAnswer(after), event };
    });
  },
});

/** Plain http is for an IP address and port that the administrator names (S23). Throws INVALID_REQUEST. */
function requiredUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || url.username !== '' || url.password !== '' || url.hash !== '') {
    throw invalid('url', '`url` must be an absolute address without user name and fragment.');
  }
  if (url.protocol === 'http:' && !namesAddress(url)) {
    throw invalid('url', '`url` must begin with https, or name an IP address and port.');
  }
  return url;
}

/** Whether the host is an IP address. */
function namesAddress({ hostname }: URL): boolean {
  return isIP(hostname.replace(/^\[|\]$/g, '')) !== 0;
}

function webhookAnswer(webhook: NewWebhook) {
  const { id, project_id, url, allow_private, created_at, changed_at } = webhook;
  return {
    id,
    project_id: project_id ?? null,
    url,
    allow_private: allow_private === 1,
    created_at: formatIsoTime(created_at),
    changed_at: formatIsoTime(changed_at),
  };
}

function deliveryAnswer(delivery: StoredDelivery) {
  const { id, webhook_id, project_id, event, state, attempts, last_status, last_error } = delivery;
  const timeOr = (time: number | null) => (time === null ? null : formatIsoTime(time));
  return {
    id,
    webhook_id,
    project_id,
    event,
    state,
    attempts,
    next_attempt_at: state === 'queued' ? formatIsoTime(delivery.next_attempt_at) : null,
    last_status,
    last_error,
    created_at: formatIsoTime(delivery.created_at),
    finished_at: timeOr(delivery.finished_at),
  };
}

function positionOf(cursor: string): number {
  if (!/^[1-9]\d{0,14}$/.test(cursor)) throw invalid('cursor', '`cursor` must be the next_cursor of an earlier page.');
  return Number(cursor);
}
