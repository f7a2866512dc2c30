/**
 * The newest entries of the service's own audit chains enter the ledger (security, S15): a chain whose end was cut off no
 * longer holds what was anchored of it.
 */
import { toHex, utf8 } from '@touchstone/core/bytes.ts';
import { sha3_256 } from '@touchstone/core/hash.ts';
import type { AnchorKind } from '@touchstone/core/ledger/anchor.ts';
import { auditEntriesAfter, lastAuditEntry } from '../audit/store.ts';
import { platformAuditAfter, projectsWithPlatformAudit } from '../platform/store/audit.ts';
import { keyEvents, keysWithEvents } from '../provenance/store.ts';
import { lastSecretAudit, projectsWithSecretAudit, secretAuditAfter } from '../secrets/store/audit.ts';
import { type Db, write } from '../store/engine.ts';
import type { Chains } from './chain.ts';
import { listAnchors } from './store.ts';

/** The service's own anchors stand on one chain. */
export const AUDIT_NETWORK = 'ethereum';

const BATCH = 200;

export interface AuditChain {
  readonly kind: AnchorKind;
  /** For people. */
  readonly title: string;
  /** Hashes of the newest entries, hex; several where each project has a chain of its own. */
  heads(db: Db): Promise<readonly string[]>;
  /** The hashes of all entries. */
  hashes(db: Db): AsyncIterable<string>;
}

/** A new audit chain is one entry here, with a kind of its own. */
export const AUDIT_CHAINS: readonly AuditChain[] = [
  {
    kind: 'admin-audit-head',
    title: "the administration's audit",

    async heads(db) {
      const last = await lastAuditEntry(db);
      return last === null ? [] : [auditHash(last.body)];
    },

    async *hashes(db) {
      for (let after = 0; ; ) {
        const rows = await auditEntriesAfter(db, after, BATCH);
        for (const { body } of rows) yield auditHash(body);
        if (rows.length < BATCH) return;
        after = rows.at(-1)?.position ?? after;
      }
    },
  },
  {
    kind: 'secret-audit-head',
    title: 'the audit of secrets',

    async heads(db) {
      const heads: string[] = [];
      for (const project of await projectsWithSecretAudit(db)) {
        const last = await lastSecretAudit(db, project);
        if (last !== null) heads.push(auditHash(last.body));
      }
      return heads;
    },

    async *hashes(db) {
      for (const project of await projectsWithSecretAudit(db)) {
        for (let after = 0; ; ) {
          const rows = await secretAuditAfter(db, project, after, BATCH);
          for (const { body } of rows) yield auditHash(body);
          if (rows.length < BATCH) break;
          after = rows.at(-1)?.position ?? after;
        }
      }
    },
  },
  {
    // Every entry is anchored where it is written (`platform-audit.ts`): no head is left to be.
    kind: 'platform-audit',
    title: "the platform's audit log",

    async heads() {
      return [];
    },

    async *hashes(db) {
      for (const project of await projectsWithPlatformAudit(db)) {
        for (let after = 0; ; ) {
          const rows = await platformAuditAfter(db, project, after, BATCH);
          for (const { body } of rows) yield auditHash(body);
          if (rows.length < BATCH) break;
          after = rows.at(-1)?.position ?? after;
        }
      }
    },
  },
  {
    // Every event is anchored where it is written (`provenance.ts`).
    kind: 'key-provenance',
    title: 'the provenance of keys',

    async heads() {
      return [];
    },

    async *hashes(db) {
      for (let after = ''; ; ) {
        const keys = await keysWithEvents(db, after, BATCH);
        for (const key of keys) for (const { body } of await keyEvents(db, key)) yield auditHash(body);
        const last = keys.at(-1);
        if (last === undefined) return;
        after = last;
      }
    },
  },
];

/** Hash of an entry, hex. The stored body is the JCS that was signed. */
export function auditHash(body: string): string {
  return toHex(sha3_256(utf8(body)));
}

/** Anchors the heads that are not on the ledger yet. Answers how many. */
export async function anchorAuditHeads(db: Db, chains: Chains): Promise<number> {
  let anchored = 0;
  for (const { kind, heads } of AUDIT_CHAINS) {
    for (const head of await heads(db)) {
      const known = await listAnchors(db, AUDIT_NETWORK, { kind, commitment: head, limit: 1 });
      if (known.length > 0) continue;
      await write(db, (transaction) => chains.get(AUDIT_NETWORK).anchor(transaction, kind, head));
      anchored++;
    }
  }
  return anchored;
}

/** The audit chains that lack an entry whose hash stands on the ledger: it was changed, or the end was cut off. */
export async function lostAuditHeads(db: Db): Promise<readonly AuditChain[]> {
  const lost: AuditChain[] = [];
  for (const chain of AUDIT_CHAINS) {
    const missing = new Set(await anchoredHeads(db, chain.kind));
    for await (const hash of chain.hashes(db)) missing.delete(hash);
    if (missing.size > 0) lost.push(chain);
  }
  return lost;
}

async function anchoredHeads(db: Db, kind: AnchorKind): Promise<readonly string[]> {
  const found: string[] = [];
  for (let below = Number.MAX_SAFE_INTEGER; ; ) {
    const rows = await listAnchors(db, AUDIT_NETWORK, { kind, below, limit: BATCH });
    for (const { commitment } of rows) found.push(commitment);
    if (rows.length < BATCH) return found;
    below = rows.at(-1)?.position ?? 0;
  }
}
