/** Walks a session page by page and recomputes it. */
import { createChainCheck } from '@touchstone/core/agent/chain.ts';
import { kindOf, nodeHash } from '@touchstone/core/agent/node.ts';
import { toHex } from '@touchstone/core/bytes.ts';
import { createTree } from '@touchstone/core/log/tree.ts';
import { nodeOfReceipt } from '../data/node-of-receipt.ts';
import type { Receipt } from '../data/queries.ts';
import type { ChainReport } from './messages.ts';

/**
 * The report over the pages of a session's receipts; it ends at the first receipt that does not hold. That the first
 * one hangs on the registration, or on the delegating receipt, is stated by it and not looked at here.
 */
export async function reportChain(
  sessionId: string,
  pages: AsyncIterable<readonly Receipt[]>,
  onProgress: (nodes: number) => void,
): Promise<ChainReport> {
  let check: ReturnType<typeof createChainCheck> | null = null;
  const hashes: Uint8Array[] = [];
  let end: ChainReport['end'] = null;
  let before: Receipt | null = null;
  for await (const page of pages) {
    for (const receipt of page) {
      const node = nodeOfReceipt(receipt);
      check ??= createChainCheck({ firstParent: node.parent_hash ?? '', sessionId, agentId: node.agent_id });
      const broken = check.add(node);
      if (broken !== null) {
        const around = { before, itself: receipt };
        return { nodes: check.count, broken, around, root: null, covered: 0, end, head: headOf(hashes) };
      }
      const hash = check.lastHash ?? nodeHash(node);
      if (kindOf(node.action_type) === 'end') {
        end = { root: receipt.details.root ?? null, count: receipt.details.count ?? null };
      }
      hashes.push(hash);
      before = receipt;
    }
    onProgress(hashes.length);
  }
  const covered = end === null ? hashes : hashes.slice(0, -1);
  return {
    nodes: hashes.length,
    broken: null,
    around: null,
    root: covered.length === 0 ? null : toHex(createTree(covered).root),
    covered: covered.length,
    end,
    head: headOf(hashes),
  };
}

function headOf(hashes: readonly Uint8Array[]): string | null {
  const last = hashes.at(-1);
  return last === undefined ? null : toHex(last);
}
