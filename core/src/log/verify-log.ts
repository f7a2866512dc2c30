/**
 * Verifies an export of the log offline: that a trusted key signed every head, and that each tree holds all leaves of the one
 * before. Whoever keeps heads finds out a log that was cut, changed or shown differently to others.
 */

import { fromHex } from '../bytes.ts';
import type { JsonValue } from '../canonical-json.ts';
import { STATEMENT_ALGORITHM } from '../sign/statement.ts';
import { parseStrictJson } from '../strict-json.ts';
import { count, exactly, listOf, time, Unreadable } from '../strict-members.ts';
import { parseIsoTime } from '../time.ts';
import { agentFileRefused, agentReport, type VerifyAgentOptions } from '../verdict/agent-report.ts';
import { CheckList } from '../verdict/checks.ts';
import { checkClock, type UsedEdition } from '../verdict/trust-used.ts';
import { agentFileUnreadable, internalFault } from '../verdict/unreadable.ts';
import type { AgentReport, BrokenPlace, SlotReport } from '../verdict/verification-report.ts';
import type { SignedLogHead } from './head.ts';
import { checkHead } from './judge-head.ts';
import { readHead, readPath } from './read-head.ts';
import { type Consistency, emptyRoot, verifyConsistency } from './tree.ts';

export const LOG_EXPORT_FORMAT = 'svc-log/v1';
export const LOG_EXPORT_EXTENSION = '.pqlog.json';

export interface LogExport {
  readonly exported_at: string;
  /** In the order in which they were signed. */
  readonly heads: readonly SignedLogHead[];
  /** One between each two neighbours of different sizes. */
  readonly consistency: readonly Consistency[];
}

export type LogExportResult =
  | { readonly ok: true; readonly log: LogExport }
  | { readonly ok: false; readonly field: string; readonly message: string };

/** Reads an export strictly; whether it holds is `verifyLog`'s to say. */
export function parseLogExport(bytes: Uint8Array): LogExportResult {
  const parsed = parseStrictJson(bytes);
  if (!parsed.ok) return { ok: false, field: '', message: parsed.message };
  try {
    return { ok: true, log: readExport(parsed.value) };
  } catch (error) {
    if (error instanceof Unreadable) return { ok: false, field: error.field, message: error.message };
    throw error;
  }
}

function readExport(value: JsonValue): LogExport {
  const members = exactly(value, '', ['format', 'exported_at', 'heads', 'consistency']);
  if (members.format !== LOG_EXPORT_FORMAT) throw new Unreadable('format', `It is not ${LOG_EXPORT_FORMAT}.`);
  const heads = listOf(members.heads, 'heads', readHead);
  if (heads.length === 0) throw new Unreadable('heads', 'An export has at least one head.');
  return {
    exported_at: time(members.exported_at, 'exported_at'),
    heads,
    consistency: listOf(members.consistency, 'consistency', (item, at) => {
      const { first, second, path } = exactly(item, at, ['first', 'second', 'path']);
      return {
        first: count(first, `${at}.first`, 0),
        second: count(second, `${at}.second`, 0),
        path: readPath(path, `${at}.path`),
      };
    }),
  };
}

/** Judges one export. Never rejects for anything that a file can hold. */
export async function verifyLog(bytes: Uint8Array, options: VerifyAgentOptions): Promise<AgentReport> {
  return judgeLog(bytes, options).catch((error: unknown) =>
    agentFileUnreadable('log', internalFault(error, bytes.length), options),
  );
}

