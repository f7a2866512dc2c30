/** The chain worker: walks signed chains and checks single entries, away from the page's thread. It holds no state. */
import { webVerifier } from '../../lib/web-signatures.ts';
import { answerJobs } from '../../lib/work/jobs.ts';
import type { ChainJob } from './chain-jobs.ts';
import { signatureStates, walkChain } from './chain-judge.ts';

const verifier = webVerifier();

answerJobs<ChainJob>((job) =>
  job.kind === 'walk'
    ? walkChain(job.owner, job.entries, job.from, job.keys, verifier)
    : signatureStates(job.chain, job.entries, job.keys, verifier),
);
