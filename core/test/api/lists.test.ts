import { expect, test } from 'vitest';
import { api } from '../../src/api/api.ts';
import { endpointsOf } from '../../src/api/endpoint.ts';

/** What has an end of its own: why, and for whom the list is open still. */
const BOUNDED: Readonly<Record<string, string>> = {
  'signing.svc-key.public-keys': 'One set for each use and rotation of this service.',
  'receipts.log.inclusion': 'A path in a tree: as long as the tree is high.',
  'receipts.log.consistency': 'A path in a tree: as long as the tree is high.',
  'crypto.ceremony.status': 'A ceremony has as many participants as it was begun with.',
  'crypto.ledger.chains': 'Ten chains.',
  'crypto.ledger.block': 'One block: what was accepted in its seconds.',
  'crypto.fhe-iq.benchmark': 'Seven sets of parameters.',
  'crypto.biometric.thresholds': 'Three modalities.',
  'crypto.biometric.user': 'One template for each of three modalities.',
  'crypto.key.gateway-targets': 'A project has a limited number of targets.',
  'crypto.video.get-session': 'The participants of one session, 50 at most.',
  'crypto.video.verify': 'The algorithms of a session.',
  'crypto.search.query': 'As many results as `top_k` says, which has a limit.',
  'platform.auth.challenge': 'The passkeys of one user.',
  'crypto.mpc.get': 'The participants of one session, 256 at most.',
  'platform.cache.history': 'The intervals of one hour.',
  'agents.sessions.verify': 'The checks, not the nodes.',
  'agents.sessions.bundle': 'One session as a file: it is read in slices and sent as a stream.',
  'agents.approvals.read': 'The approvers that one request names.',
  'agents.proof.read': 'A path in a tree: as long as the tree is high.',
  'agents.replay.read': 'One fork, which has a limited number of nodes.',
  'agents.sessions.forks': 'A session has a limited number of forks.',
  'admin.key-sets.list': 'One set for each use and rotation of this service.',
  'admin.storage.read': 'The files in one folder.',
  'console.find.objects': 'Five of each kind at most.',
  'admin.trust.own-service': 'The key sets of this service, one for each use and rotation.',
  'admin.trust-store.read': 'One file with a checksum over the whole: what was imported by a person, one by one.',
};

interface Shape {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly maximum?: number;
}

test('S37: every list declares its limit, or stands among those that end by themselves', () => {
  const open: string[] = [];
  const known = new Set(Object.keys(BOUNDED));
  for (const operation of endpointsOf(api)) {
    const answered = operation.response as Shape | undefined;
    const lists = Object.values(answered?.properties ?? {}).some(({ type }) => type === 'array');
    if (operation.method !== 'GET' || !lists) continue;
    const query = operation.query as Shape | undefined;
    if (query?.properties?.limit?.maximum === undefined && !known.delete(operation.id)) open.push(operation.id);
  }
  expect(open).toEqual([]);
  expect([...known]).toEqual([]);
});
