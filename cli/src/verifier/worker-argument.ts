/** What the threads of a run over many files are started with. */
export const WORKER_ARGUMENT = '--worker-thread';
