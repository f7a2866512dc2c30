/**
 * The provenance of managed and wrapped keys: appends signed events to their chains, in the transaction that makes them
 * true, and answers a chain with a signature over the whole (S5). Each event enters the ledger where it is written, so that
 * a cut end shows (S15).
 */

import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { canonicalJson, type JsonObject } from '@touchstone/core/canonical-json.ts';
import { provenanceHash } from '@touchstone/core/keys/provenance.ts';
import { type Clock, formatIsoTime } from '@touchstone/core/time.ts';
import type { Caller } from '../frame/caller.ts';
import type { RunJob } from '../frame/job.ts';
import { JsonText } from '../frame/json-text.ts';
import type { GatewayTarget } from '../gateway/store.ts';
import type { StatementSigner, Statements } from '../key-sets/statements.ts';
import { findRevocation } from '../keys/store/managed-keys.ts';
import { AUDIT_NETWORK, auditHash } from '../ledger/audit-heads.ts';
import type { ChainAdapter, Chains } from '../ledger/chain.ts';
import { type Db, write } from '../store/engine.ts';
import {
  chainRestores,
  deleteChainRestore,
  findChainRestore,
  hasKeyEvent,
  insertKeyEvent,
  keyEventsAfter,
  lastKeyEvent,
  takeEventPosition,
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

export type Append = (db: Db, event: NewKeyEvent) => Promise<void>;

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

/** Chains that are told of a restore in one transaction. */
const BATCH = 50;

export function createProvenance(needs: Needs): Provenance {
  const { db, statements, chains, run, clock, mostAtOnce = MOST_AT_ONCE } = needs;
  const means = (signer: StatementSigner): Means => ({ signer, ledger: chains.get(AUDIT_NETWORK) });
  return {
    recording(action) {
      return statements.signing((signer) =>
        action(async (transaction, event) => {
          await tellChain(transaction, means(signer), event);
          await append(transaction, means(signer), event);
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

    async tellRestore() {
      for (;;) {
        const chains = await chainRestores(db, BATCH);
        if (chains.length === 0) return;
        await statements.signing((signer) =>
          write(db, async (transaction) => {
            for (const { key_id: keyId, project_id: projectId } of chains) {
              await tellChain(transaction, means(signer), { keyId, projectId });
            }
          }),
        );
      }
    },
  };
}

/** What writing an event takes. */
interface Means {
  readonly signer: StatementSigner;
  readonly ledger: ChainAdapter;
}

async function append(transaction: Db, { signer, ledger }: Means, event: NewKeyEvent): Promise<void> {
  const { keySetId, sign } = signer;
  const position = await takeEventPosition(transaction, event.keyId);
  const last = await lastKeyEvent(transaction, event.keyId);
  const body: JsonObject = {
    event: event.event,
    key_id: event.keyId,
    timestamp: formatIsoTime(event.at),
    actor: event.actor,
    ...event.details,
    keyset_id: keySetId,
    previous_hash: last === null ? null : provenanceHash(requireEvent(event.keyId, last.position - 1, last)),
  };
  const text = canonicalJson(body);
  await ledger.anchor(transaction, 'key-provenance', auditHash(text));
  await insertKeyEvent(transaction, {
    key_id: event.keyId,
    position,
    project_id: event.projectId,
    event: event.event,
    body: text,
    signature: await sign('provenance-event', body),
    keyset_id: keySetId,
    created_at: event.at,
  });
}

/**
 * Appends `restored` where this chain has yet to be told, and before it the revocation that the restore has kept (S27) and
 * that the restored chain knows nothing of.
 */
async function tellChain(
  transaction: Db,
  means: Means,
  { keyId, projectId }: Pick<NewKeyEvent, 'keyId' | 'projectId'>,
): Promise<void> {
  const restoredAt = await findChainRestore(transaction, keyId);
  if (restoredAt === null) return;
  await deleteChainRestore(transaction, keyId);
  const facts = { keyId, projectId, actor: 'system' };
  const revocation = await findRevocation(transaction, keyId);
  if (revocation !== null && !(await hasKeyEvent(transaction, keyId, 'revoked'))) {
    const { at, reason } = revocation;
    await append(transaction, means, { ...facts, event: 'revoked', at, details: { reason } });
  }
  await append(transaction, means, { ...facts, event: 'restored', at: restoredAt, details: {} });
}

/** Targets of the gateway, as events name them. */
export function boundTargets(targets: readonly Pick<GatewayTarget, 'id' | 'name'>[]): JsonObject {
  return { gateway_targets: targets.map(({ id, name }) => ({ target_id: name, version: id })) };
}

/** Who acts, as events name it. */
export function keyActor({ kind, keyId }: Pick<Caller, 'kind' | 'keyId'>): string {
  return keyId ?? kind;
}
