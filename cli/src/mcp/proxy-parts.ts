/** What the two sides of the proxy share. */
import { MAX_FILE_BYTES } from '@touchstone/core/strict-json.ts';
import type { createPassedCounts } from './passed-counts.ts';
import type { Requests } from './requests.ts';
import type { ServerState, ToolCalls } from './tool-calls.ts';

export interface ProxyParts {
  /** Requests of the client that wait for an answer. */
  readonly requests: Requests;
  /** Requests of the server that wait for one: `keyOf` their ids. */
  readonly serverRequests: Set<string>;
  readonly calls: ToolCalls;
  readonly passed: ReturnType<typeof createPassedCounts>;
  readonly server: ServerState;
  /** Writes one line, without its line feed. */
  readonly toClient: (text: string) => void;
  readonly toServer: (text: string) => void;
  /** For the person at the terminal; one sentence. */
  readonly note: (text: string) => void;
}

export const LIMIT = `${MAX_FILE_BYTES / 2 ** 20} MiB`;
export const TOO_LONG = `Refused: the message is longer than ${LIMIT}.`;
