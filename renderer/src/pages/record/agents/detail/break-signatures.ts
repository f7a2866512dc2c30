/** A link joins two receipts: their signatures tell which of them was changed. */
import { client } from '../../../../lib/client.ts';
import { queryClient } from '../../../../lib/query.ts';
import { proofQuery, type Receipt } from '../data/queries.ts';
import type { ChainReport } from '../work/messages.ts';
import { checkProof } from '../work/runner.ts';
import type { BreakSignatures } from './break-words.ts';

/** The signatures of the two receipts that a broken link joins; null where no link is broken or they cannot be had. */
export async function breakSignatures(
  { broken, around }: ChainReport,
  signal: AbortSignal,
): Promise<BreakSignatures | null> {
  const before = around?.before ?? null;
  if (broken === null || broken.what !== 'link' || around === null || before === null) return null;
  try {
    const [isBefore, isItself] = await Promise.all([isSigned(before, signal), isSigned(around.itself, signal)]);
    return { before: isBefore, itself: isItself };
  } catch (error) {
    if (signal.aborted) throw error;
    // Without the signatures the break is known all the same.
    return null;
  }
}

/** Whether the agent's key signed a receipt as it was answered in the list, whatever its proof shows. */
async function isSigned(receipt: Receipt, signal: AbortSignal): Promise<boolean> {
  const proof = await queryClient.fetchQuery({
    queryKey: proofQuery(receipt.node_id).queryKey,
    queryFn: () => client.agents.proof.read({ params: { id: receipt.node_id } }, { signal }),
  });
  return (await checkProof({ ...proof, receipt }, signal)).isSigned;
}
