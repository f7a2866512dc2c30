/** What of the agents' operations is heavy, and what contracts cannot say of their bodies. */
import { api } from '@touchstone/core/api/api.ts';
import { loadSha256Many } from '@touchstone/core/hashing/sha256-many.ts';
import { bodyCheck } from '../frame/body-check.ts';
import type { Job } from '../frame/job.ts';
import { checkAction, checkImported, checkThreshold, checkTool } from './body-checks.ts';
import { readSessionTree } from './session-levels.ts';
import { readSlice, type Slice, type SliceInput } from './session-slice.ts';

export const checks = [
  bodyCheck(api.agents.actions.attest, checkAction),
  bodyCheck(api.agents.tools.attest, checkTool),
  bodyCheck(api.agents.sessions.start, checkImported),
  bodyCheck(api.agents.approval.request, checkThreshold),
] as const;

/** Some hundred nodes of an agent's session, from a connection of the worker's own. */
export const sessionSliceJob: Job<{ readonly file: string; readonly slice: SliceInput }, Slice> = {
  name: 'session slice',
  run: async ({ file, slice }, { reader, signer }) => {
    await loadSha256Many();
    return readSlice(await reader(file), signer, slice);
  },
};

interface TreePlace {
  readonly file: string;
  readonly sessionId: string;
  readonly count: number;
}

/** The hashes of all levels of the tree over a session's first nodes, the leaves first. */
export const sessionTreeJob: Job<TreePlace, readonly Uint8Array[]> = {
  name: 'session tree',
  run: async ({ file, sessionId, count }, { reader }) => readSessionTree(await reader(file), sessionId, count),
};

export const jobs = [sessionSliceJob, sessionTreeJob] as const;