async function judgeLog(bytes: Uint8Array, options: VerifyAgentOptions): Promise<AgentReport> {
  const checks = new CheckList();
  const read = parseLogExport(bytes);
  const algorithm = STATEMENT_ALGORITHM;
  if (!read.ok) return agentFileRefused('log', bytes, read, checks, options);
  const { log } = read;
  checks.add('format', 'export', { status: 'passed', sentence: 'The file has the members of an export of a log.' });
  const broken = firstBreak(log);
  checks.add('integrity', 'consistency', {
    ...(broken === null
      ? { status: 'passed', sentence: 'Each tree holds all leaves of the one before, in the same places.' }
      : {
          status: 'failed',
          sentence: `The log is broken at head ${broken.index + 1} of ${log.heads.length}, of ${broken.id} leaves (${broken.what}).`,
          expected: broken.expected,
          found: broken.found,
          reason: 'LOG_MISMATCH',
        }),
  });
  let isDemo = false;
  let areTrusted = true;
  const used: UsedEdition[] = [];
  for (const [at, head] of log.heads.entries()) {
    const judged = await checkHead(head, `head_${at + 1}`, options, checks);
    isDemo ||= judged.isDemo;
    areTrusted &&= judged.isTrusted;
    used.push(...judged.used);
    options.onProgress?.(at + 1, log.heads.length);
  }
  const newest = log.heads.at(-1);
  if (newest === undefined) throw new TypeError('internal: an export has at least one head');
  checkClock('The newest head', parseIsoTime(newest.timestamp) ?? 0, options.now, 'signed_at', checks);
  checks.leaveOpen(
    'other_views',
    'Whether others were shown the same log.',
    'A head protects only whoever keeps it elsewhere: compare these with heads that others hold.',
  );
  checks.leaveOpen('leaves', 'What the leaves are.', 'The export has the heads only; leaves are read as tiles.');
  const isInvalid = checks.all.some(({ group, status }) => group === 'signature' && status === 'failed');
  const heads: SlotReport = isInvalid
    ? { status: 'invalid', algorithm, reason: 'A head is not signed by the trusted key set that it names.' }
    : areTrusted
      ? { status: 'valid', algorithm }
      : { status: 'untrusted', algorithm, reason: 'No trusted and valid key set stands behind every head.' };
  return agentReport(
    bytes,
    {
      kind: 'log',
      checks,
      subject: { log_id: newest.log_id, heads: log.heads.length, leaves: newest.tree_size, root: newest.root },
      broken,
      signatures: { heads },
      isDemo,
      used,
      notCovered: ['exported_at', ...idleProofs(log)],
    },
    options,
  );
}

function firstBreak({ heads, consistency }: LogExport): BrokenPlace | null {
  // The first of each two sizes; looked up, since a file may hold hundreds of thousands.
  const proofs = new Map<string, Consistency>();
  for (const proof of consistency) {
    const sizes = sizesOf(proof);
    if (!proofs.has(sizes)) proofs.set(sizes, proof);
  }
  for (const [index, head] of heads.entries()) {
    const fault = headFault(heads[index - 1] ?? null, head, proofs);
    if (fault !== null) return { index, id: String(head.tree_size), ...fault };
  }
  const used = new Set(heads.map(({ tree_size: size }) => size));
  const stray = consistency.find(({ first, second }) => !used.has(first) || !used.has(second));
  if (stray === undefined) return null;
  return {
    index: heads.length - 1,
    id: String(stray.second),
    what: 'consistency',
    expected: 'proofs between the heads of this file',
    found: `a proof from ${stray.first} to ${stray.second}`,
  };
}

/** Proofs that nothing is concluded from: a second one for the same sizes, and those that no two neighbours need. */
function idleProofs({ heads, consistency }: LogExport): readonly string[] {
  const needed = new Set<string>();
  for (const [at, { tree_size: second }] of heads.entries()) {
    const first = heads[at - 1]?.tree_size ?? 0;
    if (first > 0 && first !== second) needed.add(sizesOf({ first, second }));
  }
  return consistency.flatMap((proof, at) => (needed.delete(sizesOf(proof)) ? [] : [`consistency[${at}]`]));
}

function sizesOf({ first, second }: Pick<Consistency, 'first' | 'second'>): string {
  return `${first} ${second}`;
}

function headFault(
  before: SignedLogHead | null,
  head: SignedLogHead,
  proofs: ReadonlyMap<string, Consistency>,
): Pick<BrokenPlace, 'what' | 'expected' | 'found'> | null {
  const root = fromHex(head.root) ?? new Uint8Array();
  if (head.tree_size === 0 && !verifyConsistency({ first: 0, second: 0, path: [] }, root, emptyRoot())) {
    return { what: 'root', expected: 'the root of a tree without leaves', found: head.root };
  }
  if (before === null) return null;
  if (head.log_id !== before.log_id) return { what: 'log', expected: before.log_id, found: head.log_id };
  if (head.tree_size < before.tree_size) {
    return { what: 'size', expected: `at least ${before.tree_size} leaves`, found: `${head.tree_size}` };
  }
  if ((parseIsoTime(head.timestamp) ?? 0) < (parseIsoTime(before.timestamp) ?? 0)) {
    return { what: 'time', expected: `not before ${before.timestamp}`, found: head.timestamp };
  }
  const sizes = { first: before.tree_size, second: head.tree_size };
  // Equal sizes, and growth from nothing, are judged without a proof: there is nothing that one could add.
  const proof = sizes.first === sizes.second || sizes.first === 0 ? { ...sizes, path: [] } : proofs.get(sizesOf(sizes));
  const wanted = `a proof from ${sizes.first} to ${sizes.second} leaves`;
  if (proof === undefined) return { what: 'consistency', expected: wanted, found: 'none' };
  const holds = verifyConsistency(proof, fromHex(before.root) ?? new Uint8Array(), root);
  return holds ? null : { what: 'consistency', expected: wanted, found: 'one that does not lead to both roots' };
}
