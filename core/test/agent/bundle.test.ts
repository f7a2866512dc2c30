/** What is read as a bundle of a session, and how its nodes and openings are taken out of the document. */
import { parseSessionBundle } from '@touchstone/core/agent/bundle.ts';
import { verifySession } from '@touchstone/core/agent/verify-bundle.ts';
import { utf8 } from '@touchstone/core/bytes.ts';
import type { JsonObject } from '@touchstone/core/canonical-json.ts';
import type { TrustStore } from '@touchstone/core/keys/trust.ts';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  bytesOf,
  type Members,
  membersOf,
  newServiceSet,
  optionsFor,
  type Recording,
  record,
  trusting,
} from './bundle-fixture.ts';

let trust: TrustStore;
let recorded: Recording;

beforeAll(async () => {
  const service = await newServiceSet();
  trust = trusting(service);
  recorded = await record({ service });
});

const changed = (changes: Members): Members => ({ ...recorded.bundle, ...changes });
const nodesOf = (): JsonObject[] => [...(recorded.bundle.nodes as readonly JsonObject[])];

describe('what is no bundle', () => {
  it.each<[string, () => Uint8Array, string]>([
    ['no JSON', () => utf8('nodes'), 'format.json'],
    ['nothing', () => new Uint8Array(0), 'format.json'],
    ['another format', () => bytesOf(changed({ format: 'svc-agent-session/v3' })), 'format.schema.format'],
    ['an unknown member', () => bytesOf(changed({ note: 'x' })), 'format.schema.note'],
    ['no nodes', () => bytesOf(changed({ nodes: [] })), 'format.schema.nodes'],
    ['nodes that are no list', () => bytesOf(changed({ nodes: {} })), 'format.schema.nodes'],
    [
      'a node with an unknown member',
      () => bytesOf(changed({ nodes: [{ ...nodesOf()[0], x: 1 } as JsonObject] })),
      'format.schema.nodes[0].x',
    ],
    [
      'a node without a member',
      () => bytesOf(changed({ nodes: [{ node: {}, signature: '' }] })),
      'format.schema.nodes[0].node.node_id',
    ],
    [
      'a comma too many',
      () => utf8(JSON.stringify(recorded.bundle).replace('"nodes":[', '"nodes":[,')),
      'format.schema.nodes[0]',
    ],
    ['text behind the end', () => utf8(`${JSON.stringify(recorded.bundle)}x`), 'format.json'],
    ['nodes twice', () => utf8(`{"nodes":[],${JSON.stringify(recorded.bundle).slice(1)}`), 'format.json'],
    [
      'nodes twice, once with an escape',
      () => utf8(`{"n\\u006fdes":[],${JSON.stringify(recorded.bundle).slice(1)}`),
      'format.json',
    ],
    ['openings twice', () => utf8(`{"openings":{},${JSON.stringify(recorded.bundle).slice(1)}`), 'format.json'],
    [
      'an opening twice',
      () => utf8(JSON.stringify(recorded.bundle).replace('"openings":{', '"openings":{"node_0":{},')),
      'format.schema.openings.node_0',
    ],
    [
      'a comma too many in the openings',
      () => utf8(JSON.stringify(recorded.bundle).replace('"openings":{', '"openings":{,')),
      'format.schema.openings',
    ],
    [
      'an opening that is no object',
      () => bytesOf(changed({ openings: { node_0: 1 } })),
      'format.schema.openings.node_0',
    ],
    ['openings that are no object', () => bytesOf(changed({ openings: [] })), 'format.schema.openings'],
    [
      'a bracket that closes another',
      () => utf8(JSON.stringify(recorded.bundle).replace('"openings":{', '"openings":[')),
      'format.json',
    ],
  ])('%s', async (_, bytes, id) => {
    const report = await verifySession(bytes(), optionsFor(trust));
    expect(report).toMatchObject({ outcome: 'INPUT_ERROR', exit_code: 2, code: 'FORMAT' });
    expect(report.checks.find(({ status }) => status === 'failed')?.id).toBe(id);
  });

  it('a last node that cannot be read, after a chain that was judged', async () => {
    const nodes = [...nodesOf(), { node: 1, signature: '' }];
    const report = await verifySession(bytesOf(changed({ nodes })), optionsFor(trust));
    expect(report).toMatchObject({ outcome: 'INPUT_ERROR', exit_code: 2 });
  });
});

const MEGABYTE = 'x'.repeat(1024 * 1024);

describe('taking the nodes out of the document', () => {
  it('reads the same with white space, members in any order, and the name spelled with an escape', async () => {
    const text = JSON.stringify(recorded.bundle);
    const reversed = Object.fromEntries(Object.entries(recorded.bundle).reverse());
    for (const variant of [
      JSON.stringify(recorded.bundle, null, 3),
      JSON.stringify(reversed),
      text.replace('"nodes":', '"n\\u006fdes" :'),
      text.replace('"openings":', '"op\\u0065nings" :'),
    ]) {
      expect((await verifySession(utf8(variant), optionsFor(trust))).outcome).toBe('VERIFIED');
    }
  });

  it('reads openings that are together longer than any other file may be', () => {
    const openings = Object.fromEntries(Array.from({ length: 66 }, (_, at) => [`node_x${at}`, { a: MEGABYTE }]));
    const result = parseSessionBundle(
      bytesOf(changed({ openings: { ...membersOf(recorded.bundle.openings), ...openings } })),
    );
    if (!result.ok) throw new Error(result.message);
    expect([...result.bundle.openings.keys()]).toHaveLength(68);
    expect(result.bundle.openings.get('node_x65')).toEqual({ a: MEGABYTE });
    expect(result.bundle.openings.get('node_x66')).toBeUndefined();
    // Under the name that is not taken out, the limit of other files holds, and is named.
    const spelled = JSON.stringify(changed({ openings })).replace('"openings":', '"op\\u0065nings":');
    expect(parseSessionBundle(utf8(spelled))).toMatchObject({
      ok: false,
      message: expect.stringContaining('67108864'),
    });
  });

  it('property: whatever the bytes, it answers and never throws', () => {
    const text = JSON.stringify(recorded.bundle);
    fc.assert(
      fc.property(
        fc.nat(text.length - 1),
        fc.constantFrom('"', '\\', '[', ']', '{', '}', ',', ':', ' ', '\0', 'é'),
        (at, put) => {
          const result = parseSessionBundle(utf8(text.slice(0, at) + put + text.slice(at + 1)));
          if (result.ok)
            for (let i = 0; i < result.nodes.count; i++) expect(typeof result.nodes.read(i).ok).toBe('boolean');
        },
      ),
      { numRuns: 60 },
    );
  });
});
