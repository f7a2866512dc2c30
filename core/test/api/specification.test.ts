/**
 * The operations of the three documents, copied by hand from `shared/spec` in the documents' order, against the tree of
 * contracts. Paths are absolute on the origin (decisions, section 1). Added operations are not in this list.
 */
import { describe, expect, test } from 'vitest';
import { api } from '../../src/api/api.ts';
import { type Endpoint, endpointsOf, pathsOf } from '../../src/api/endpoint.ts';
import type { ServiceName } from '../../src/api/services.ts';

type Document = 1 | 2 | 3;

const DOCUMENTS: Readonly<Record<Document, string>> = {
  1: `
    POST /api/auth/request
    POST /api/svc-key/sign/3key
    POST /api/svc-key/verify/3key
    POST /api/svc-key/wrap
    GET  /api/svc-key/keys/public
    POST /v1/receipts
    POST /api/v1/privacy/age
    POST /api/v1/privacy/identity
    POST /api/v1/privacy/kyc-status
    POST /api/v1/privacy/jurisdiction
    POST /api/v1/privacy/accredited
    POST /api/v1/privacy/compliance
    POST /api/v1/privacy/defi/balance-range
    POST /api/v1/privacy/defi/collateral
    POST /api/v1/privacy/defi/portfolio-threshold
    GET  /api/v1/privacy/proof/:id
    POST /api/v1/privacy/verify
    GET  /api/v1/commerce/health
    POST /api/v1/commerce/invoice
    GET  /api/v1/commerce/settlement/:commitment
    POST /api/v1/commerce/verify
    GET  /health
    GET  /api/v1/chain/status`,
  2: `
    POST /v1/crypto/dilithium/keygen
    POST /v1/crypto/dilithium/sign
    POST /v1/crypto/dilithium/verify
    POST /v1/crypto/kyber/keygen
    POST /v1/crypto/kyber/encapsulate
    POST /v1/crypto/kyber/decapsulate
    POST /v1/hybrid/verify
    GET  /v1/hybrid/algorithms
    POST /v1/fhe/bfv/encrypt
    POST /v1/fhe/bfv/decrypt
    POST /v1/fhe/bfv/add
    POST /v1/fhe/bfv/multiply
    POST /v1/fhe/ckks/encrypt
    POST /v1/fhe/ckks/decrypt
    POST /v1/zkp/stark/verify
    POST /v1/mpc/init
    POST /v1/mpc/:session_id/contribute
    POST /v1/mpc/:session_id/compute
    GET  /v1/auth/verify/:token_id
    POST /v1/ceremony/init
    POST /v1/storage/encrypt
    POST /v1/storage/decrypt
    POST /v1/storage/encrypt-fields
    POST /v1/storage/rotate
    POST /v1/video/session
    POST /v1/video/transcript
    GET  /v1/video/verify/:session_id
    POST /v1/ai/harvest-detect
    POST /v1/ai/side-channel
    POST /v1/ai/crypto-health
    POST /v1/search/encrypted
    POST /v1/search/index
    GET  /v1/search/query
    POST /v1/biometric/enroll
    POST /v1/biometric/verify
    POST /v1/biometric/match
    POST /v1/biometric/threshold
    POST /v1/vault/validate
    POST /v1/vault/attest
    GET  /v1/vault/status/:attestation_id
    POST /v1/vault/audit
    POST /v1/share/contribute
    POST /v1/share/query
    POST /v1/share/score
    GET  /v1/share/participants
    POST /v1/shield/store
    GET  /v1/shield/secrets
    GET  /v1/shield/secrets/:id
    POST /v1/shield/verify
    POST /v1/shield/rotate
    GET  /v1/shield/audit
    POST /v1/health/sessions
    POST /v1/health/audit
    POST /v1/health/attest
    GET  /v1/health/baa-status/:user_id
    DELETE /v1/health/sessions/:id
    GET  /health
    POST /v1/key/encrypt
    POST /v1/key/decrypt
    POST /v1/key/verify
    POST /v1/key/wrap
    POST /v1/key/rotate-envelope
    GET  /v1/key/provenance/:id
    POST /v1/key/gateway/proxy
    POST /v1/key/gateway/configure
    GET  /v1/key/gateway/targets
    POST /v1/key/fhe/register
    POST /v1/key/fhe/verify
    GET  /v1/key/fhe/challenge
    POST /v1/key/revoke
    POST /v1/key/rotate
    GET  /v1/key/status/:id
    POST /v1/fhe-iq/select
    POST /v1/fhe-iq/optimize
    GET  /v1/fhe-iq/benchmark`,
  3: `
    POST /v1/auth/register
    POST /v1/auth/login
    GET  /v1/auth/challenge
    GET  /v1/cache/:key
    POST /v1/cache/:key
    GET  /v1/cache/analytics
    POST /v1/blockchain/audit
    GET  /v1/blockchain/audit/:auditId/verify
    POST /v1/biometric/enroll
    POST /v1/biometric/verify
    POST /api/v1/agents/register
    POST /api/v1/agents/sessions/start
    POST /api/v1/agents/sessions/end
    POST /api/v1/agents/actions/attest
    POST /api/v1/agents/tools/attest
    POST /api/v1/agents/memory/checkpoint
    POST /api/v1/agents/policy/evaluate
    POST /api/v1/agents/exposure/check
    POST /api/v1/agents/approval/request
    POST /api/v1/agents/delegate
    GET  /api/v1/agents/proof/:id
    POST /api/v1/agents/replay
    POST /api/v1/agents/replay/fork
    POST /api/v1/agents/lineage/query`,
};

