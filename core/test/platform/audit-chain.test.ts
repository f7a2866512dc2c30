import { expect, test } from 'vitest';
import { toHex, utf8 } from '../../src/bytes.ts';
import { canonicalJson } from '../../src/canonical-json.ts';
import { sha3_256 } from '../../src/hash.ts';
import {
  EMPTY_PLATFORM_AUDIT,
  followsPlatformAudit,
  type PlatformAuditEntry,
  platformAuditHash,
} from '../../src/platform/audit-chain.ts';

const first: PlatformAuditEntry = {
  auditId: 'aud_1',
  projectId: 'prj_1',
  position: 1,
  source: 'caller',
  action: 'document.read',
  userId: 'u',
  resourceId: 'r',
  metadata: { ip: '192.0.2.1' },
  timestamp: '2026-04-01T12:00:00.000Z',
  keyId: 'ak_1',
  keysetId: 'ks_1',
  previousHash: null,
};

test('the hash is SHA3-256 of the JCS, whatever the order of members', () => {
  expect(platformAuditHash(first)).toBe(toHex(sha3_256(utf8(canonicalJson(first)))));
  expect(platformAuditHash(Object.fromEntries(Object.entries(first).reverse()))).toBe(platformAuditHash(first));
  expect(platformAuditHash({ ...first, userId: 'v' })).not.toBe(platformAuditHash(first));
});

test('an entry follows exactly the one before it, in its own project', () => {
  expect(followsPlatformAudit('prj_1', EMPTY_PLATFORM_AUDIT, first)).toBe(true);
  const head = { position: 1, hash: platformAuditHash(first) };
  const second = { ...first, position: 2, previousHash: head.hash };
  expect(followsPlatformAudit('prj_1', head, second)).toBe(true);
  for (const wrong of [
    { ...second, previousHash: null },
    { ...second, previousHash: 'a'.repeat(64) },
    { ...second, position: 3 },
    { ...second, projectId: 'prj_2' },
  ]) {
    expect(followsPlatformAudit('prj_1', head, wrong)).toBe(false);
  }
  expect(followsPlatformAudit('prj_1', EMPTY_PLATFORM_AUDIT, { ...first, previousHash: 'a'.repeat(64) })).toBe(false);
});
