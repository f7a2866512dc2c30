/** Gives files to the evidence worker of the Artifacts page, which starts with the first of them. */
import { PageWorker } from '../../../lib/work/page-worker.ts';
import { words } from '../../../words/issue/new-artifact.ts';
import type { ReadEvidence } from './evidence-list.ts';
import type { FromEvidenceWorker, ToEvidenceWorker } from './evidence-worker.ts';

const worker = new PageWorker<ToEvidenceWorker, FromEvidenceWorker>({
  spawn: () => new Worker(new URL('./evidence-worker.ts', import.meta.url), { type: 'module', name: 'evidence' }),
  stopped: words.evidence.stopped,
});

export const readEvidence: ReadEvidence = ({ name, file }, onProgress, signal) =>
  worker.run({
    first: (id) => ({ id, file, name }),
    hear: (message) => {
      if ('read' in message) return { result: message.read };
      onProgress(message.done);
      return null;
    },
    abort: { signal, last: (id) => ({ id, stop: true }) },
  });
