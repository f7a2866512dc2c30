/**
 * The provenance of managed and wrapped keys: appends events to their chains, in the transaction that makes them true, and
 * answers a chain with a signature over the whole (S5).
 */

import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { JsonObject } from '@touchstone/core/canonical-json.ts';
import { KEY_PROVENANCE, provenanceHash } from '@touchstone/core/keys/provenance.ts';
import { type Clock, formatIsoTime, parseIsoTime } from '@touchstone/core/time.ts';
import { type AppendableChain, appendEntries } from '../chain-of-entries/append.ts';
import { tellRestored } from '../chain-of-entries/restored.ts';
import { headAt } from '../chain-of-entries/stored-chain.ts';
import type { Caller } from '../frame/caller.ts';
import type { RunJob } from '../frame/job.ts';
import { JsonText } from '../frame/json-text.ts';
import type { GatewayTarget } from '../gateway/store.ts';
import type { StatementSigner, Statements } from '../key-sets/statements.ts';
import { findRevocation } from '../keys/store/managed-keys.ts';
import { AUDIT_NETWORK, type Chains } from '../ledger/chain.ts';
import { type Db, lockChain, takePositions } from '../store/engine.ts';
import type { Row } from '../store/tables.ts';
import {
  chainRestores,
  hasKeyEvent,
  insertKeyEvent,
  keyEventsAfter,
  keysWithEvents,
  lastKeyEvent,
  takeChainRestore,
} from './store.ts';
import { longProvenance } from './stream.ts';
import { type EventPage, pageOf, provenanceAnswer, provenanceJob, requireEvent } from './work.ts';

export type KeyEventName =
  | 'created'
  | 'decrypted'
  | 'gateway_bound'
  | 'rotated'
  | 'revoked'
  | 'envelope_rotated'
  | 'restored';

export interface NewKeyEvent {
  readonly event: KeyEventName;
  readonly projectId: string;
  /** `key_…` or `wk_…`. */
  readonly keyId: string;
  readonly actor: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Members of this kind of event; never a secret. */
  readonly details: JsonObject;
}

/** Appends events in the order in which they are given. Those of one transaction come in one call: it locks all of their chains first. */
export type Append = (transaction: Db, ...events: readonly NewKeyEvent[]) => Promise<void>;

export interface Provenance {
  /** Opens the signing key for one action, which may append within a transaction that it opens itself. */
  recording<T>(action: (append: Append) => Promise<T>): Promise<T>;
  /**
   * The answer about a key: the chain and the signature over it. The chain is empty for keys that were wrapped before chains
   * were kept. A very long one is read, hashed and sent in slices, and signed at its end.
   */
  read(keyId: string): Promise<JsonText>;
  /** Some events of a chain, the oldest first, beside its signed head. */
  page(keyId: string, part: { readonly offset: number; readonly limit: number }): Promise<JsonText>;
  /** Appends `restored` to every chain that has yet to be told (S27). Never runs within a transaction. */
  tellRestore(): Promise<void>;
}

interface Needs {
  readonly db: Db;
  readonly statements: Statements;
  readonly chains: Chains;
  readonly run: RunJob;
  readonly clock: Clock;
  /** Chains longer than this are answered in slices. */
  readonly mostAtOnce?: number;
}

/** Events that are read at once: half a MiB. */
const PAGE = 100;

/** Chains up to this length are answered on the event loop: it takes less than a worker needs to begin. */
const MOST_ON_LOOP = 16;

/** Chains up to this length, five MiB, are made an answer in one piece. */
const MOST_AT_ONCE = 1_000;

/** Keys whose chains are looked for at once. */
const BATCH = 200;

/** `project_id` is a column and not signed. */
interface Owner extends Readonly<Record<string, string>> {
  readonly key_id: string;
  readonly project_id: string;
}

/** What of an entry does not follow from its place; beside these, the members of its kind. */
interface EventBody extends JsonObject {
  readonly event: KeyEventName;
  readonly actor: string;
  readonly timestamp: string;
}

