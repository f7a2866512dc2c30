import { createChainCheck } from '@touchstone/core/agent/chain.ts';
import { type AgentNode, nodeHash } from '@touchstone/core/agent/node.ts';
import { toHex } from '@touchstone/core/bytes.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chainOf, draftNode, hashOf, plainDrafts, SESSION_ID } from './fixture.ts';

const PARENT = hashOf('registration');

interface Entry {
  readonly node: AgentNode;
  readonly hash: Uint8Array;
}

const recorded = (count: number): Entry[] =>
  chainOf(plainDrafts(count), PARENT).map((node) => ({ node, hash: nodeHash(node) }));

function firstBreak(entries: readonly { readonly node: AgentNode; readonly hash?: Uint8Array }[]) {
  const check = createChainCheck({ firstParent: PARENT, sessionId: SESSION_ID });
  for (const { node, hash } of entries) check.add(node, hash);
  return check.broken;
}

/** A change of one member of a node. */
const edits: readonly ((node: AgentNode) => AgentNode)[] = [
  (node) => ({ ...node, action_summary: `${node.action_summary}!` }),
  (node) => ({ ...node, action_type: 'another' }),
  (node) => ({ ...node, input_hash: hashOf('another') }),
  (node) => ({ ...node, output_hash: hashOf('another') }),
  (node) => ({ ...node, timestamp: node.timestamp.replace('2026', '2027') }),
  (node) => ({ ...node, node_id: `${node.node_id}x` }),
  (node) => ({ ...node, agent_id: `${node.agent_id}x` }),
  (node) => ({ ...node, session_id: `${node.session_id}x` }),
  (node) => ({ ...node, details: { ...node.details, status: 'quarantined' } }),
  (node) => ({ ...node, parent_hash: hashOf('another') }),
];

it('an intact chain holds, and the check tells where it ends', () => {
  const entries = recorded(12);
  expect(firstBreak(entries)).toBeNull();
  expect(firstBreak(entries.map(({ node }) => ({ node })))).toBeNull();
  const check = createChainCheck({ firstParent: PARENT });
  expect([check.count, check.lastHash, check.isEnded]).toEqual([0, null, false]);
  for (const { node } of entries) check.add(node);
  expect([check.count, check.lastHash, check.isEnded]).toEqual([13, entries.at(-1)?.hash, false]);
});

describe('property: found and located', () => {
  const size = fc.integer({ min: 2, max: 25 });
  const at = (random: number, count: number) => random % count;

  it('an edit of any member of any node, at that node', () => {
    fc.assert(
      fc.property(size, fc.nat(), fc.constantFrom(...edits), (count, random, edit) => {
        const entries = recorded(count);
        const place = at(random, entries.length);
        const broken = firstBreak(entries.map((one, i) => (i === place ? { ...one, node: edit(one.node) } : one)));
        expect([broken?.index, broken?.what]).toEqual([place, 'hash']);
      }),
      { numRuns: 60 },
    );
  });

  it('an edit without stated hashes, at that node or the link of the next; of the last one only by seal or signature', () => {
    fc.assert(
      fc.property(size, fc.nat(), fc.constantFrom(...edits), (count, random, edit) => {
        const entries = recorded(count);
        const place = at(random, entries.length - 1);
        const broken = firstBreak(entries.map(({ node }, i) => ({ node: i === place ? edit(node) : node })));
        expect(broken?.index).toBeGreaterThanOrEqual(place);
        expect(broken?.index).toBeLessThanOrEqual(place + 1);
      }),
      { numRuns: 60 },
    );
  });

  it('a removal, at the node that follows the gap', () => {
    fc.assert(
      fc.property(size, fc.nat(), (count, random) => {
        const entries = recorded(count);
        const place = at(random, entries.length - 1);
        const broken = firstBreak(entries.filter((_, i) => i !== place));
        expect([broken?.index, broken?.what]).toEqual([place, 'link']);
        expect(broken?.node_id).toBe(entries[place + 1]?.node.node_id);
      }),
      { numRuns: 60 },
    );
  });

  it('a swap of any two nodes, at the first of them', () => {
    fc.assert(
      fc.property(size, fc.nat(), fc.nat(), (count, a, b) => {
        const entries = recorded(count);
        const [low = 0, high = 0] = [at(a, entries.length), at(b, entries.length)].sort((x, y) => x - y);
        fc.pre(low !== high);
        const swapped = [...entries];
        swapped[low] = entries[high] ?? fail();
        swapped[high] = entries[low] ?? fail();
        expect(firstBreak(swapped)?.index).toBe(low);
      }),
      { numRuns: 60 },
    );
  });

  it('an insertion, at the node that was put in or the one after it', () => {
    const foreign = draftNode({ action_type: 'forged', node_id: 'node_forged' });
    fc.assert(
      fc.property(size, fc.nat(), fc.boolean(), (count, random, linksRight) => {
        const entries = recorded(count);
        const place = at(random, entries.length);
        const before = entries[place - 1];
        const parent = before === undefined ? PARENT : toHex(before.hash);
        const base = entries[place]?.node ?? fail();
        const node = { ...foreign, timestamp: base.timestamp, parent_hash: linksRight ? parent : hashOf('other') };
        const changed = [...entries.slice(0, place), { node, hash: nodeHash(node) }, ...entries.slice(place)];
        // The first node of a session is its start: what is put before it does not begin one.
        const expected = linksRight && place > 0 ? place + 1 : place;
        expect(firstBreak(changed)?.index).toBe(expected);
      }),
      { numRuns: 60 },
    );
  });

  it('a repetition, at the copy', () => {
    fc.assert(
      fc.property(size, fc.nat(), (count, random) => {
        const entries = recorded(count);
        const place = at(random, entries.length);
        const copied = entries[place] ?? fail();
        const broken = firstBreak([...entries.slice(0, place + 1), copied, ...entries.slice(place + 1)]);
        expect([broken?.index, broken?.what]).toEqual([place + 1, 'duplicate']);
      }),
      { numRuns: 60 },
    );
  });
});