/** Which services carry a document's operations. `/health` is in documents 1 and 2 and is one operation. */
const SERVICES_OF: Readonly<Record<Document, readonly ServiceName[]>> = {
  1: ['system', 'signing', 'receipts', 'privacy'],
  2: ['system', 'crypto'],
  3: ['platform', 'agents'],
};

/** Operations that document 2's Variant B writes under another path. */
const VARIANT_B = [
  ['POST /v1/mpc/init', 'POST /v1/mpc/session/init'],
  ['POST /v1/mpc/:session_id/contribute', 'POST /v1/mpc/session/:session_id/contribute'],
  ['POST /v1/mpc/:session_id/compute', 'POST /v1/mpc/session/:session_id/compute'],
  ['POST /v1/fhe/ckks/encrypt', 'POST /api/v1/fhe/ckks/encrypt'],
] as const;

const specified = ([1, 2, 3] as const).flatMap((document) =>
  DOCUMENTS[document]
    .trim()
    .split('\n')
    .map((line) => ({ document, route: routeOf(line) })),
);

const tree: readonly Endpoint[] = endpointsOf(api);

/** Method and path with one space between them; the names of path parameters are ours to choose. */
function routeOf(line: string): string {
  return line
    .trim()
    .replace(/\s+/, ' ')
    .replaceAll(/:[A-Za-z_]+/g, ':');
}

function routesOf(operation: Endpoint): readonly string[] {
  return pathsOf(operation).map((path) => routeOf(`${operation.method} ${path}`));
}

/** The ids of the operations that serve a document's route. */
function serving(document: Document, route: string): readonly string[] {
  return tree
    .filter((operation) => SERVICES_OF[document].includes(operation.service) && routesOf(operation).includes(route))
    .map(({ id }) => id);
}

describe('the list', () => {
  test('holds 122 operations on 119 routes', () => {
    expect(specified).toHaveLength(122);
    expect(specified.filter(({ document }) => document === 1)).toHaveLength(23);
    expect(specified.filter(({ document }) => document === 2)).toHaveLength(75);
    expect(specified.filter(({ document }) => document === 3)).toHaveLength(24);
    const routes = Map.groupBy(specified, ({ route }) => route);
    expect(routes.size).toBe(119);
    const shared = [...routes].filter(([, operations]) => operations.length > 1);
    expect(shared.map(([route, operations]) => [route, operations.map(({ document }) => document)])).toEqual([
      ['GET /health', [1, 2]],
      ['POST /v1/biometric/enroll', [2, 3]],
      ['POST /v1/biometric/verify', [2, 3]],
    ]);
  });

  test('would notice an operation that the tree lacks', () => {
    expect(serving(1, 'GET /api/v1/privacy/age')).toEqual([]);
    expect(serving(3, 'POST /v1/receipts')).toEqual([]);
  });
});

describe('the tree of contracts serves', () => {
  test.each(specified)('document $document: $route', ({ document, route }) => {
    expect(serving(document, route)).toHaveLength(1);
  });

  test('each operation by a contract of its own, but for /health', () => {
    const ids = specified.map(({ document, route }) => serving(document, route)[0]);
    expect(new Set(ids).size).toBe(121);
  });

  const versioned = specified.filter(({ route }) => route.includes(' /v1/'));

  test.each(versioned)('under the doubled prefix too: document $document: $route', ({ document, route }) => {
    expect(serving(document, route.replace(' /v1/', ' /v1/v1/'))).toEqual(serving(document, route));
    expect(serving(document, route)).toHaveLength(1);
  });

  test.each(VARIANT_B)('%s also as %s', (chief, variant) => {
    expect(serving(2, routeOf(variant))).toEqual(serving(2, routeOf(chief)));
    expect(serving(2, routeOf(chief))).toHaveLength(1);
  });

  const encrypted = specified.filter(({ route }) => route.includes(' /v1/fhe/'));

  test.each(encrypted)('at /api/v1/fhe too: $route', ({ route }) => {
    expect(encrypted).toHaveLength(6);
    expect(serving(2, route.replace(' /v1/', ' /api/v1/'))).toEqual(serving(2, route));
    expect(serving(2, route)).toHaveLength(1);
  });
});
