/** What the main process and the server's utility process say to each other. Both ends are ours; both still check. */

/** Header fields as pairs, names in lower case. */
export type HeaderList = readonly (readonly [string, string])[];

export interface StartOptions {
  readonly dataDir: string;
  /** Port of an additional listener on 127.0.0.1 for SDKs and agents; null for none. */
  readonly sharePort: number | null;
  /** 32 bytes from the system's key store; null where the data folder holds its own key file. */
  readonly masterKey: Uint8Array | null;
  /** Go on with a database that is older than its mark (S36): the person has said so. */
  readonly acceptRollback: boolean;
}

export type ToServer =
  | ({ readonly type: 'start' } & StartOptions)
  | {
      readonly type: 'request';
      readonly id: number;
      readonly method: string;
      /** Path with its query string. */
      readonly path: string;
      readonly headers: HeaderList;
      readonly body: Uint8Array | null;
    }
  /** The reader of the answer takes one more piece: none is sent before. */
  | { readonly type: 'pull'; readonly id: number }
  /** The reader of the answer went away. */
  | { readonly type: 'cancel'; readonly id: number }
  | { readonly type: 'start-token'; readonly id: number }
  | { readonly type: 'stop' };

export type FromServer =
  /** `notice`: one sentence for the person where something that was asked for could not be had. */
  | { readonly type: 'ready'; readonly notice: string | null }
  /** The server cannot start; one sentence for the person, without secrets. */
  | {
      readonly type: 'failed';
      readonly message: string;
      /** The database is older than its mark: the person decides. */
      readonly isRolledBack: boolean;
    }
  | { readonly type: 'head'; readonly id: number; readonly status: number; readonly headers: HeaderList }
  | { readonly type: 'chunk'; readonly id: number; readonly bytes: Uint8Array }
  | { readonly type: 'end'; readonly id: number }
  | { readonly type: 'broken'; readonly id: number }
  | { readonly type: 'start-token'; readonly id: number; readonly token: string };

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function isHeaderList(value: unknown): value is HeaderList {
  return (
    Array.isArray(value) &&
    value.every((pair) => Array.isArray(pair) && pair.length === 2 && pair.every((part) => typeof part === 'string'))
  );
}

/** Reads a message of the main process; null for anything else. */
export function readToServer(value: unknown): ToServer | null {
  if (!isRecord(value)) return null;
  const { type, id } = value;
  if (type === 'stop') return { type };
  if (type === 'start') {
    const { dataDir, sharePort, masterKey, acceptRollback } = value;
    if (typeof dataDir !== 'string') return null;
    if (sharePort !== null && typeof sharePort !== 'number') return null;
    if (masterKey !== null && !(masterKey instanceof Uint8Array && masterKey.length === 32)) return null;
    if (typeof acceptRollback !== 'boolean') return null;
    return { type, dataDir, sharePort, masterKey, acceptRollback };
  }
  if (typeof id !== 'number' || !Number.isSafeInteger(id)) return null;
  if (type === 'pull' || type === 'cancel' || type === 'start-token') return { type, id };
  if (type !== 'request') return null;
  const { method, path, headers, body } = value;
  if (typeof method !== 'string' || typeof path !== 'string' || !isHeaderList(headers)) return null;
  if (body !== null && !(body instanceof Uint8Array)) return null;
  return { type, id, method, path, headers, body };
}

/** Reads a message of the server; null for anything else. */
export function readFromServer(value: unknown): FromServer | null {
  if (!isRecord(value)) return null;
  const { type, id } = value;
  if (type === 'ready') {
    const { notice } = value;
    return notice === null || typeof notice === 'string' ? { type, notice } : null;
  }
  if (type === 'failed') {
    const { message, isRolledBack } = value;
    return typeof message === 'string' && typeof isRolledBack === 'boolean' ? { type, message, isRolledBack } : null;
  }
  if (typeof id !== 'number' || !Number.isSafeInteger(id)) return null;
  switch (type) {
    case 'end':
    case 'broken':
      return { type, id };
    case 'chunk':
      return value.bytes instanceof Uint8Array ? { type, id, bytes: value.bytes } : null;
    case 'start-token':
      return typeof value.token === 'string' ? { type, id, token: value.token } : null;
    case 'head': {
      const { status, headers } = value;
      if (typeof status !== 'number' || status < 200 || status > 599 || !isHeaderList(headers)) return null;
      return { type, id, status, headers };
    }
    default:
      return null;
  }
}
