/**
 * The services of the specification: where each one's paths begin and which error envelope it speaks (decisions,
 * section 1: document 1 and agent operations use document 2's envelope, platform operations document 3's).
 */

/** `crypto` is document 2's error body, `platform` document 3's. */
export type EnvelopeKind = 'crypto' | 'platform';

export interface Service {
  readonly title: string;
  readonly description: string;
  /** What stands before every path of the service; empty at the origin. */
  readonly base: string;
  readonly envelope: EnvelopeKind;
}

export const SERVICES = {
  system: {
    title: 'System',
    description: 'Health and the description of this interface.',
    base: '',
    envelope: 'crypto',
  },
  signing: {
    title: 'Signing service',
    description: 'API keys, three-family signatures and public keys.',
    base: '/api',
    envelope: 'crypto',
  },
  receipts: {
    title: 'Receipts',
    description: 'A payload becomes a verifiable receipt with three post-quantum signatures.',
    base: '/v1',
    envelope: 'crypto',
  },
  privacy: {
    title: 'Privacy and commerce',
    description: 'Zero-knowledge proofs of private facts, invoices, settlement, state of the chains.',
    base: '/api/v1',
    envelope: 'crypto',
  },
  crypto: {
    title: 'Cryptography',
    description: 'Signatures, key encapsulation, encrypted computation, secrets, keys and the bundled services.',
    base: '/v1',
    envelope: 'crypto',
  },
  platform: {
    title: 'Platform',
    description: 'Users, challenge login, cache, audit log and device credentials.',
    base: '/v1',
    envelope: 'platform',
  },
  agents: {
    title: 'Agents',
    description: 'Attested agent sessions: receipts of every action, replay, fork, lineage.',
    base: '/api/v1/agents',
    envelope: 'crypto',
  },
  artifacts: {
    title: 'Artifacts',
    description: 'Verified artifacts: issuing, signatures, library.',
    base: '/v1',
    envelope: 'crypto',
  },
  admin: {
    title: 'Administration',
    description: 'Trust store and accounts; for the administrator and the console only.',
    base: '/api/v1/admin',
    envelope: 'crypto',
  },
  console: {
    title: 'Console',
    description: 'How the console of this machine signs in.',
    base: '/api/v1/console',
    envelope: 'crypto',
  },
} as const satisfies Record<string, Service>;

export type ServiceName = keyof typeof SERVICES;
