/** The work of the gateway that grows with the bodies that it carries. */
import { api } from '@touchstone/core/api/api.ts';
import type { Job } from '../frame/job.ts';
import { jobsOf, type Work } from '../frame/work.ts';
import { type AnsweredBody, answeredBody, type UpstreamBody } from './answer-body.ts';
import { measurementOf, ownFiles } from './measurement.ts';
import { type ProxyRequest, proxyRequest } from './proxy-request.ts';

const { gatewayProxy } = api.crypto.key;

export const proxyWork: Work<typeof gatewayProxy, null, null, ProxyRequest> = {
  operation: gatewayProxy,
  choose: () => null,
  run: proxyRequest,
};

/** The large body of a service's answer as callers get it. */
export const upstreamBodyJob: Job<UpstreamBody, AnsweredBody> = { name: 'upstream body', run: answeredBody };

/** SHA-256 of the running build, hex. */
export const measureBuildJob: Job<null, string> = { name: 'measure build', run: () => measurementOf(ownFiles()) };

export const jobs = [...jobsOf(proxyWork), upstreamBodyJob, measureBuildJob] as const;
