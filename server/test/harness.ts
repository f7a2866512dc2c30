/** A whole server over a data folder of its own: real SQLite, real keys, real workers. Only the clock is ours, and no timer runs. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PlanSlug } from '@touchstone/core/api/plans.ts';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import pino from 'pino';
import { newApiKey } from '../src/accounts/api-keys.ts';
import { findAccountByEmail, updateAccount } from '../src/accounts/store/accounts.ts';
import { insertApiKey } from '../src/accounts/store/api-keys.ts';
import { createApp } from '../src/app.ts';
import { LOCAL } from '../src/frame/caller.ts';
import { loopbackHosts } from '../src/frame/own-address.ts';
import { openService, type Service, type ServiceOptions } from '../src/service.ts';
import { bundledFheThread, bundledJobs, bundledMpcParty } from './bundled.ts';
import { copyStartedFolder, TEST_EPOCH } from './started-folder.ts';

export const HOST = '127.0.0.1:7433';

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
  readonly body: unknown;
  /** `error.code`, null where there is none. */
  readonly code: string | null;
  readonly message: string;
  /** A member of the body by its path, for example `items.0.artifact_id`. */
  at(path: string): unknown;
}

export interface CallOptions {
  readonly token?: string;
  readonly headers?: Record<string, string>;
  /** Sent as JSON. */
  readonly json?: unknown;
  /** Sent as it is. */
  readonly raw?: string | Buffer;
  readonly contentType?: string;
}

export interface TestServer {
  readonly app: FastifyInstance;
  readonly deps: Service['deps'];
  readonly dataDir: string;
  readonly admin: string;
  /** What was logged, as lines. */
  readonly logged: string[];
  call(method: string, path: string, options?: CallOptions): Promise<Answer>;
  /** A key of a fresh account, or of a further project of one that this server knows. */
  newKey(account?: {
    readonly email?: string;
    readonly plan?: PlanSlug;
  }): Promise<{ key: string; keyId: string; projectId: string }>;
  /** A key of a project that the administrator made, so that it votes for itself, with these scopes. */
  voter(projectId: string, scopes?: readonly string[]): Promise<string>;
  /** A key of the local project with these scopes only. */
  scopedKey(scopes: readonly string[]): Promise<string>;
  /** Milliseconds to add to the clock at every call; 0 stops it. */
  tick: number;
  advance(milliseconds: number): void;
  close(): Promise<void>;
}

/** With one of these a folder whose first start is over would not be the one that is asked for. */
const OF_A_FIRST_START = ['masterKey', 'clock', 'random'] as const;

export interface TestServerOptions extends Partial<ServiceOptions> {
  /** A new folder stays empty: the server makes keys of its own. */
  readonly firstStart?: true;
}

/**
 * Nothing happens by itself unless `sweeps` says so: what a timer does between two calls depends on how busy the machine is.
 * `tick` keeps the rate limiter out of the way of tests that are about something else.
 */
