/** What the HTTP benches share: a server over a fresh folder, requests to it, and a side measured in turns with its reference. */
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import pino from 'pino';
import { createApp } from '../src/app.ts';
import type { Deps } from '../src/deps.ts';
import { loopbackHosts } from '../src/http/host-guard.ts';
import { openService } from '../src/service.ts';

const SECONDS = Number(process.env.TOUCHSTONE_BENCH_SECONDS ?? 3);

/** Requests under way at once, at most. */
export const CONNECTIONS = 32;

export interface Shot {
  readonly port: number;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly token?: string;
  readonly body?: string;
}

const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });

/** After work that blocked this thread for longer than the server keeps an idle connection. */
export function dropConnections(): void {
  agent.destroy();
}

/** The text of the answer; rejects for every status but success. */
export function shoot({ port, method, path, token, body }: Shot): Promise<string> {
  return new Promise((resolve, reject) => {
    const headers = {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
    };
    const sent = request({ host: '127.0.0.1', port, method, path, headers, agent }, (answer) => {
      let text = '';
      answer.setEncoding('utf8');
      answer.on('data', (chunk: string) => {
        text += chunk;
      });
      answer.on('end', () =>
        answer.statusCode === 200 || answer.statusCode === 201
          ? resolve(text)
          : reject(new Error(`${answer.statusCode}: ${text}`)),
      );
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

export interface Side {
  /** How many are under way at once. */
  readonly lanes: number;
  readonly action: () => Promise<unknown>;
  /** Milliseconds between the end of one call of a lane and the next, for what is limited in its rate. */
  readonly pause?: number;
}

/** Runs one side for some seconds and appends the milliseconds of each call; returns the seconds that passed. */
async function run({ lanes, action, pause = 0 }: Side, seconds: number, times: number[]): Promise<number> {
  const started = performance.now();
  const end = started + seconds * 1000;
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      while (performance.now() < end) {
        const before = performance.now();
        await action();
        times.push(performance.now() - before);
        if (pause > 0) await setTimeout(pause);
      }
    }),
  );
  return (performance.now() - started) / 1000;
}

/** The milliseconds of each call of a side alone, sorted. */
export async function measure(side: Side): Promise<readonly number[]> {
  await run(side, 0.3, []);
  const times: number[] = [];
  await run(side, SECONDS, times);
  return times.sort((a, b) => a - b);
}

export function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

export interface Bound {
  readonly least?: number;
  readonly limit?: number;
}

const TURNS = 4;

/** Measures a side and its reference in turns, so that a busy neighbour slows both. The milliseconds of each, sorted. */
export async function compare(
  name: string,
  measured: Side,
  reference: Side,
  least?: number,
): Promise<readonly [measured: readonly number[], reference: readonly number[]]> {
  const sides = [measured, reference] as const;
  for (const side of sides) await run(side, 0.3, []);
  const times: [number[], number[]] = [[], []];
  const seconds: [number, number] = [0, 0];
  for (let turn = 0; turn < TURNS; turn++) {
    seconds[0] += await run(measured, SECONDS / TURNS, times[0]);
    seconds[1] += await run(reference, SECONDS / TURNS, times[1]);
  }
  const [rate, referenceRate] = [times[0].length / seconds[0], times[1].length / seconds[1]];
  print({ name, value: rate, unit: '/s' });
  print({ name: `${name}, reference`, value: referenceRate, unit: '/s' });
  print({
    name: `${name}, to reference`,
    value: rate / referenceRate,
    unit: 'x',
    ...(least === undefined ? {} : { least }),
  });
  const byTime = (a: number, b: number) => a - b;
  return [times[0].sort(byTime), times[1].sort(byTime)];
}

export interface Result extends Bound {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
}

export function print(result: Result): void {
  console.log(JSON.stringify({ ...result, value: Math.round(result.value * 1000) / 1000 }));
}

export interface BenchServer {
  readonly deps: Deps;
  readonly dataDir: string;
  readonly port: number;
  /** The administrator's, who is not limited. */
  readonly token: string;
  close(): Promise<void>;
}

/** A listening server over a fresh folder, with all its key sets made. */
export async function openBenchServer(): Promise<BenchServer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'touchstone-bench-'));
  let port = 0;
  const service = await openService({
    dataDir,
    log: pino({ level: 'silent' }),
    masterKey: { kind: 'key-file' },
    anonymousKeys: true,
    consoleDir: null,
    checkAnswers: false,
    allowedHosts: () => loopbackHosts(port),
    onStartTokenSpent: () => undefined,
  });
  const app = createApp(service.deps);
  await app.listen({ host: '127.0.0.1', port: 0 });
  port = (app.server.address() as AddressInfo).port;
  await service.deps.keySets.prepare();
  return {
    deps: service.deps,
    dataDir,
    port,
    token: service.deps.sessions.adminToken,
    async close() {
      dropConnections();
      await app.close();
      await service.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
