/**
 * What the HTTP benches share: a server over a fresh folder, and a side measured in turns with its reference. Requests that
 * are measured come from a process of their own: a client that shared the server's event loop would measure itself.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { createApp } from '../src/app.ts';
import { loopbackHosts } from '../src/frame/own-address.ts';
import { openService, type Service } from '../src/service.ts';
import { type Lanes, type Run, runLanes } from './_lanes.ts';
import { dropConnections, type Shot } from './_shot.ts';

/** How long a side is measured for, unless a bench says otherwise. */
export const SECONDS = Number(process.env.TOUCHSTONE_BENCH_SECONDS ?? 3);

/** What the client is told to send: the shots in turn. */
export interface Order {
  readonly shots: readonly Shot[];
  readonly lanes: Lanes;
  readonly seconds: number;
}

/** What it tells of that. `length` is that of the last answer in bytes. */
export type Report = (Run & { readonly length: number }) | { readonly failure: string };

let client: ChildProcess | null = null;

/** Has the client send something. Rejects where a request fails. */
async function send(order: Order): Promise<Exclude<Report, { failure: string }>> {
  client ??= fork(new URL('_client.ts', import.meta.url), { execArgv: [] });
  client.send(order);
  const [report] = (await once(client, 'message')) as [Report];
  if ('failure' in report) throw new Error(report.failure);
  return report;
}

/** Ends the client: whoever keeps a connection keeps a server from closing. */
export function endClient(): void {
  client?.disconnect();
  client = null;
}

/** Milliseconds until the whole answer to one request was there, and how many bytes it had. */
export async function sendOnce(shot: Shot): Promise<{ readonly milliseconds: number; readonly length: number }> {
  const { times, length } = await send({ shots: [shot], lanes: { lanes: 1 }, seconds: 0 });
  return { milliseconds: times[0] ?? Number.NaN, length };
}

/** What is measured: requests that the client sends in turn, or calls here. */
export type Side = Lanes & ({ readonly shots: readonly Shot[] } | { readonly action: () => Promise<unknown> });

async function run(side: Side, seconds: number): Promise<Run> {
  if ('action' in side) return runLanes(side, seconds, side.action);
  const { shots, ...lanes } = side;
  return send({ shots, lanes, seconds });
}

const WARM_UP_SECONDS = 0.3;
const byTime = (a: number, b: number) => a - b;

/** The milliseconds of each call of a side alone, sorted. */
export async function measure(side: Side, seconds = SECONDS): Promise<readonly number[]> {
  await run(side, WARM_UP_SECONDS);
  return [...(await run(side, seconds)).times].sort(byTime);
}

export function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

export interface Bound {
  readonly least?: number;
  readonly limit?: number;
}

const TURNS = 4;

/** Measures two sides in turns, so that a busy neighbour slows both. The milliseconds of each sorted, and its calls a second. */
export async function inTurns(...sides: readonly [Side, Side]): Promise<readonly [Measured, Measured]> {
  for (const side of sides) await run(side, WARM_UP_SECONDS);
  const runs: [Run[], Run[]] = [[], []];
  for (let turn = 0; turn < TURNS; turn++) {
    for (const at of [0, 1] as const) runs[at].push(await run(sides[at], SECONDS / TURNS));
  }
  return [measuredIn(runs[0]), measuredIn(runs[1])];
}

export interface Measured {
  readonly times: readonly number[];
  readonly rate: number;
}

function measuredIn(runs: readonly Run[]): Measured {
  const times = runs.flatMap((one) => one.times).sort(byTime);
  return { times, rate: times.length / runs.reduce((sum, { seconds }) => sum + seconds, 0) };
}

/** Measures a side beside its reference, and prints both rates and their ratio. */
export async function compare(name: string, measured: Side, reference: Side, least?: number): Promise<Measured> {
  const [side, beside] = await inTurns(measured, reference);
  print({ name, value: side.rate, unit: '/s' });
  print({ name: `${name}, reference`, value: beside.rate, unit: '/s' });
  print({
    name: `${name}, to reference`,
    value: side.rate / beside.rate,
    unit: 'x',
    ...(least === undefined ? {} : { least }),
  });
  return side;
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
  readonly deps: Service['deps'];
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
      endClient();
      dropConnections();
      await app.close();
      await service.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
