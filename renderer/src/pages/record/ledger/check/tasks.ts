/** The tasks of the Ledger page's worker, without the worker: what they need from outside is handed in. */
import type { ChainName } from '@touchstone/core/api/common.ts';
import type { JsonObject } from '@touchstone/core/canonical-json.ts';
import { readKeySet } from '@touchstone/core/keys/key-set.ts';
import type { LedgerBlock } from '@touchstone/core/ledger/block.ts';
import { LEDGER_EXPORT_FORMAT, type LedgerExport, parseLedgerExport } from '@touchstone/core/ledger/export.ts';
import type { SignatureVerifier } from '@touchstone/core/sign/family.ts';
import { MAX_FILE_BYTES } from '@touchstone/core/strict-json.ts';
import { words } from '../../../../words/record/ledger-checks.ts';
import { judgeAnchor } from './anchor-report.ts';
import type { LedgerResult, LedgerTask, StatedKeys } from './messages.ts';
import { type LedgerKeys, walkLedger } from './report.ts';

/** Blocks between two chances to hear that nobody waits any more. */
const PAUSE_EVERY = 8;

export interface TaskOutside {
  readonly verifier: SignatureVerifier;
  /** The export from a height on, as the server answers it. */
  readonly part: (from: number) => Promise<JsonObject>;
  readonly onProgress: (blocks: number, of: number | null) => void;
  /** Lets messages in; rejects where the task was cancelled. */
  readonly pause: () => Promise<void>;
}

/** A part of the chain that is no export of it. */
class Unreadable extends Error {
  readonly field: string;
  constructor(field: string, message: string) {
    super(message);
    this.field = field;
  }
}

export async function runTask(task: LedgerTask, outside: TaskOutside): Promise<LedgerResult> {
  try {
    return await run(task, outside);
  } catch (error) {
    if (error instanceof Unreadable) return { kind: 'unreadable', field: error.field, message: error.message };
    throw error;
  }
}

async function run(task: LedgerTask, outside: TaskOutside): Promise<LedgerResult> {
  const { verifier } = outside;
  const now = Date.now();
  switch (task.kind) {
    case 'chain': {
      const keys = keysOf(task.keys);
      const seen = { ledgerId: '' };
      const blocks = fetchedBlocks(task.chain, outside, seen);
      const options = { keys, verifier, now, isWhole: true, kept: task.kept, isToTip: true };
      const report = await walkLedger(task.chain, blocks, options);
      return { kind: 'report', report, ledgerId: seen.ledgerId };
    }
    case 'file': {
      const { chain, ledger } = await readFile(task.file);
      const isWhole = ledger.blocks[0] === undefined || ledger.blocks[0].header.height === 1;
      const options = { keys: keysOf(task.keys), verifier, now, isWhole, kept: null, isToTip: true };
      const report = await walkLedger(chain, paced(ledger.blocks, outside), options);
      return { kind: 'report', report, ledgerId: ledger.ledger_id };
    }
    case 'block': {
      const isWhole = task.block.header.height === 1;
      const options = { keys: keysOf(task.keys), verifier, now, isWhole, kept: null, isToTip: false };
      const report = await walkLedger(task.chain, [task.block], options);
      return { kind: 'report', report, ledgerId: task.block.header.ledger_id };
    }
    case 'anchor':
      return { kind: 'anchor', report: await judgeAnchor(task.chain, task.anchor, keysOf(task.keys), verifier, now) };
    case 'export':
      return exportChain(task.chain, outside);
  }
}

/** The chain's export from block 1 to the tip, part by part, read strictly. */
async function* fetchedParts(chain: ChainName, { part }: TaskOutside): AsyncGenerator<LedgerExport> {
  let from = 1;
  for (;;) {
    const parsed = parseLedgerExport(JSON.stringify(await part(from)));
    if (!parsed.ok) throw new Unreadable(parsed.field, parsed.message);
    if (parsed.chain !== chain) throw new Unreadable('network', words.unreadable.otherChain);
    yield parsed.ledger;
    const { tip, blocks } = parsed.ledger;
    // The heights are not believed here: what is counted is what came.
    from += blocks.length;
    if (blocks.length === 0 || tip === null || from > tip) return;
  }
}

async function* fetchedBlocks(
  chain: ChainName,
  outside: TaskOutside,
  seen: { ledgerId: string },
): AsyncGenerator<LedgerBlock> {
  let count = 0;
  for await (const { ledger_id, tip, blocks } of fetchedParts(chain, outside)) {
    seen.ledgerId = ledger_id;
    for (const block of blocks) {
      if (count % PAUSE_EVERY === 0) await outside.pause();
      yield block;
      count++;
      if (count % PAUSE_EVERY === 0) outside.onProgress(count, tip);
    }
    // The tip grows while blocks are made; what is missing at the end is not there.
    if (blocks.length === 0 && tip !== null && count < tip) {
      throw new Unreadable('blocks', words.unreadable.tooFew(tip, count));
    }
  }
}

async function* paced(blocks: readonly LedgerBlock[], outside: TaskOutside): AsyncGenerator<LedgerBlock> {
  for (const [index, block] of blocks.entries()) {
    if (index % PAUSE_EVERY === 0) {
      await outside.pause();
      outside.onProgress(index, blocks.length);
    }
    yield block;
  }
}

/** All blocks in one file. Its pieces stay out of the heap: a long chain has a hundred megabytes. */
async function exportChain(chain: ChainName, outside: TaskOutside): Promise<LedgerResult> {
  const pieces: string[] = [];
  let last: LedgerExport | null = null;
  let count = 0;
  for await (const part of fetchedParts(chain, outside)) {
    for (const block of part.blocks) pieces.push(`${count++ === 0 ? '' : ','}\n${JSON.stringify(block)}`);
    last = part;
    await outside.pause();
    outside.onProgress(count, part.tip);
  }
  if (last === null) throw new Unreadable('', words.unreadable.nothing);
  const { network, ledger_id, exported_at, tip } = last;
  const head = JSON.stringify({ format: LEDGER_EXPORT_FORMAT, network, ledger_id, exported_at, tip });
  const file = new Blob([`${head.slice(0, -1)},"blocks":[`, ...pieces, '\n]}\n'], { type: 'application/json' });
  return { kind: 'export', file, blocks: count };
}

async function readFile(file: Blob) {
  if (file.size > MAX_FILE_BYTES) throw new Unreadable('', words.unreadable.tooLarge);
  let bytes: Uint8Array;
  try {
    bytes = new Uint8Array(await file.arrayBuffer());
  } catch {
    throw new Unreadable('', words.unreadable.unread);
  }
  const parsed = parseLedgerExport(bytes);
  if (!parsed.ok) throw new Unreadable(parsed.field, parsed.message);
  return parsed;
}

function keysOf({ published, trust }: StatedKeys): LedgerKeys {
  const read = published.map((keySet) => readKeySet(keySet));
  return { published: read.flatMap((result) => (result.ok ? [result.keySet] : [])), trust };
}
