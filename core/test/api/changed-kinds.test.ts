import { expect, test } from 'vitest';
import { api } from '../../src/api/api.ts';
import { CHANGED_KINDS, kindChangedBy } from '../../src/api/changed-kinds.ts';
import { endpointsOf } from '../../src/api/endpoint.ts';

/** Operations that change something and store nothing that a list shows, by segment. */
const SHOWN_NOWHERE = [
  'admin.audit',
  'agents.lineage',
  'console.session',
  'console.state',
  'console.unlock',
  'crypto.ai',
  'crypto.dilithium',
  'crypto.hybrid',
  'crypto.kyber',
  'crypto.ledger',
  'crypto.zkp',
  'receipts.grades',
];

test('every operation that may store something says which lists show it, or stands among those that no list shows', () => {
  const changing = endpointsOf(api).filter(({ method }) => method !== 'GET');
  const segment = (id: string) => id.slice(0, id.lastIndexOf('.'));
  const silent = changing.filter((operation) => kindChangedBy(operation) === null).map(({ id }) => segment(id));
  expect([...new Set(silent)].sort()).toEqual(SHOWN_NOWHERE);
  const kinds = new Set(changing.map(kindChangedBy).filter((kind) => kind !== null));
  // Blocks come with time, and documents are shown by the ledger.
  expect(CHANGED_KINDS.filter((kind) => !kinds.has(kind))).toEqual([]);
});

test('reading changes no list, so that asking for one anew never ends in asking again', () => {
  for (const operation of endpointsOf(api)) {
    if (operation.method === 'GET') expect(kindChangedBy(operation)).toBe(null);
  }
});
