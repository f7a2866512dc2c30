/** A service in small: keys, a registered agent, a recorded session, its seal and the log, as bundles, proofs and exports. */
import nodeCrypto from 'node:crypto';
import {
  AGENT_SIGNATURE_ALGORITHM,
  type AgentNode,
  nodeBytes,
  nodeHash,
  openingHash,
} from '@touchstone/core/agent/node.ts';
import { type SessionScope, scopeJson } from '@touchstone/core/agent/scope.ts';
import { type AgentSeal, makeSeal, SEAL_COMPUTATION_TYPE, sealPayload } from '@touchstone/core/agent/seal.ts';
import { toBase64, toHex, utf8 } from '@touchstone/core/bytes.ts';
import type { JsonObject, JsonValue } from '@touchstone/core/canonical-json.ts';
import { type GeneratedKeySet, generateKeySet } from '@touchstone/core/keys/generate.ts';
import { algorithmOf, type KeyUse } from '@touchstone/core/keys/key-set.ts';
import { EMPTY_TRUST_STORE, type TrustStore } from '@touchstone/core/keys/trust.ts';
import { pinKeySet } from '@touchstone/core/keys/trust-changes.ts';
import { type LogHead, logHeadBody } from '@touchstone/core/log/head.ts';
import { createTree } from '@touchstone/core/log/tree.ts';
import { systemRandom } from '@touchstone/core/random.ts';
import { createReceipt } from '@touchstone/core/receipt/create.ts';
import { RECEIPT_ALGORITHMS, RECEIPT_SLOTS } from '@touchstone/core/receipt/receipt.ts';
import { nodeBackend } from '@touchstone/core/sign/node-backend.ts';
import { createSignatureProvider } from '@touchstone/core/sign/provider.ts';
import { STATEMENT_ALGORITHM, statementMessage } from '@touchstone/core/sign/statement.ts';
import { formatIsoTime } from '@touchstone/core/time.ts';
import type { VerifyAgentOptions } from '@touchstone/core/verdict/agent-report.ts';
import { PRODUCT } from '@touchstone/core/version.ts';
import { AGENT_ID, chainOf, type Draft, plainDrafts, registrationOf, SESSION_ID, STARTED_AT } from './fixture.ts';

export const NOW = STARTED_AT + 3_600_000;
const DAY = 86_400_000;

export const provider = createSignatureProvider([nodeBackend(nodeCrypto)], systemRandom);

export function newServiceSet(use: KeyUse = 'service', id = 'ks_service'): Promise<GeneratedKeySet> {
  return generateKeySet(
    {
      keyset_id: id,
      issuer: 'Touchstone Authority',
      principal: 'service',
      use,
      serial: 1,
      notBefore: STARTED_AT - DAY,
      notAfter: STARTED_AT + DAY,
      algorithms: RECEIPT_SLOTS.map((slot) => RECEIPT_ALGORITHMS[slot]),
    },
    provider,
  );
}

export function trusting(...sets: readonly GeneratedKeySet[]): TrustStore {
  return sets.reduce((store, { keySet }) => {
    const change = pinKeySet(store, keySet, { at: NOW, by: 'test', source: 'test' });
    if (!change.ok) throw new Error(change.message);
    return change.store;
  }, EMPTY_TRUST_STORE);
}

export const optionsFor = (trust: TrustStore): VerifyAgentOptions => ({
  fileName: 'file.json',
  trust,
  verifier: provider,
  now: NOW,
  product: PRODUCT,
});

export interface AgentKeys {
  readonly publicKey: Uint8Array;
  readonly secretKey: Uint8Array;
}

export const newAgentKeys = (): Promise<AgentKeys> => provider.generateKeyPair(AGENT_SIGNATURE_ALGORITHM);

export async function signNode(node: AgentNode, { secretKey }: AgentKeys): Promise<JsonObject> {
  const signature = await provider.sign(AGENT_SIGNATURE_ALGORITHM, secretKey, nodeBytes(node));
  return { node: { ...node }, signature: toBase64(signature) };
}

export function secretsOf(service: GeneratedKeySet): ReadonlyMap<string, Uint8Array> {
  return new Map(
    service.keySet.keys.map((key) => [algorithmOf(key), service.secretKeys.get(key.kid) ?? new Uint8Array()]),
  );
}

export async function sealDocument(statement: AgentSeal, service: GeneratedKeySet, type = SEAL_COMPUTATION_TYPE) {
  const receipt = await createReceipt(
    {
      receiptId: 'rcp_seal',
      verificationUrl: 'http://127.0.0.1:7433/v1/receipts/rcp_seal',
      payload: sealPayload(statement),
      computationType: type,
      issuedAt: STARTED_AT + 1_800_000,
      nonce: systemRandom(16),
      keySet: service.keySet,
      secretKeys: secretsOf(service),
    },
    provider,
  );
  return { statement: { ...statement }, receipt: { ...receipt, signatures: { ...receipt.signatures } } };
}

