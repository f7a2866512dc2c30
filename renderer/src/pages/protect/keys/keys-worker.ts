/** The worker of the Keys page. Nothing stays in it between two jobs. */
import { createKem } from '@touchstone/core/kem/kem.ts';
import { systemRandom } from '@touchstone/core/random.ts';
import { webSignatures } from '../../../lib/web-signatures.ts';
import { answerJobs } from '../../../lib/work/jobs.ts';
import { type KeysEffects, type KeysJob, runKeysJob } from './keys-jobs.ts';

const effects: KeysEffects = { signatures: webSignatures(), kem: createKem([], systemRandom) };
answerJobs<KeysJob>((job) => runKeysJob(job, effects));
