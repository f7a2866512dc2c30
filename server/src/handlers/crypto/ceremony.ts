import { api } from '@touchstone/core/api/api.ts';
import { toBase64 } from '@touchstone/core/bytes.ts';
import { ApiError } from '../../errors.ts';
import { implement } from '../../implement.ts';
import { insertCeremony } from '../../store/ceremonies.ts';

export const ceremony = implement(api.crypto.ceremony)({
  async init({ deps, caller, write }, { body }) {
    const begun = performance.now();
    const { algorithm, publicKey, shares } = await deps.run('dealCeremony', { project: caller.projectId, body });
    const { ceremony_id: id, participants, threshold } = body;
    await write(async (db) => {
      const isNew = await insertCeremony(db, {
        project_id: caller.projectId,
        id,
        algorithm,
        participants,
        threshold,
        public_key: publicKey,
        commitments: JSON.stringify(shares.map(({ commitment }) => commitment)),
        created_at: deps.clock(),
      });
      if (!isNew) throw new ApiError('CONFLICT', 'This `ceremony_id` was used before.', { field: 'ceremony_id' });
    });
    return {
      ceremony_id: id,
      status: 'initialized',
      public_key: toBase64(publicKey),
      participant_shares: [...shares],
      latency_us: Math.round((performance.now() - begun) * 1_000),
    };
  },
});
