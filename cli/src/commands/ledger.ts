/** `touchstone ledger`: verifies the embedded ledger, in the data folder or in an exported file, without a server. */

import { existsSync } from 'node:fs';
import path from 'node:path';
import { CHAIN_NAMES } from '@touchstone/core/api/common.ts';
import { heldEditions } from '@touchstone/core/keys/editions.ts';
import type { KeySet } from '@touchstone/core/keys/key-set.ts';
import type { Trust } from '@touchstone/core/keys/trust.ts';
import type { LedgerBlock } from '@touchstone/core/ledger/block.ts';
import { parseLedgerExport } from '@touchstone/core/ledger/export.ts';
import { judgeUnder } from '@touchstone/core/ledger/judge-signature.ts';
import { DOUBT_WORDS, verifyChain } from '@touchstone/core/ledger/verify-chain.ts';
import { parseIsoTime } from '@touchstone/core/time.ts';
import type { SignerDoubt } from '@touchstone/core/verdict/conclusion.ts';
import { CHECK_STATUS_WORDS, OUTCOME_WORDS } from '@touchstone/core/verdict/outcome-words.ts';
import { trustUsed, type UsedEdition } from '@touchstone/core/verdict/trust-used.ts';
import type { CheckStatus, TrustSource, TrustUsed } from '@touchstone/core/verdict/verification-report.ts';
import { LEDGER_FAULTS, serviceSets } from '@touchstone/server/ledger/doctor.ts';
import { type StoredVerdict, verifyStoredChain } from '@touchstone/server/ledger/verify-ledger.ts';
import { type DatabasePlace, databasePlace, hasKeyFile } from '@touchstone/server/store/sqlite/database-place.ts';
import { type Inspection, inspectDatabase } from '@touchstone/server/store/sqlite/inspect.ts';
import { storageFaultOf, storageSentence } from '@touchstone/server/store/storage-fault.ts';
import { type Context, dataFolderOf, say, sayJson } from '../command-line/context.ts';
import { asksForHelp, type Options, readOptions } from '../command-line/options.ts';
import { readBytes } from '../files/read-and-write.ts';
import { signatures } from '../keys/signing.ts';
import { DATA_FOLDER, Refusal, systemReason } from '../terminal/refusal.ts';
import { shown } from '../terminal/terminal.ts';
import { keySetText } from '../verifier/print.ts';
import { readTrust, trustOf } from '../verifier/trust.ts';

const HELP = `touchstone ledger verifies the embedded ledger without a server and without a network.

Usage:
  touchstone ledger verify [--data-dir DIR] [--json]
      verifies all ten chains of a data folder, even while a server is using the folder: links, Merkle roots, signatures,
      and that every row says what was signed. The keys are those of the folder itself.
  touchstone ledger verify --file EXPORT --keys FILE [--json]
      verifies an exported *.pqledger.json file. --keys names the key sets of the service that you trust (a
      *.pqkeys.json file, or a saved answer of GET /api/svc-key/keys/public); key sets pinned in the data folder are used too.

Not verifiable: that the clock of the service was right, and that no newer blocks were cut off. Compare the head with one
that was kept somewhere else.
Exit codes: 0 verified, 1 a block failed, 2 wrong command line or unreadable file, 3 inconclusive: the blocks are intact,
but who signed or when is unknown, 4 the database cannot be read.
`;

interface ChainReport {
  readonly network: string;
  readonly outcome: 'VERIFIED' | 'FAILED' | 'PENDING';
  /** Why nothing is concluded; null for the other outcomes. */
  readonly code: SignerDoubt | null;
  readonly blocks: number;
  readonly anchors: number;
  readonly first_height: number | null;
  readonly head: { readonly height: number; readonly hash: string } | null;
  readonly broken_at: number | null;
  readonly fault: string | null;
  readonly checks: readonly { readonly id: string; readonly status: CheckStatus; readonly reason?: string }[];
  /** What an exported file was judged by; the keys of a data folder are its own. */
  readonly trust_source?: TrustSource | null;
  readonly trust?: TrustUsed;
}

export async function ledger(args: readonly string[], context: Context): Promise<number> {
  const [action, ...rest] = args;
  if (action === undefined || action === '--help' || action === '-h' || asksForHelp(rest)) {
    say(HELP.trimEnd());
    return action === undefined ? 2 : 0;
  }
  if (action !== 'verify') throw new Refusal(`Unknown action ${JSON.stringify(action)}. The only action is verify.`);
  const options = readOptions(rest, { flags: ['--json'], single: ['--data-dir', '--file'], many: ['--keys'] });
  const file = options.value('--file');
  if (file === undefined && options.has('--keys')) throw new Refusal('--keys works only with --file.');
  const reports =
    file === undefined ? await verifyFolder(options, context.now()) : [await verifyFile(options, file, context.now())];
  if (options.has('--json')) sayJson({ results: reports }, 2);
  else for (const report of reports) print(report);
  if (reports.some(({ outcome }) => outcome === 'FAILED')) return 1;
  return reports.some(({ outcome }) => outcome === 'PENDING') ? 3 : 0;
}

async function verifyFolder(options: Options, now: number): Promise<readonly ChainReport[]> {
  const folder = dataFolderOf(options);
  const database = path.join(folder, 'touchstone.db');
  if (!existsSync(folder)) throw new Refusal(`${folder} does not exist.`);
  requireDatabase(databasePlace(folder));
  if (!existsSync(database)) throw new Refusal(`${folder} contains no database.`);
  const inspection = opened(database);
  try {
    requireDatabase(inspection.place(hasKeyFile(folder)));
    if (inspection.schemaFaults().some(({ kind }) => kind !== 'foreign')) {
      throw new Refusal(`${folder} has another schema than this version. See touchstone doctor.`);
    }
    const judge = judgeUnder(await serviceSets(inspection.db), readTrust(folder), signatures, now);
    const reports: ChainReport[] = [];
    for (const chain of CHAIN_NAMES) {
      const verdict = await verifyStoredChain(inspection.db, chain, judge);
      reports.push(reportOf(`embedded:${chain}`, verdict, []));
    }
    return reports;
  } finally {
    await inspection.close();
  }
}

