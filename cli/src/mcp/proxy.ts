/**
 * The MCP proxy (S21): every `tools/call` is judged before and attested after it is forwarded; everything else passes and
 * is counted. Nothing is forwarded as it came: both directions are read strictly and written anew.
 */
import { createBackground } from './background.ts';
import type { JudgedArguments } from './call.ts';
import { createClientSide } from './from-client.ts';
import { createServerSide } from './from-server.ts';
import type { Line } from './lines.ts';
import { createPassedCounts } from './passed-counts.ts';
import type { Recorder } from './recorder.ts';
import { createRequests } from './requests.ts';
import { type CallTally, createToolCalls, type ServerState } from './tool-calls.ts';

export interface ProxyOptions {
  /** Writes one line, without its line feed. */
  readonly toClient: (text: string) => void;
  readonly toServer: (text: string) => void;
  readonly recorder: Recorder;
  /** Tools that are refused here, whatever the policy says. */
  readonly deny: ReadonlySet<string>;
  readonly judged: JudgedArguments;
  /** Milliseconds after which a call is given up; null waits as long as the client does. */
  readonly callTimeoutMs: number | null;
  /** For the person at the terminal; one sentence. */
  readonly note: (text: string) => void;
}

export interface McpProxy {
  fromClient(line: Line): void;
  fromServer(line: Line): void;
  /** The server is gone: what waits for it has failed. `reason` is a sentence. */
  serverEnded(reason: string): void;
  /** Settles when every call that was taken so far has been forwarded or refused. */
  judged(): Promise<void>;
  /** Settles when every call that was begun has been answered and attested. */
  settled(): Promise<void>;
  /** Records what passed without a receipt of its own. */
  finish(): Promise<CallTally>;
}

export function createProxy(options: ProxyOptions): McpProxy {
  const { toClient, toServer, recorder, note } = options;
  const requests = createRequests(toClient);
  const background = createBackground(note);
  const server: ServerState = { name: null, gone: null };
  const calls = createToolCalls({ ...options, requests, background, server });
  const passed = createPassedCounts();
  const parts = { requests, serverRequests: new Set<string>(), calls, passed, server, toClient, toServer, note };
  const serverSide = createServerSide(parts);
  return {
    fromClient: createClientSide(parts),
    fromServer: serverSide.take,
    serverEnded: serverSide.ended,
    judged: calls.allJudged,
    settled: background.settled,
    async finish() {
      await background.settled();
      await recorder.attestPassed(passed.counts());
      return calls.tally();
    },
  };
}
