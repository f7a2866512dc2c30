/**
 * Webhooks (decisions, section 7; security, S25): notices are queued in the transaction of what they tell, and delivered
 * by a sweep, at least once, with back-off. What goes out goes through `deps.outbound` alone (S23).
 */

import { fromUtf8, toHex, utf8, wipe } from '@touchstone/core/bytes.ts';
import { hmacSha3_256, tagged } from '@touchstone/core/hash.ts';
import type { Random } from '@touchstone/core/random.ts';
import { type Clock, formatIsoTime } from '@touchstone/core/time.ts';
import type { Logger } from 'pino';
import { newId } from '../frame/ids.ts';
import type { Sweep } from '../frame/sweep.ts';
import type { Outbound } from '../outbound/outbound.ts';
import { type Db, listsChanged, write } from '../store/engine.ts';
import type { Place, Vault } from '../vault/envelope.ts';
import {
  claimDelivery,
  dueDeliveries,
  findWebhook,
  insertDelivery,
  type StoredDelivery,
  type StoredWebhook,
  settleDelivery,
} from './store.ts';

export interface DeliveryNeeds {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Logger;
  readonly vault: Vault;
  readonly outbound: Deliverer;
}

/** The part of the one way out that notices take: one POST to a checked address, redirects not followed. */
export type Deliverer = Pick<Outbound, 'deliver'>;

export interface Notice {
  readonly event:
    | 'key.revoked'
    | 'invoice.settled'
    | 'invoice.expired'
    | 'proof.expired'
    | 'call.ended'
    | 'ckks_session.expired'
    | 'mpc.expired';
  readonly projectId: string;
  readonly facts: Readonly<Record<string, string>>;
}

/** Queues a notice for the project's webhook, or else for the one for all. False where there is neither. */
export async function queueNotice(db: Db, { event, projectId, facts }: Notice, now: number, random: Random) {
  const webhook = (await findWebhook(db, projectId)) ?? (await findWebhook(db, null));
  if (webhook === null) return false;
  const id = newId('whd', random);
  const body = JSON.stringify({ event, id, ...facts });
  listsChanged(db, 'webhooks', null);
  await insertDelivery(db, { id, webhookId: webhook.id, projectId, event, body }, now);
  return true;
}

/** `whsec_<64 hex digits>`: the key of the MAC is this text in ASCII. */
export function newWebhookSecret(random: Random): string {
  return `whsec_${toHex(random(32))}`;
}

export function sealWebhookSecret(vault: Vault, webhookId: string, secret: string): Uint8Array {
  return vault.seal(webhookSecretPlace(webhookId), utf8(secret));
}

/** Where the secret of a webhook is sealed. */
export function webhookSecretPlace(webhookId: string): Place {
  return { kind: 'webhook', project: '', object: webhookId, column: 'envelope', version: 1 };
}

/**
 * `X-Svc-Signature`: HMAC-SHA3-256, in hexadecimal, over `svc-webhook/v1` 00 id LF time LF body (S25). Neither id nor
 * time holds a line feed.
 */
export function webhookSignature(secret: string, id: string, time: string, body: string): string {
  return toHex(hmacSha3_256(utf8(secret), tagged('webhook', utf8(`${id}\n${time}\n${body}`))));
}

/** Seconds to the next attempt, after the first, second, … one. After the last the notice is dead. */
export const BACK_OFF_SECONDS = [30, 120, 600, 3_600, 6 * 3_600, 24 * 3_600, 24 * 3_600] as const;

/** An attempt that did not come back within this time counts as lost, and is made again. */
const LEASE_MS = 120_000;
const AT_ONCE = 20;

export interface DeliveryReport {
  readonly delivered: number;
  readonly failed: number;
}

/** Tries the notices that are due, once each. */
export async function deliverDue(deps: DeliveryNeeds): Promise<DeliveryReport> {
  const { db, clock, outbound, log } = deps;
  const due = await dueDeliveries(db, clock(), AT_ONCE);
  // At once, so that a receiver that is slow keeps nobody waiting.
  const outcomes = await Promise.all(
    due.map(async ({ delivery, webhook, isGenuine }) => {
      if (!(await claimDelivery(db, delivery, clock() + LEASE_MS))) return null;
      const outcome = isGenuine
        ? await attempt(outbound, deps.vault, webhook, delivery, formatIsoTime(clock()))
        : CHANGED_BEHIND;
      await write(db, async (transaction) => {
        listsChanged(transaction, 'webhooks', null);
        await settleDelivery(transaction, delivery.id, settled(outcome, delivery.attempts + 1, clock()));
      });
      if (!outcome.ok) log.warn({ delivery: delivery.id, status: outcome.status }, 'a webhook notice was not taken');
      return outcome.ok;
    }),
  );
  const count = (wanted: boolean) => outcomes.filter((ok) => ok === wanted).length;
  return { delivered: count(true), failed: count(false) };
}

interface Outcome {
  readonly ok: boolean;
  /** HTTP status; null where there was no answer. */
  readonly status: number | null;
  readonly error: string | null;
}

const CHANGED_BEHIND: Outcome = {
  ok: false,
  status: null,
  error: 'The webhook was changed outside of the service. Set it again.',
};

async function attempt(
  outbound: Deliverer,
  vault: Vault,
  webhook: StoredWebhook,
  { id, event, body }: StoredDelivery,
  time: string,
): Promise<Outcome> {
  const opened = vault.open(webhookSecretPlace(webhook.id), webhook.envelope);
  const secret = opened === null ? null : fromUtf8(opened);
  wipe(opened ?? undefined);
  if (secret === null) return { ok: false, status: null, error: 'The secret of the webhook does not open.' };
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'x-svc-event': event,
    'x-svc-webhook-id': id,
    'x-svc-webhook-time': time,
    'x-svc-signature': webhookSignature(secret, id, time, body),
  };
  try {
    const { status } = await outbound.deliver(webhook.url, {
      headers,
      body,
      allowPrivate: webhook.allow_private === 1,
    });
    const ok = status >= 200 && status < 300;
    return { ok, status, error: ok ? null : `The receiver answered ${status}.` };
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'unknown reason';
    return { ok: false, status: null, error: reason.slice(0, MOST_REASON) };
  }
}

const MOST_REASON = 300;

function settled({ ok, status, error }: Outcome, attempts: number, now: number) {
  const last = { last_status: status, last_error: error };
  if (ok) return { ...last, state: 'delivered', finished_at: now } as const;
  const wait = BACK_OFF_SECONDS[attempts - 1];
  if (wait === undefined) return { ...last, state: 'dead', finished_at: now } as const;
  return { ...last, next_attempt_at: now + wait * 1000 };
}

/** Delivers the notices of webhooks that are due. */
export const webhookNotices: Sweep<DeliveryNeeds> = {
  name: 'webhook-notices',
  everyMs: 5_000,
  async run(deps) {
    await deliverDue(deps);
  },
};
