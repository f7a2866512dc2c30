/** The worker that keeps secret keys of client custody, and encrypts and decrypts away from the page's thread. */
import { answerJobs } from '../../../lib/work/jobs.ts';
import type { FheJob } from './fhe-jobs.ts';
import { KeyKeeper } from './key-keeper.ts';

const keeper = new KeyKeeper();

answerJobs<FheJob>((job) => keeper.run(job));
