/**
 * Proofs over a log of a million leaves, from the database and through HTTP: `node server/bench/log.ts`. The leaves are put
 * into their table by one statement, with nothing that they stand for; their tiles are the service's own.
 */
import { hash } from 'node:crypto';
import { concat, fromHex } from '@touchstone/core/bytes.ts';
import { TILE_WIDTH } from '@touchstone/core/log/tiles.ts';
import { verifyConsistency, verifyInclusion } from '@touchstone/core/log/tree.ts';
import { sql } from 'kysely';
import { proveConsistency, proveInclusion } from '../src/log/proofs.ts';
import { writeFullTiles } from '../src/log/tiles.ts';
import { write } from '../src/store/engine.ts';
import { measure, openBenchServer, print, quantile } from './_load.ts';
import { type Shot, shoot } from './_shot.ts';

const LEAVES = 1_000_000;
const PORTION = 100_000;
const PROOFS = 400;
const WARM_UP = 20;
const LIMIT_MS = 5;

const server = await openBenchServer();
const { deps, port, token } = server;
const { db } = deps;

/** Milliseconds of each call, sorted. */
async function timesOf(call: (run: number) => Promise<void>): Promise<readonly number[]> {
  const times: number[] = [];
  for (let run = 0; run < WARM_UP + PROOFS; run++) {
    const before = performance.now();
    await call(run);
    if (run >= WARM_UP) times.push(performance.now() - before);
  }
  return times.sort((a, b) => a - b);
}

/** Spread over the whole log, its ragged end included. */
const indexOf = (run: number) => (run % 4 === 0 ? LEAVES - 1 - run : (run * 7_919_977) % LEAVES);

function printTimes(name: string, times: readonly number[]): void {
  print({ name, value: quantile(times, 0.5), unit: 'ms', limit: LIMIT_MS });
  print({ name: `${name}, p99`, value: quantile(times, 0.99), unit: 'ms' });
}

/** CPU seconds of a call. */
async function cpuOf(call: () => Promise<unknown>): Promise<number> {
  const start = process.cpuUsage();
  await call();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1e6;
}

/** What tiles cost before, but for writing them. */
async function hashOneByOne(from: number, to: number): Promise<void> {
  for (let first = from; first + TILE_WIDTH <= to; first += TILE_WIDTH) {
    const rows = await db
      .selectFrom('log_leaves')
      .select('data')
      .where('position', '>', first)
      .where('position', '<=', first + TILE_WIDTH)
      .orderBy('position')
      .execute();
    let level = rows.map(({ data }) => hashed(Uint8Array.of(0), data));
    while (level.length > 1) {
      level = Array.from({ length: level.length / 2 }, (_, at) => {
        const [left, right] = level.slice(2 * at, 2 * at + 2);
        if (left === undefined || right === undefined) throw new TypeError('a tile has 256 hashes');
        return hashed(Uint8Array.of(1), left, right);
      });
    }
  }
}

/** With a Buffer for the answer, which is copied and wiped. */
function hashed(...parts: readonly Uint8Array[]): Uint8Array {
  const answer = hash('sha256', concat(...parts), 'buffer');
  const bytes = new Uint8Array(answer);
  answer.fill(0);
  return bytes;
}

function require(holds: boolean, what: string): void {
  if (!holds) throw new Error(`${what} does not hold`);
}

try {
  await sql`INSERT INTO log_leaves (data)
    WITH RECURSIVE counted (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counted WHERE n < ${LEAVES})
    SELECT randomblob(32) FROM counted`.execute(db);
  let [own, other] = [0, 0];
  for (let size = PORTION; size <= LEAVES; size += PORTION) {
    own += await cpuOf(() => write(db, (transaction) => writeFullTiles(transaction, size)));
    other += await cpuOf(() => hashOneByOne(size - PORTION, size));
  }
  print({ name: 'tiles of a million leaves written', value: own, unit: 'CPU s' });
  const beside = 'tiles of a million leaves written, beside reading them as bytes and hashing one by one';
  print({ name: beside, value: other / own, unit: 'x', least: 3 });

  const proofs: NonNullable<Awaited<ReturnType<typeof proveInclusion>>>[] = [];
  const inclusions = await timesOf(async (run) => {
    const proof = await proveInclusion(db, indexOf(run), LEAVES);
    if (proof === null) throw new Error('a leaf is missing');
    proofs.push(proof);
  });
  printTimes('inclusion proof from the database', inclusions);

  const get = (path: string): Shot => ({ port, token, method: 'GET', path: `/v1/log${path}` });
  const { head } = JSON.parse(await shoot(get('/head'))) as { readonly head: { readonly root: string } };
  const root = fromHex(head.root);
  if (root === null) throw new Error('the head has no root');
  for (const proof of proofs) require(verifyInclusion(proof.data, proof, root), `the proof of leaf ${proof.index}`);

  const shots = Array.from({ length: PROOFS }, (_, run) => get(`/inclusion?index=${indexOf(run)}`));
  printTimes('inclusion proof through HTTP', await measure({ lanes: 1, shots }));

  const consistencies = await timesOf(async (run) => {
    const first = 1 + indexOf(run);
    const proof = await proveConsistency(db, first, LEAVES);
    const holds =
      proof !== null && verifyConsistency({ first, second: LEAVES, path: proof.path }, proof.firstRoot, root);
    require(holds, `the proof for ${first} leaves`);
  });
  printTimes('consistency proof with both roots from the database, and its verification', consistencies);
} finally {
  await server.close();
}
