/** The worker of the signing ceremony. It verifies; secret keys never come into this window. */
import { webSignatures } from '../../../lib/web-signatures.ts';
import { answerJobs } from '../../../lib/work/jobs.ts';
import { runSigningJob, type SigningJob } from './signing-jobs.ts';

const verifier = webSignatures();
answerJobs<SigningJob>((job) => runSigningJob(job, verifier));
