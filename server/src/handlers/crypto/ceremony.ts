import { api } from '@touchstone/core/api/api.ts';
import { toBase64 } from '@touchstone/core/bytes.ts';
import { ML_DSA_ALGORITHMS, type MlDsaAlgorithm } from '@touchstone/core/sign/ml-dsa-expanded.ts';
import { type Clock, formatIsoTime } from '@touchstone/core/time.ts';
import type { Audit } from '../../audit/audit.ts';
import { recordOf } from '../../audit/records.ts';
import { recordedCeremony } from '../../ceremony/audit-record.ts';
import { findCeremony, insertCeremony } from '../../ceremony/store.ts';
import { dealWork } from '../../ceremony/work.ts';
import { ApiError } from '../../frame/errors.ts';
import { implement } from '../../frame/implement.ts';
import { byWork } from '../../frame/work.ts';
import type { SettingsAccess } from '../../settings/settings.ts';
import type { Db } from '../../store/engine.ts';
import type { Row } from '../../store/tables.ts';

export interface Needs {
  readonly db: Db;
  readonly clock: Clock;
  readonly settings: SettingsAccess;
  readonly audit: Audit;
}

export const ceremony = implement(api.crypto.ceremony)<Needs>({
  init: byWork(dealWork, async ({ deps, caller, write }, { body }, run) => {
    const begun = performance.now();
    const { algorithm, publicKey, shares } = await run(caller.projectId);
    const { ceremony_id: id, participants, threshold } = body;
    await deps.audit.recorded(write, caller, async (db) => {
      const dealt = {
        project_id: caller.projectId,
        id,
        algorithm,
        participants,
        threshold,
        public_key: publicKey,
        commitments: JSON.stringify(shares.map(({ commitment }) => commitment)),
        created_at: deps.clock(),
      };
      if (!(await insertCeremony(db, dealt))) {
        throw new ApiError('CONFLICT', 'This `ceremony_id` was already used.', { field: 'ceremony_id' });
      }
      return { result: null, event: recordOf('ceremony.dealt', caller.accountId, recordedCeremony(dealt)) };
    });
    return {
      ceremony_id: id,
      status: 'initialized',
      public_key: toBase64(publicKey),
      participant_shares: [...shares],
      latency_us: Math.round((performance.now() - begun) * 1_000),
    };
  }),

  async status({ deps, caller }, { params }) {
    const found = await findCeremony(deps.db, caller.projectId, params.id);
    if (found === null) throw new ApiError('NOT_FOUND', 'This project has no ceremony with this id.');
    const expiresAt = found.created_at + (await deps.settings.read()).ceremony_seconds * 1_000;
    return {
      ceremony_id: found.id,
      state: deps.clock() < expiresAt ? ('open' as const) : ('ended' as const),
      algorithm: algorithmIn(found),
      participants: found.participants,
      threshold: found.threshold,
      public_key: toBase64(found.public_key),
      commitments: JSON.parse(found.commitments) as string[],
      created_at: formatIsoTime(found.created_at),
      expires_at: formatIsoTime(expiresAt),
    };
  },
});

/** Throws TypeError where the database was changed: only these are dealt. */
function algorithmIn({ id, algorithm }: Row<'ceremonies'>): MlDsaAlgorithm {
  const known = ML_DSA_ALGORITHMS.find((name) => name === algorithm);
  if (known === undefined) throw new TypeError(`internal: the ceremony ${id} has an unknown algorithm`);
  return known;
}
