/** The worker that makes the attestations of a new artifact. Its self-tests sign with keys of their own, which it throws away. */
import { webSignatures } from '../../../lib/web-signatures.ts';
import { answerJobs } from '../../../lib/work/jobs.ts';
import { type IssueJob, runIssueJob } from './issue-jobs.ts';

const signatures = webSignatures();
answerJobs<IssueJob>((job) => runIssueJob(job, signatures));
