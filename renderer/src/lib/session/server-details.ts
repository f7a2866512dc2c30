/** What `GET /health` says under `details`, beyond documents 1 and 2. */
export interface ServerDetails {
  /** Implementation by signature algorithm, after its known-answer check. */
  readonly signatures: ReadonlyMap<string, string>;
  /** The parts of the server that are simulated. */
  readonly simulated: readonly string[];
}

/** Reads the details; null where the answer holds none that can be read. */
export function readServerDetails(health: unknown): ServerDetails | null {
  const details = member(health, 'details');
  const signatures = member(details, 'signatures');
  const simulated = member(details, 'simulated');
  if (typeof signatures !== 'object' || signatures === null || Array.isArray(signatures)) return null;
  const entries = Object.entries(signatures).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return {
    signatures: new Map(entries),
    simulated: Array.isArray(simulated) ? simulated.filter((part): part is string => typeof part === 'string') : [],
  };
}

/** Whether the data folder has a passphrase, and whether the server waits for it; null where it has none. */
export function readLock(health: unknown): 'locked' | 'unlocked' | null {
  const lock = member(member(health, 'details'), 'lock');
  return lock === 'locked' || lock === 'unlocked' ? lock : null;
}

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