function opened(file: string): Inspection {
  try {
    return inspectDatabase(file);
  } catch (error) {
    const fault = storageFaultOf(error);
    const reason = fault === null ? `${systemReason(error)}.` : storageSentence(fault);
    throw new Refusal(`${file} cannot be opened: ${reason}`, DATA_FOLDER);
  }
}

function requireDatabase(place: DatabasePlace): void {
  if (place.kind === 'refused') throw new Refusal(`${place.found} ${place.action}`, DATA_FOLDER);
}

async function verifyFile(options: Options, file: string, now: number): Promise<ChainReport> {
  const parsed = parseLedgerExport(readBytes(file));
  if (!parsed.ok) {
    const where = parsed.field === '' ? '' : `, ${shown(parsed.field)}`;
    throw new Refusal(`${file}${where}: ${parsed.message}`);
  }
  const keys = options.values('--keys');
  const named = { dataFolder: dataFolderOf(options), keys, revocations: [], isPinnedOnly: false };
  const trust = await trustOf(named, signatures, now);
  const sets: readonly KeySet[] = heldEditions(trust).map(({ keySet }) => keySet);
  const { chain, ledger: exported } = parsed;
  const [first] = exported.blocks;
  const isWhole = first === undefined || first.header.height === 1;
  const verdict = await verifyChain(chain, exported.blocks, judgeUnder(sets, trust, signatures, now), isWhole);
  const before = isWhole
    ? []
    : [{ id: 'earlier_blocks', status: 'not_performed' as const, reason: 'The file does not start with block 1.' }];
  const report = reportOf(exported.network, { ...verdict, pending: 0 }, before);
  const used = signersOf(trust, exported.blocks);
  return { ...report, ...trustUsed(trust, used, report.outcome === 'VERIFIED', now) };
}

/** The editions that the headers name, each with the last time that it signed. */
function signersOf(trust: Trust, blocks: readonly LedgerBlock[]): readonly UsedEdition[] {
  const times = new Map(blocks.map(({ header }) => [header.keyset_id, parseIsoTime(header.created_at)]));
  return heldEditions(trust).flatMap((edition) => {
    const boundAt = times.get(edition.keySet.keyset_id);
    return edition.keySet.use !== 'service' || boundAt === undefined ? [] : [{ edition, boundAt }];
  });
}

function reportOf(network: string, verdict: StoredVerdict, more: ChainReport['checks']): ChainReport {
  const { brokenAt, doubts, head, firstHeight } = verdict;
  const isSigner = brokenAt?.fault === 'SIGNATURE';
  const structure = brokenAt === null || isSigner;
  const reason = brokenAt === null ? undefined : `Block ${brokenAt.height}: ${LEDGER_FAULTS[brokenAt.fault]}.`;
  const [doubt] = doubts;
  const open = doubts.map(({ code, blocks }) => `${counted(blocks, 'block')}: ${DOUBT_WORDS[code]}.`).join(' ');
  return {
    network,
    outcome: brokenAt !== null ? 'FAILED' : doubt === undefined ? 'VERIFIED' : 'PENDING',
    code: brokenAt === null ? (doubt?.code ?? null) : null,
    blocks: verdict.blocks,
    anchors: verdict.anchors,
    first_height: firstHeight,
    head,
    broken_at: brokenAt?.height ?? null,
    fault: brokenAt?.fault ?? null,
    checks: [
      { id: 'links_and_roots', ...(structure ? { status: 'passed' } : { status: 'failed', reason: reason ?? '' }) },
      isSigner
        ? { id: 'signatures', status: 'failed', reason: reason ?? '' }
        : { id: 'signatures', ...(doubt === undefined ? { status: 'passed' } : { status: 'pending', reason: open }) },
      ...more,
      { id: 'independent_time', status: 'not_performed', reason: NO_TIME },
      { id: 'cut_tail', status: 'not_performed', reason: NO_TAIL },
    ],
  };
}

const NO_TIME = 'Times come from the clock of the service; no independent witness has seen this ledger.';
const NO_TAIL = 'Only a head kept somewhere else can show that newer blocks were cut off.';

/** Words for people; the codes stay in `--json` (decisions 12.17). */
function print({ network, outcome, code, blocks, anchors, head, checks, trust }: ChainReport): void {
  const heading = code === null ? OUTCOME_WORDS[outcome] : `${OUTCOME_WORDS[outcome]}, ${code}`;
  say(`${heading}  ${network}: ${counted(blocks, 'block')}, ${counted(anchors, 'anchor')}`);
  const line = (label: string, text: string) => say(`  ${label.padEnd(11)}  ${text}`);
  if (head !== null) line('head', `block ${head.height}, ${head.hash}`);
  for (const set of trust?.key_sets ?? []) line('key set', keySetText(set));
  for (const note of trust?.notes ?? []) line('note', shown(note));
  for (const { id, status, reason } of checks) {
    if (status !== 'failed' && status !== 'pending') continue;
    line(CHECK_STATUS_WORDS[status], `${nameOf(id)}: ${shown(reason ?? '')}`);
  }
  const open = checks.filter(({ status }) => status === 'not_performed').map(({ id }) => nameOf(id));
  if (blocks > 0) line(CHECK_STATUS_WORDS.not_performed, open.join(', '));
}

function nameOf(check: string): string {
  return check.replaceAll('_', ' ');
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