export async function signHead(head: Omit<LogHead, 'keyset_id'>, service: GeneratedKeySet) {
  const body = logHeadBody({ ...head, keyset_id: service.keySet.keyset_id });
  const secret = secretsOf(service).get(STATEMENT_ALGORITHM) ?? new Uint8Array();
  const signature = await provider.sign(STATEMENT_ALGORITHM, secret, statementMessage('log-head', body));
  return { ...body, signature: toBase64(signature) };
}

export const SCOPE: SessionScope = {
  allowed_tools: ['svc.tool.example.read.v1'],
  forbidden_data_classes: ['phi'],
  jurisdiction: 'EU',
  max_value: 500,
};

export interface RecordingPlan {
  readonly service: GeneratedKeySet;
  /** Nodes between start and end, unless `drafts` says which. */
  readonly count?: number;
  readonly drafts?: readonly Draft[];
  readonly isEnded?: boolean;
  readonly isSealed?: boolean;
  /** What the first node names instead of the registration. */
  readonly below?: string;
  readonly format?: string;
}

/** The members of an object that a test changes. */
export type Members = { [name: string]: JsonValue };

export interface Recording {
  readonly keys: AgentKeys;
  readonly registration: AgentNode;
  readonly nodes: readonly AgentNode[];
  readonly hashes: readonly Uint8Array[];
  /** The bundle as JSON, to be changed and written. */
  readonly bundle: Members;
}

/** A copy of an object's members, to be changed. */
export const membersOf = (value: JsonValue | undefined): Members => ({ ...(value as JsonObject) });

/** Records a session and exports it. */
export async function record(plan: RecordingPlan): Promise<Recording> {
  const { service, count = 5, isEnded = true, isSealed = true } = plan;
  const keys = await newAgentKeys();
  const publicKey = toBase64(keys.publicKey);
  const registered = { name: 'Clerk', agent_id: AGENT_ID, public_key: publicKey };
  const registration = registrationOf(registered);
  const registrationHash = nodeHash(registration);
  const opening = {
    agent_id: AGENT_ID,
    session_id: SESSION_ID,
    duration_secs: 3_600,
    scope: scopeJson(SCOPE),
    agent_public_key: publicKey,
  };
  const drafts = [...(plan.drafts ?? plainDrafts(count))];
  drafts[0] = { ...drafts[0], action_type: 'session.start', input_hash: toHex(openingHash(opening)) };
  const parent = plan.below ?? toHex(registrationHash);
  const before = chainOf(drafts, parent).map(nodeHash);
  const root = toHex(createTree(before).root);
  if (isEnded) drafts.push({ action_type: 'session.end', details: { root, count: before.length } });
  const nodes = chainOf(drafts, parent);
  const hashes = nodes.map(nodeHash);
  const endedAt = isEnded ? (nodes.at(-1)?.timestamp ?? '') : null;
  const expiresAt = formatIsoTime(STARTED_AT + 3_600_000);
  const facts = { agentId: AGENT_ID, agentPublicKey: keys.publicKey };
  const seal = makeSeal({
    ...facts,
    sessionId: SESSION_ID,
    scope: SCOPE,
    hashes: before,
    endHash: isEnded ? (hashes.at(-1) ?? null) : null,
    startedAt: formatIsoTime(STARTED_AT),
    endedAt: endedAt ?? expiresAt,
  });
  const registrationSeal = makeSeal({
    ...facts,
    sessionId: null,
    scope: null,
    hashes: [registrationHash],
    endHash: null,
    startedAt: registration.timestamp,
    endedAt: registration.timestamp,
  });
  const leaves = [registrationHash, ...hashes];
  const log = createTree(leaves);
  const last = nodes.at(-1);
  const inclusionOf = (node: AgentNode | undefined, index: number) => ({
    node_id: node?.node_id ?? '',
    index,
    path: log.inclusionPath(index).map(toHex),
  });
  const bundle = {
    format: plan.format ?? 'svc-agent-session/v1',
    exported_at: formatIsoTime(NOW),
    session: {
      session_id: SESSION_ID,
      agent_id: AGENT_ID,
      parent_session_id: null,
      started_at: formatIsoTime(STARTED_AT),
      expires_at: expiresAt,
      ended_at: endedAt,
      scope: scopeJson(SCOPE),
      redaction_level: 'metadata_only',
    },
    agent: { agent_id: AGENT_ID, public_key: publicKey },
    registration: {
      ...(await signNode(registration, keys)),
      seal: await sealDocument(registrationSeal, service),
    },
    seal: isSealed ? await sealDocument(seal, service) : null,
    log: {
      head: await signHead(
        { log_id: 'log_1', tree_size: leaves.length, root: toHex(log.root), timestamp: formatIsoTime(NOW) },
        service,
      ),
      inclusion: [inclusionOf(registration, 0), inclusionOf(last, leaves.length - 1)],
    },
    nodes: await Promise.all(nodes.map((node) => signNode(node, keys))),
    openings: { node_registration: registered, node_0: opening },
  };
  return { keys, registration, nodes, hashes, bundle };
}

export const bytesOf = (value: JsonValue): Uint8Array => utf8(JSON.stringify(value));
