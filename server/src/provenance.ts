/**
 * The provenance of managed and wrapped keys: appends signed events to their chains, in the transaction that makes them
 * true, and answers a chain with a signature over the whole (S5). Each event enters the ledger where it is written, so that
 * a cut end shows (S15).
 */
import { canonicalJson, isJsonObject, type JsonObject } from '@touchstone/core/canonical-json.ts';
import { provenanceHash } from '@touchstone/core/keys/provenance.ts';
import { parseStrictJson } from '@touchstone/core/strict-json.ts';
import { formatIsoTime } from '@touchstone/core/time.ts';
import { AUDIT_NETWORK, auditHash } from './chain/audit-heads.ts';
import type { ChainAdapter, Chains } from './chain/chain.ts';
import type { Caller } from './http/auth.ts';
import type { StatementSigner, Statements } from './statements.ts';
import type { Db } from './store/db.ts';
import {
  chainRestores,
  deleteChainRestore,
  findChainRestore,
  hasKeyEvent,
  insertKeyEvent,
  keyEvents,
  lastKeyEvent,
} from './store/key-events.ts';
import { findRevocation } from './store/managed-keys.ts';
import type { Row } from './store/tables.ts';

export type KeyEventName = 'created' | 'rotated' | 'revoked' | 'envelope_rotated' | 'restored';

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
  /** The chain as answered and the signature over it. Empty for keys that were wrapped before chains were kept. */
  read(keyId: string): Promise<SignedChain>;
  /** Appends `restored` to every chain that has yet to be told (S27). Never runs within a transaction. */
  tellRestore(): Promise<void>;
}

export interface SignedChain {
  readonly chain: readonly JsonObject[];
  readonly signature: string;
  readonly keySetId: string;
}

interface Needs {
  readonly db: Db;
  readonly statements: Statements;
  readonly chains: Chains;
}

/** Chains that are told of a restore in one transaction. */
const BATCH = 50;

export function createProvenance({ db, statements, chains }: Needs): Provenance {
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
      const chain = (await keyEvents(db, keyId)).map(eventOf);
      return statements.signing(async ({ keySetId, sign }) => ({
        chain,
        signature: await sign('provenance', chain),
        keySetId,
      }));
    },

    async tellRestore() {
      for (;;) {
        const chains = await chainRestores(db, BATCH);
        if (chains.length === 0) return;
        await statements.signing((signer) =>
          db.transaction().execute(async (transaction) => {
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
  const last = await lastKeyEvent(transaction, event.keyId);
  const body: JsonObject = {
    event: event.event,
    key_id: event.keyId,
    timestamp: formatIsoTime(event.at),
    actor: event.actor,
    ...event.details,
    keyset_id: keySetId,
    previous_hash: last === null ? null : provenanceHash(eventOf(last)),
  };
  const text = canonicalJson(body);
  await ledger.anchor(transaction, 'key-provenance', auditHash(text));
  await insertKeyEvent(transaction, {
    key_id: event.keyId,
    position: (last?.position ?? 0) + 1,
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

/** A stored event as answered. Throws TypeError where the text is broken: the database was changed. */
function eventOf({ key_id, position, body, signature }: Row<'key_events'>): JsonObject {
  const event = storedEvent(body, signature);
  if (event === null) throw new TypeError(`internal: event ${position} of ${key_id} cannot be read`);
  return event;
}

/** The event of a row's text; null where that is no JSON object. */
export function storedEvent(body: string, signature: string): JsonObject | null {
  const parsed = parseStrictJson(body);
  return parsed.ok && isJsonObject(parsed.value) ? { ...parsed.value, signature } : null;
}

/** Who acts, as events name it. */
export function keyActor({ kind, keyId }: Pick<Caller, 'kind' | 'keyId'>): string {
  return keyId ?? kind;
}
