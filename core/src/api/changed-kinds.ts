/** Which lists of the console an operation changes: the console is told that they did, and asks for them anew. */
import type { Endpoint } from './endpoint.ts';

export const CHANGED_KINDS = [
  'accounts',
  'agents',
  'artifacts',
  'biometrics',
  'cache',
  'calls',
  'commerce',
  'devices',
  'fhe',
  'fraud',
  'health',
  'keys',
  'ledger',
  'mpc',
  'proofs',
  'receipts',
  'search',
  'secrets',
  'settings',
  'trust',
  'webhooks',
] as const;
export type ChangedKind = (typeof CHANGED_KINDS)[number];

/** Of the whole server, whichever project is acted for. */
const SERVER_WIDE: ReadonlySet<ChangedKind> = new Set(['accounts', 'settings', 'trust', 'webhooks']);

/** By the beginning of an operation's id. What is not named stores nothing that a list shows. */
const CHANGED_BY: Readonly<Record<string, ChangedKind>> = {
  'signing.auth': 'accounts',
  'signing.svc-key': 'keys',
  'receipts.receipts': 'receipts',
  'privacy.privacy': 'proofs',
  'artifacts.artifacts': 'artifacts',
  'privacy.commerce': 'commerce',
  'crypto.biometric': 'biometrics',
  'crypto.ceremony': 'keys',
  'crypto.fhe': 'fhe',
  'crypto.fhe-iq': 'fhe',
  'crypto.health': 'health',
  'crypto.key': 'keys',
  'crypto.keys': 'keys',
  'crypto.search': 'search',
  'crypto.share': 'fraud',
  'crypto.mpc': 'mpc',
  'crypto.shield': 'secrets',
  'crypto.storage': 'keys',
  'crypto.vault': 'ledger',
  'crypto.video': 'calls',
  'platform.auth': 'devices',
  'platform.biometric': 'devices',
  'platform.blockchain': 'ledger',
  'platform.cache': 'cache',
  'agents.agents': 'agents',
  'agents.register': 'agents',
  'agents.sessions': 'agents',
  'agents.actions': 'agents',
  'agents.tools': 'agents',
  'agents.memory': 'agents',
  'agents.policy': 'agents',
  'agents.exposure': 'agents',
  'agents.approval': 'agents',
  'agents.approvals': 'agents',
  'agents.delegate': 'agents',
  'agents.replay': 'agents',
  'admin.accounts': 'accounts',
  'admin.keys': 'accounts',
  'admin.key-sets': 'trust',
  'admin.trust': 'trust',
  'admin.gateway-targets': 'keys',
  'admin.policies': 'agents',
  'admin.settings': 'settings',
  'admin.storage': 'settings',
  'admin.webhooks': 'webhooks',
};

/** The kind of lists that an operation changes where it stores something; null for none. A GET changes none. */
export function kindChangedBy({ id, method }: Pick<Endpoint, 'id' | 'method'>): ChangedKind | null {
  if (method === 'GET') return null;
  return CHANGED_BY[id.slice(0, id.lastIndexOf('.'))] ?? null;
}

export function isServerWide(kind: ChangedKind): boolean {
  return SERVER_WIDE.has(kind);
}
