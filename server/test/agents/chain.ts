/** A session's chain as a client reads it, recomputed with nothing but what the answers say. */
import { createChainCheck } from '@touchstone/core/agent/chain.ts';
import { type AgentNode, nodeHash, nodeOf } from '@touchstone/core/agent/node.ts';
import { toHex } from '@touchstone/core/bytes.ts';
import { expect } from 'vitest';
import type { Answer } from '../harness.ts';
import type { AgentCalls } from './flow.ts';

/** All receipts of a session, page by page. */
export async function allNodes(calls: AgentCalls, sessionId: string, limit = 50): Promise<readonly AgentNode[]> {
  const nodes: AgentNode[] = [];
  for (let after: unknown = null; ; ) {
    const page = await calls.get(
      `/sessions/${sessionId}/nodes?limit=${limit}${after === null ? '' : `&after=${String(after)}`}`,
    );
    expect(page.status, page.text).toBe(200);
    nodes.push(...(page.at('items') as AgentNode[]));
    after = page.at('next_cursor');
    if (after === null) return nodes;
  }
}

/** The hash of the node that an answer is, hex. */
export function hashOf(answer: Answer): string {
  return toHex(nodeHash(nodeOf(answer.body as AgentNode)));
}

/** Expects an unbroken chain behind a parent and answers the hash of its newest node, hex. */
export function expectIntact(nodes: readonly AgentNode[], firstParent: string): string {
  const check = createChainCheck({ firstParent });
  for (const node of nodes) expect(check.add(nodeOf(node))).toBeNull();
  return toHex(check.lastHash ?? new Uint8Array(0));
}
