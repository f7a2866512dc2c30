/** A service on a free port over a fresh data folder, for the commands that speak to one. */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { keys } from '@touchstone/core/api/admin/keys.ts';
import { sessions } from '@touchstone/core/api/agents/sessions.ts';
import { type Client, createClient } from '@touchstone/core/api/client.ts';
import type { Scope } from '@touchstone/core/api/plans.ts';
import { type RunningServer, serve } from '@touchstone/server/main.ts';
import { bundledJobs } from '../../server/test/bundled.ts';
import { portToReturnTo } from '../../server/test/port.ts';
import { copyStartedFolder } from '../../server/test/started-folder.ts';

export const TOUCHSTONE = fileURLToPath(new URL('../bin/touchstone.mjs', import.meta.url));
export const PQ_VERIFY = fileURLToPath(new URL('../bin/pq-verify.mjs', import.meta.url));

const API = { agents: { sessions } } as const;

export interface AgentsService {
  /** For files of the test; removed at the end. */
  readonly folder: string;
  readonly url: string;
  /** A key with the scope that was asked for. */
  readonly apiKey: string;
  readonly client: Client<typeof API>['agents'];
  /** The environment of a command that speaks to this service. */
  readonly env: Record<string, string>;
  /** The public key sets of the service, as it publishes them. */
  readonly keysFile: string;
  stop(): Promise<void>;
  /** On the same port and data folder. */
  start(): Promise<void>;
  close(): Promise<void>;
}

export async function openAgentsService(scope: Scope = 'agents'): Promise<AgentsService> {
  const folder = mkdtempSync(path.join(tmpdir(), 'touchstone-'));
  const dataDir = path.join(folder, 'data');
  await copyStartedFolder(dataDir, 'system');
  const jobs = await bundledJobs();
  const start = (port: number) =>
    serve({ port, dataDir, signals: false, logLevel: 'error', checkAnswers: true, print: () => undefined, jobs });
  let server: RunningServer | null = await start(await portToReturnTo());
  const url = server.url ?? '';
  const keysFile = path.join(folder, 'service.pqkeys.json');
  // Answered when all key sets are made: what comes later has the processors for itself.
  writeFileSync(keysFile, await (await fetch(`${url}/api/svc-key/keys/public`)).text());
  const connection = { baseUrl: url, fetch, timeoutMs: 120_000 };
  const { admin } = createClient({ admin: { keys } }, { ...connection, token: server.adminToken });
  const { api_key: apiKey } = await admin.keys.create({
    body: { project_id: 'prj_local', scopes: [scope], label: 'test' },
  });
  const { TOUCHSTONE_DATA_DIR: _, ...env } = process.env;
  // pq-verify refuses a folder that is named and missing.
  mkdirSync(path.join(folder, 'client'));
  return {
    folder,
    url,
    apiKey,
    client: createClient(API, { ...connection, token: apiKey }).agents,
    // A data folder of its own: nothing of the person who runs the tests is read, and the proxy's outbox stands beside it.
    env: {
      ...texts(env),
      TOUCHSTONE_URL: url,
      TOUCHSTONE_API_KEY: apiKey,
      TOUCHSTONE_DATA_DIR: path.join(folder, 'client'),
    },
    keysFile,
    async stop() {
      await server?.close();
      server = null;
    },
    async start() {
      server ??= await start(Number(new URL(url).port));
    },
    async close() {
      await server?.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function texts(env: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

/** Runs a command to its end, with `input` on its standard input. The service lives in this process, so it must not be waited for synchronously. */
export async function runCommand(
  program: string,
  args: readonly string[],
  env: Record<string, string>,
  input = '',
): Promise<{ readonly status: number | null; readonly stdout: string; readonly stderr: string }> {
  const child = spawn(process.execPath, [program, ...args], { env, stdio: 'pipe' });
  // A command that ends without reading it closes the pipe.
  child.stdin.on('error', () => undefined).end(input);
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    stdout += chunk;
  });
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    stderr += chunk;
  });
  const status = await new Promise<number | null>((resolve) => child.on('close', resolve));
  return { status, stdout, stderr };
}
