import type { Random } from '@touchstone/core/random.ts';
import { type Clock, formatIsoTime } from '@touchstone/core/time.ts';
import type { Sweep } from '../frame/sweep.ts';
import { type Db, listsChanged, write } from '../store/engine.ts';
import { queueNotice } from '../webhooks/webhooks.ts';
import { endedProofs, lockProof, markEnded } from './store.ts';

const MOST_A_RUN = 100;

/** Tells of proofs that have expired, and takes out the bytes that nobody can ask for any more. */
export const expiredProofs: Sweep<{ readonly db: Db; readonly clock: Clock; readonly random: Random }> = {
  name: 'expired-proofs',
  everyMs: 10_000,
  async run({ db, clock, random }) {
    const now = clock();
    for (const commitment of await endedProofs(db, now, MOST_A_RUN)) {
      await write(db, async (transaction) => {
        const proof = await lockProof(transaction, commitment);
        if (proof === null || proof.ended_at !== null) return;
        await markEnded(transaction, commitment, now);
        const { project_id: projectId, attestation_type, chain, expires_at } = proof;
        // One that was hidden was done with.
        if (projectId === null || proof.hidden_at !== null) return;
        listsChanged(transaction, 'proofs', projectId);
        const facts = { commitment, attestation_type, chain, expired_at: formatIsoTime(expires_at) };
        await queueNotice(transaction, { event: 'proof.expired', projectId, facts }, now, random);
      });
    }
  },
};