export const KEY_PROVENANCE_CHAIN: AppendableChain<Owner, EventBody, Row<'key_events'>> = {
  chain: KEY_PROVENANCE,
  anchored: { kind: 'key-provenance', what: 'entries', title: 'the provenance of keys' },

  async *owners(db) {
    for (let after = ''; ; ) {
      const keys = await keysWithEvents(db, after, BATCH);
      yield* keys;
      const last = keys.at(-1);
      if (last === undefined) return;
      after = last.key_id;
    }
  },

  head: async (db, { key_id }) => headAt(KEY_PROVENANCE, await lastKeyEvent(db, key_id)),

  entriesAfter: (db, { key_id }, position, limit) => keyEventsAfter(db, key_id, position, limit),

  columns: ({ event }) => ({ event }),

  takePositions: (db, { key_id }, count) => takePositions(db, 'key_events', { key_id }, count),

  async insert(db, { key_id, project_id }, { event, timestamp }, { position, text, signature, keySetId }) {
    const at = parseIsoTime(timestamp);
    if (at === null) throw new TypeError('internal: an event has no time');
    const own = { key_id, position, project_id, event };
    const row = { ...own, body: text, signature, keyset_id: keySetId, created_at: at };
    await insertKeyEvent(db, row);
    return row;
  },

  /** The restored chain knows nothing of a revocation that the restore has kept. */
  async takeRestored(db, { key_id }) {
    const restoredAt = await takeChainRestore(db, key_id);
    if (restoredAt === null) return [];
    const restored = { event: 'restored', actor: 'system', timestamp: formatIsoTime(restoredAt) } as const;
    const revocation = await findRevocation(db, key_id);
    if (revocation === null || (await hasKeyEvent(db, key_id, 'revoked'))) return [restored];
    const { at, reason } = revocation;
    return [{ event: 'revoked', actor: 'system', timestamp: formatIsoTime(at), reason }, restored];
  },
};

export function createProvenance(needs: Needs): Provenance {
  const { db, statements, chains, run, clock, mostAtOnce = MOST_AT_ONCE } = needs;
  const append = (transaction: Db, signer: StatementSigner, owner: Owner, ...events: readonly EventBody[]) => {
    const needs = { signer, now: clock(), ledger: chains.get(AUDIT_NETWORK) };
    return appendEntries(transaction, KEY_PROVENANCE_CHAIN, owner, needs, ...events);
  };
  const lockEnds = async (transaction: Db, keyIds: readonly string[]) => {
    for (const key_id of [...new Set(keyIds)].sort()) await lockChain(transaction, 'key_events', { key_id });
  };
  return {
    recording(action) {
      return statements.signing((signer) =>
        action(async (transaction, ...events) => {
          await lockEnds(
            transaction,
            events.map(({ keyId }) => keyId),
          );
          for (const { event, projectId, keyId, actor, at, details } of events) {
            const body = { event, actor, timestamp: formatIsoTime(at), ...details };
            await append(transaction, signer, { key_id: keyId, project_id: projectId }, body);
          }
        }),
      );
    },

    async read(keyId) {
      let page = await keyEventsAfter(db, keyId, 0, PAGE);
      if (page.length <= MOST_ON_LOOP) {
        return new JsonText(await statements.signing((signer) => provenanceAnswer(signer, keyId, page)));
      }
      const end = (await lastKeyEvent(db, keyId))?.position ?? 0;
      if (end > mostAtOnce) {
        return new JsonText(Readable.from(longProvenance({ db, statements, run }, keyId, end), { objectMode: false }));
      }
      const pages: EventPage[] = [];
      for (let last = page.at(-1); last !== undefined; last = page.at(-1)) {
        pages.push(pageOf(page));
        // Others have their turn in between.
        await setImmediate();
        page = await keyEventsAfter(db, keyId, last.position, PAGE);
      }
      return JsonText.ofBytes(await statements.lending((key) => run(provenanceJob, { keyId, pages, key })));
    },

    async page(keyId, { offset, limit }) {
      const last = await lastKeyEvent(db, keyId);
      const rows = await keyEventsAfter(db, keyId, offset, limit);
      const chain = rows
        // What was written since the head was looked at comes with the next.
        .filter(({ position }) => position <= (last?.position ?? 0))
        .map((row) => requireEvent(keyId, row.position - 1, row));
      const head = await statements.signing(async ({ keySetId, sign }) => {
        const body = {
          key_id: keyId,
          events: last?.position ?? 0,
          head_hash: last === null ? null : provenanceHash(requireEvent(keyId, last.position - 1, last)),
          timestamp: formatIsoTime(clock()),
          keyset_id: keySetId,
        };
        return { ...body, signature: await sign('provenance-head', body) };
      });
      return new JsonText(JSON.stringify({ chain, offset, head, keyset_id: head.keyset_id }));
    },

    tellRestore: () =>
      tellRestored(needs, chainRestores, async (transaction, signer, owner) => {
        await lockEnds(transaction, [owner.key_id]);
        await append(transaction, signer, owner);
      }),
  };
}

/** Targets of the gateway, as events name them. */
export function boundTargets(targets: readonly Pick<GatewayTarget, 'id' | 'name'>[]): JsonObject {
  return { gateway_targets: targets.map(({ id, name }) => ({ target_id: name, version: id })) };
}

/** Who acts, as events name it. */
export function keyActor({ kind, keyId }: Pick<Caller, 'kind' | 'keyId'>): string {
  return keyId ?? kind;
}