describe('what is wrong', () => {
  const [start, first, second] = recorded(2).map(({ node }) => node);
  if (!start || !first || !second) throw new Error('three');
  const rehung = (node: AgentNode, below: AgentNode): AgentNode => ({ ...node, parent_hash: toHex(nodeHash(below)) });

  it.each<[string, readonly AgentNode[], number, string]>([
    ['another registration', [{ ...start, parent_hash: hashOf('x') }], 0, 'link'],
    ['no parent', [{ ...start, parent_hash: null }], 0, 'link'],
    ['no start', [{ ...first, parent_hash: PARENT }], 0, 'order'],
    ['a second start', [start, rehung({ ...start, node_id: 'again' }, start)], 1, 'order'],
    ['a registration within', [start, rehung({ ...first, action_type: 'agent.register' }, start)], 1, 'order'],
    ['another session', [start, rehung({ ...first, session_id: 'ags_2' }, start)], 1, 'session'],
    ['no session', [start, rehung({ ...first, session_id: null }, start)], 1, 'session'],
    ['another agent', [start, rehung({ ...first, agent_id: 'agt_2' }, start)], 1, 'session'],
    ['the session of another bundle', [{ ...start, session_id: 'ags_2' }], 0, 'session'],
    ['an earlier time', [start, rehung({ ...first, timestamp: '2026-11-20T19:59:59.999Z' }, start)], 1, 'time'],
    ['no time', [start, rehung({ ...first, timestamp: 'yesterday' }, start)], 1, 'time'],
  ])('%s', (_, nodes, index, what) => {
    const broken = firstBreak(nodes.map((node) => ({ node })));
    expect([broken?.index, broken?.what]).toEqual([index, what]);
  });

  it('a node after the end', () => {
    const end = rehung({ ...first, action_type: 'session.end' }, start);
    expect(firstBreak([{ node: start }, { node: end }])).toBeNull();
    const broken = firstBreak([{ node: start }, { node: end }, { node: rehung(second, end) }]);
    expect([broken?.index, broken?.what]).toEqual([2, 'order']);
  });

  it('stays the first one, whatever comes after', () => {
    const check = createChainCheck({ firstParent: PARENT });
    check.add({ ...start, parent_hash: null });
    const broken = check.add({ ...first, session_id: 'ags_2' });
    expect([broken?.index, check.broken, check.count]).toEqual([0, broken, 2]);
  });
});

function fail(): never {
  throw new Error('there is no such node');
}
