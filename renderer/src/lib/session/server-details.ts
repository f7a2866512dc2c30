/** What `GET /health` says under `details`, beyond documents 1 and 2. */
export interface ServerDetails {
  /** Implementation that verifies, by signature algorithm, after its known-answer check. */
  readonly signatures: ReadonlyMap<string, string>;
  /** The same of signing; empty where an older server does not say it. */
  readonly signing: ReadonlyMap<string, string>;
  /** The parts of the server that are simulated. */
  readonly simulated: readonly string[];
}

/** Reads the details; null where the answer holds none that can be read. */
export function readServerDetails(health: unknown): ServerDetails | null {
  const details = member(health, 'details');
  const signatures = texts(member(details, 'signatures'));
  const simulated = member(details, 'simulated');
  if (signatures === null) return null;
  return {
    signatures,
    signing: texts(member(details, 'signing')) ?? new Map(),
    simulated: Array.isArray(simulated) ? simulated.filter((part): part is string => typeof part === 'string') : [],
  };
}

/** Whether the data folder has a passphrase, and whether the server waits for it; null where it has none. */
export function readLock(health: unknown): 'locked' | 'unlocked' | null {
  const lock = member(member(health, 'details'), 'lock');
  return lock === 'locked' || lock === 'unlocked' ? lock : null;
}

/** The members that are strings; null of what is no object. */
function texts(value: unknown): ReadonlyMap<string, string> | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  return new Map(Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
