import Type from 'typebox';
import {
  anyObject,
  base64,
  Count,
  Hex64,
  IsoTime,
  ListQuery,
  nullable,
  object,
  pageOf,
  prefixedId,
  text,
} from '../common.ts';
import { endpoint, group } from '../endpoint.ts';

const AuditId = prefixedId('aud', 'The audit entry.');
const Action = text(200, 'What was done, for example `document.read`.');
const Signature = base64(
  'ML-DSA-65 of the `service` key set over `svc-platform-audit/v1` 00 SHA3-256(JCS(entry)); the list shows the entry.',
);
const Transaction = Type.String({ description: 'The transaction that anchors the hash of the entry.' });
const Network = Type.String({
  description: '`embedded:<chain>`: the ledger of this server, not the public network of that name.',
});
const Height = Type.Integer({ minimum: 0, description: '0 while no block holds the transaction.' });

const CHECKS = {
  entry: 'The stored entry is whole, and what lists show of it is what was signed.',
  link: 'It names the hash of the entry before it in the project, and that entry still has it.',
  signature: 'It is signed by the `service` key set that it names.',
  anchor: 'The ledger accepted the hash of the entry as an entry of this log, under this transaction.',
  block: "A block covers the transaction, and the block's header is signed.",
  confirmations: 'The blocks on top of it follow and are signed, as many as its block demands.',
} as const;

const Outcome = (description: string) => Type.Enum(['passed', 'failed', 'pending'], { description });

const shared = { service: 'platform', auth: 'bearer', scope: 'platform', minTier: null, units: 0 } as const;

export const blockchain = group({
  list: endpoint({
    ...shared,
    id: 'platform.blockchain.list',
    method: 'GET',
    path: '/blockchain/audit',
    query: ListQuery,
    response: pageOf(
      object({
        auditId: AuditId,
        action: Action,
        timestamp: IsoTime,
        entry: nullable(
          anyObject(
            'The signed entry: `auditId`, `projectId`, `position`, `source` (`caller`, or `service` for what the service says about its own log), `action`, `userId`, `resourceId`, `metadata`, `timestamp`, `keyId`, `keysetId`, `previousHash`. Null where the stored text was damaged.',
          ),
        ),
        hash: Hex64,
        signature: Type.String({ description: 'As stored: base64, ML-DSA-65.' }),
        blockchainTx: Transaction,
        network: Network,
        blockHeight: Height,
        confirmations: Count,
      }),
    ),
    errors: [],
    summary: "List the entries of the project's audit log.",
    description:
      'The newest first, as they stand; nothing is verified here. `hash` is SHA3-256 of the JCS of the entry: what the ledger holds and what the next entry names as `previousHash`.',
    example: { query: { limit: 50 }, after: { operation: 'platform.blockchain.audit', use: {} } },
  }),
  audit: endpoint({
    ...shared,
    id: 'platform.blockchain.audit',
    method: 'POST',
    path: '/blockchain/audit',
    body: object({
      action: Action,
      userId: text(200, 'Who did it, in the words of the caller.'),
      resourceId: text(200, 'What it was done to.'),
      metadata: object({
        ip: Type.Optional(text(100, 'The address that the user came from.')),
        userAgent: Type.Optional(text(1_000, 'The program of the user.')),
        permissions: Type.Optional(
          Type.Array(text(200, 'One permission.'), { maxItems: 100, description: 'What the user was allowed to do.' }),
        ),
      }),
    }),
    response: object({ auditId: AuditId, blockchainTx: Transaction, timestamp: IsoTime, signature: Signature }),
    errors: [],
    summary: 'Write an entry to the audit log and anchor it on the ledger.',
    description:
      'The entry names the hash of the one before in the project, is signed, cannot be changed or taken out unnoticed, and its hash goes to the ledger, on the chain `ethereum` of the ledgers of this server; the content does not. It records what the caller states: the service does not know whether it happened. Put no secrets into it.',
    example: {
      body: {
        action: 'document.read',
        userId: 'usr_0123456789abcdef',
        resourceId: 'contract-2026-014',
        metadata: { ip: '192.0.2.10', userAgent: 'ExampleClient/1.0', permissions: ['documents:read'] },
      },
    },
  }),
  verifyAudit: endpoint({
    ...shared,
    id: 'platform.blockchain.verify-audit',
    method: 'GET',
    path: '/blockchain/audit/:auditId/verify',
    params: object({ auditId: AuditId }),
    response: object({
      verified: Type.Boolean({ description: 'No check failed.' }),
      audit: object({ id: AuditId, action: Action, timestamp: IsoTime }),
      blockchain: object({
        network: Network,
        txHash: Type.String(),
        blockHeight: Height,
        confirmations: Type.Integer({ minimum: 0, description: 'Blocks from its own to the newest; 0 without one.' }),
      }),
      checks: object(
        {
          entry: Outcome(CHECKS.entry),
          link: Outcome(CHECKS.link),
          signature: Outcome(CHECKS.signature),
          anchor: Outcome(CHECKS.anchor),
          block: Outcome(CHECKS.block),
          confirmations: Outcome(CHECKS.confirmations),
        },
        { description: 'What was checked, each by itself; `pending` where it is too early to say.' },
      ),
    }),
    errors: ['NOT_FOUND'],
    summary: 'Check an audit entry against its signature and the ledger.',
    description:
      'Recomputes the hash of the stored entry and checks its link, its signature, its anchor, the block with the signature of its header, and the blocks that confirm it. Where any of these was changed in the store, `verified` is false. An entry that was just written is accepted by the ledger and has no block yet: `verified` is true with `blockHeight` 0 and the checks `block` and `confirmations` pending. The ledger is embedded in this server: it shows that nothing was altered since, and is no independent witness of the time.',
    example: {
      params: { auditId: 'aud_0123456789abcdef' },
      after: { operation: 'platform.blockchain.audit', use: { 'params.auditId': 'auditId' } },
    },
  }),
});
