/** How the commands for agents reach the service: its address and an API key. */

import { actions } from '@touchstone/core/api/agents/actions.ts';
import { agents } from '@touchstone/core/api/agents/agents.ts';
import { register } from '@touchstone/core/api/agents/register.ts';
import { sessions } from '@touchstone/core/api/agents/sessions.ts';
import { tools } from '@touchstone/core/api/agents/tools.ts';
import { ApiFailure, type Client, ConnectionFailure, createClient, type Fetch } from '@touchstone/core/api/client.ts';
import type { Api } from '@touchstone/core/api/endpoint.ts';
import type { Scope } from '@touchstone/core/api/plans.ts';
import { parseStrictJson } from '@touchstone/core/strict-json.ts';
import type { Options } from '../command-line/options.ts';
import { Refusal } from '../terminal/refusal.ts';

export const DEFAULT_URL = 'http://127.0.0.1:7433';

/** Options of every command that speaks to a service. */
export const CONNECTION_OPTIONS = ['--url', '--api-key'] as const;

export const CONNECTION_HELP = connectionHelp('agents');

/** @param scope that the command's operations need */
export function connectionHelp(scope: Scope): string {
  return `  --url URL       address of the service (default: TOUCHSTONE_URL, else ${DEFAULT_URL})
  --api-key KEY   a key with the scope \`${scope}\`; safer in TOUCHSTONE_API_KEY, where other users cannot see it`;
}

export interface Connection {
  readonly url: string;
  readonly apiKey: string;
}

/** For each request; sealing a session takes a few seconds on a slow machine. */
const TIMEOUT_MS = 20_000;

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** Reads address and key. A key does not travel in clear to another machine. */
export function connectionOf(
  options: Options,
  env: Readonly<Record<string, string | undefined>> = process.env,
  scope: Scope = 'agents',
): Connection {
  const text = options.value('--url') ?? (env.TOUCHSTONE_URL || DEFAULT_URL);
  if (!URL.canParse(text)) throw new Refusal(`The address of the service is not a URL. Example: ${DEFAULT_URL}.`);
  const { protocol, origin, hostname, pathname, search, hash, username, password } = new URL(text);
  const isOrigin = pathname === '/' && search + hash + username + password === '';
  if (!isOrigin || (protocol !== 'http:' && protocol !== 'https:')) {
    throw new Refusal(`The address of the service must be only an origin, such as ${DEFAULT_URL}.`);
  }
  if (protocol === 'http:' && !LOOPBACK.test(hostname)) {
    throw new Refusal('The key would be sent to another machine unencrypted. Use https.');
  }
  const apiKey = options.value('--api-key') ?? env.TOUCHSTONE_API_KEY ?? '';
  if (!/^[\x21-\x7e]+$/.test(apiKey)) {
    throw new Refusal(`No API key is set. Set TOUCHSTONE_API_KEY to a key with the scope \`${scope}\`.`);
  }
  return { url: origin, apiKey };
}

const API = { agents: { agents, register, sessions, actions, tools } } as const;

export type AgentsClient = Client<typeof API>['agents'];

export function clientOf(connection: Connection): AgentsClient {
  return clientFor(API, connection).agents;
}

/**
 * A client of another part of the API on the same connection. With `mostBytes` an answer that is longer, that two readers of JSON
 * could read differently, or that is a redirect, is an ApiFailure that says so.
 */
export function clientFor<A extends Api>(part: A, { url, apiKey }: Connection, mostBytes?: number): Client<A> {
  return createClient(part, {
    baseUrl: url,
    token: apiKey,
    timeoutMs: TIMEOUT_MS,
    // A redirect could carry the key to another server.
    fetch: async (address, init) =>
      mostBytes === undefined
        ? fetch(address, { ...init, redirect: 'error' })
        : strict(await fetch(address, { ...init, redirect: 'manual' }), mostBytes),
  });
}

function strict({ status, headers, body }: Response, mostBytes: number): Awaited<ReturnType<Fetch>> {
  const refused = (message: string) => new ApiFailure('UNKNOWN', message, status, null, null);
  return {
    status,
    headers,
    async text() {
      const pieces: Uint8Array[] = [];
      let read = 0;
      for await (const piece of body ?? []) {
        read += piece.length;
        if (read > mostBytes) throw refused(`The answer is longer than ${mostBytes} bytes.`);
        pieces.push(piece);
      }
      const text = Buffer.concat(pieces).toString('utf8');
      const parsed = parseStrictJson(text, 'as-doubles');
      // What is no JSON at all, such as the page of a proxy, is judged by its status.
      if (!parsed.ok && parsed.reason !== 'SYNTAX') throw refused(parsed.message);
      return text;
    },
  };
}

/** What the service's refusal or absence means to the person at the keyboard; other errors stay as they are. */
export function refusalOf(error: unknown, { url }: Pick<Connection, 'url'>): unknown {
  if (error instanceof ConnectionFailure) {
    return new Refusal(`${error.message} Is Touchstone running at ${url}? ${startWords(url)}`, 1);
  }
  if (error instanceof ApiFailure) {
    return new Refusal(answeredWords(error), 1);
  }
  return error;
}

/** What was answered that is no answer: a refusal of ours by its code, all else by what it is. */
function answeredWords({ status, code, message }: ApiFailure): string {
  if (status >= 300 && status < 400) return `The service answered ${status}, a redirect, which is not followed.`;
  return `The service answered ${status}${code === 'UNKNOWN' ? '' : ` (${code})`}: ${message}`;
}

/** A sentence: how the service at this address is started, where it is one of this machine. */
export function startWords(url: string): string {
  const { hostname, port } = new URL(url);
  if (!LOOPBACK.test(hostname)) return 'Ask its operator to start it.';
  return `\`npx touchstone serve${url === DEFAULT_URL ? '' : ` --port ${port === '' ? '80' : port}`}\` starts the service.`;
}
