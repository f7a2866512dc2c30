/** A link joins two receipts: their signatures tell which of them was changed. */
import { client } from '../../../lib/client.ts';
import { queryClient } from '../../../lib/query.ts';
import { proofQuery, type Receipt } from '../data/queries.ts';
import type { ChainReport } from '../work/messages.ts';
import { checkProof } from '../work/runner.ts';
import { judged, type Suspect } from './suspect-words.ts';

/** The receipt that was changed, where a link is broken and the signatures can be had; null where that cannot be told. */
export async function suspectOf({ broken, around }: ChainReport, signal: AbortSignal): Promise<Suspect | null> {
  const before = around?.before ?? null;
  if (broken === null || broken.what !== 'link' || around === null || before === null) return null;
  try {
    const [isBeforeSigned, isItselfSigned] = await Promise.all([
      isSigned(before, signal),
      isSigned(around.itself, signal),
    ]);
    return judged(broken.index, before.node_id, isBeforeSigned, isItselfSigned);
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
