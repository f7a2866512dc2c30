import Type from 'typebox';
import { base64, Count, IsoTime, object, prefixedId, text } from '../common.ts';
import { endpoint, group } from '../endpoint.ts';

const AuditId = prefixedId('aud', 'The audit entry.');
const Action = text(200, 'What was done, for example `document.read`.');

export const blockchain = group({
  audit: endpoint({
    id: 'platform.blockchain.audit',
    service: 'platform',
    method: 'POST',
    path: '/blockchain/audit',
    planned: true,
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
    response: object({
      auditId: AuditId,
      blockchainTx: Type.String({ description: 'The transaction that anchors the hash of the entry.' }),
      timestamp: IsoTime,
      signature: base64('ML-DSA-65 of the `service` key set over the entry.'),
    }),
    auth: 'bearer',
    scope: 'platform',
    minTier: null,
    units: 0,
    errors: [],
    summary: 'Write an entry to the audit log and anchor it on the ledger.',
    description:
      'The entry is signed, cannot be changed or taken out, and its hash goes to the ledger; the content does not. It records what the caller states: the service does not know whether it happened. Put no secrets into it.',
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
    id: 'platform.blockchain.verify-audit',
    service: 'platform',
    method: 'GET',
    path: '/blockchain/audit/:auditId/verify',
    planned: true,
    params: object({ auditId: AuditId }),
    response: object({
      verified: Type.Boolean({ description: 'Entry, signature and anchor agree.' }),
      audit: object({ id: AuditId, action: Action, timestamp: IsoTime }),
      blockchain: object({
        network: Type.String({ description: '`embedded:<chain>`: the ledger of this server.' }),
        txHash: Type.String(),
        blockHeight: Type.Integer({ minimum: 0, description: '0 while no block holds the transaction.' }),
        confirmations: Count,
      }),
    }),
    auth: 'bearer',
    scope: 'platform',
    minTier: null,
    units: 0,
    errors: ['NOT_FOUND'],
    summary: 'Check an audit entry against its signature and the ledger.',
    description:
      'Recomputes the hash of the stored entry, verifies the signature and looks the hash up in the ledger. An entry that was changed in the store answers `verified` false. The ledger is embedded in this server: it shows that nothing was altered since, and is no independent witness of the time.',
    example: {
      params: { auditId: 'aud_0123456789abcdef' },
      after: { operation: 'platform.blockchain.audit', use: { 'params.auditId': 'auditId' } },
    },
  }),
});