export async function openTestServer({ firstStart, ...options }: TestServerOptions = {}): Promise<TestServer> {
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'touchstone-'));
  if (firstStart === undefined && OF_A_FIRST_START.every((name) => options[name] === undefined)) {
    await copyStartedFolder(dataDir, 'fixed');
  }
  const logged: string[] = [];
  let now = TEST_EPOCH;
  const service = await openService({
    dataDir,
    log: pino({ level: 'info', base: null }, { write: (line: string) => void logged.push(line) }),
    masterKey: { kind: 'key-file' },
    anonymousKeys: true,
    consoleDir: null,
    checkAnswers: true,
    allowedHosts: () => loopbackHosts(7433),
    // A name that tests can write down; `http/host-guard.test.ts` has the one that is new at each start.
    origin: 'localhost',
    onStartTokenSpent: () => undefined,
    clock: () => now,
    sweeps: [],
    jobs: await bundledJobs(),
    fheThread: await bundledFheThread(),
    mpcParty: await bundledMpcParty(),
    // Any test can be run so: REHEARSE_WRITES=1 npx vitest run …
    rehearsesWrites: process.env.REHEARSE_WRITES === '1',
    ...options,
  });
  const app = createApp(service.deps);
  let keys = 0;
  /** The first key of each address, with which its owner asks for further projects. */
  const owners = new Map<string, string>();
  const server: TestServer = {
    app,
    deps: service.deps,
    dataDir,
    admin: service.deps.sessions.adminToken,
    logged,
    tick: 1_000,

    async call(method, path, { token, headers = {}, json, raw, contentType } = {}) {
      now += server.tick;
      const payload = json === undefined ? raw : JSON.stringify(json);
      const type = contentType ?? (payload === undefined ? undefined : 'application/json');
      const answer = await app.inject({
        method: method as NonNullable<InjectOptions['method']> & 'GET',
        url: path,
        headers: {
          host: HOST,
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
          ...(type === undefined ? {} : { 'content-type': type }),
          ...headers,
        },
        ...(payload === undefined ? {} : { payload }),
        payloadAsStream: true,
      });
      const text = await textOf(answer);
      const isJson = String(answer.headers['content-type']).startsWith('application/json');
      const body: unknown = isJson && text !== '' ? JSON.parse(text) : null;
      return answerOf(answer.statusCode, answer.headers, text, body);
    },

    async newKey({ email = `user${++keys}@example.com`, plan = 'free' } = {}) {
      const owner = owners.get(email);
      const answer = await server.call('POST', '/api/auth/request', {
        json: { email },
        ...(owner === undefined ? {} : { token: owner }),
      });
      const text = (name: string) => String(answer.at(name));
      if (plan !== 'free') {
        const account = await findAccountByEmail(service.deps.db, email);
        if (account !== null) await updateAccount(service.deps.db, account.id, { plan }, now);
        service.deps.identity.forget();
      }
      if (owner === undefined) owners.set(email, text('api_key'));
      return { key: text('api_key'), keyId: text('key_id'), projectId: text('project_id') };
    },

    async voter(projectId, scopes = ['approve']) {
      const json = { project_id: projectId, scopes };
      const answer = await server.call('POST', '/api/v1/admin/keys', { token: server.admin, json });
      return String(answer.at('api_key'));
    },

    async scopedKey(scopes) {
      const key = newApiKey(service.deps.random);
      await insertApiKey(service.deps.db, {
        id: key.id,
        project_id: LOCAL.projectId,
        salt: key.salt,
        secret_hash: key.secretHash,
        scopes: JSON.stringify(scopes),
        created_at: now,
        expires_at: null,
        revoked_at: null,
        label: '',
        rotated_to: null,
        created_by: null,
        voter: key.id,
      });
      return key.text;
    },

    advance(milliseconds) {
      now += milliseconds;
    },

    async close() {
      await app.close();
      await service.close();
      if (options.dataDir === undefined) rmSync(dataDir, { recursive: true, force: true });
    },
  };
  return server;
}

/** The whole body; of events, which have no end, what comes up to the first one. */
async function textOf(answer: LightMyRequestResponse): Promise<string> {
  const isEvents = String(answer.headers['content-type']).startsWith('text/event-stream');
  const parts: Buffer[] = [];
  for await (const part of answer.stream()) {
    parts.push(Buffer.from(part));
    if (isEvents && Buffer.concat(parts).includes('data: ')) break;
  }
  return Buffer.concat(parts).toString();
}

function answerOf(status: number, headers: Answer['headers'], text: string, body: unknown): Answer {
  const at = (path: string) => path.split('.').reduce(memberOf, body);
  const code = at('error.code');
  return {
    status,
    headers,
    text,
    body,
    at,
    code: typeof code === 'string' ? code : null,
    message: String(at('error.message') ?? ''),
  };
}

function memberOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  return Object.getOwnPropertyDescriptor(value, name)?.value;
}
