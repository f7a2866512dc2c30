/** `*.pqledger.json`: blocks of one chain in a row, to be verified offline (docs/formats.md). */
import { CHAIN_NAMES, type ChainName } from '../api/common.ts';
import type { JsonValue } from '../canonical-json.ts';
import { parseStrictJson } from '../strict-json.ts';
import { count, exactly, hash, text, time, Unreadable } from '../strict-members.ts';
import { type AnchorEntry, KIND_FORM, networkOf } from './anchor.ts';
import type { LedgerBlock, LedgerHeader, RestoreMark } from './block.ts';

export const LEDGER_EXPORT_FORMAT = 'svc-ledger-export/v1';
export const LEDGER_EXPORT_EXTENSION = '.pqledger.json';

export interface LedgerExport {
  readonly format: typeof LEDGER_EXPORT_FORMAT;
  readonly network: string;
  /** The ledger that exported it. */
  readonly ledger_id: string;
  readonly exported_at: string;
  /** The highest block at the time of export; null while there was none. Nothing covers it. */
  readonly tip: number | null;
  readonly blocks: readonly LedgerBlock[];
}

export type ExportResult =
  | { readonly ok: true; readonly chain: ChainName; readonly ledger: LedgerExport }
  /** `field` is the member that is wrong, empty where the text is no JSON object. */
  | { readonly ok: false; readonly field: string; readonly message: string };

/** Reads an export strictly: exactly these members, in these forms. Whether it holds is `verifyChain`'s to say. */
export function parseLedgerExport(input: Uint8Array | string): ExportResult {
  const parsed = parseStrictJson(input);
  if (!parsed.ok) return { ok: false, field: '', message: parsed.message };
  try {
    return readExport(parsed.value);
  } catch (error) {
    if (error instanceof Unreadable) return { ok: false, field: error.field, message: error.message };
    throw error;
  }
}

function readExport(value: JsonValue): ExportResult {
  const members = exactly(value, '', ['format', 'network', 'ledger_id', 'exported_at', 'tip', 'blocks']);
  if (members.format !== LEDGER_EXPORT_FORMAT) throw new Unreadable('format', `It is not ${LEDGER_EXPORT_FORMAT}.`);
  const chain = CHAIN_NAMES.find((name) => networkOf(name) === members.network);
  if (chain === undefined) throw new Unreadable('network', 'It is no network of the embedded ledger.');
  const { tip, blocks } = members;
  if (!Array.isArray(blocks)) throw new Unreadable('blocks', 'It is no list.');
  const ledger: LedgerExport = {
    format: LEDGER_EXPORT_FORMAT,
    network: networkOf(chain),
    ledger_id: text(members.ledger_id, 'ledger_id'),
    exported_at: time(members.exported_at, 'exported_at'),
    tip: tip === null ? null : count(tip, 'tip', 1),
    blocks: blocks.map((block: JsonValue, index) => readBlock(block, `blocks[${index}]`)),
  };
  return { ok: true, chain, ledger };
}

function readBlock(value: JsonValue, field: string): LedgerBlock {
  const { header, signature, anchors } = exactly(value, field, ['header', 'signature', 'anchors']);
  if (!Array.isArray(anchors)) throw new Unreadable(`${field}.anchors`, 'It is no list.');
  return {
    header: readHeader(header, `${field}.header`),
    signature: text(signature, `${field}.signature`),
    anchors: anchors.map((entry: JsonValue, index) => readEntry(entry, `${field}.anchors[${index}]`)),
  };
}

const HEADER_MEMBERS = [
  'ledger_id',
  'network',
  'height',
  'previous',
  'anchors_root',
  'anchors',
  'first_position',
  'depth',
  'created_at',
  'restored',
  'keyset_id',
] as const satisfies readonly (keyof LedgerHeader)[];

/** A stored header; null where the text is none. */
export function parseHeader(input: string): LedgerHeader | null {
  const parsed = parseStrictJson(input);
  if (!parsed.ok) return null;
  try {
    return readHeader(parsed.value, 'header');
  } catch (error) {
    if (error instanceof Unreadable) return null;
    throw error;
  }
}

function readHeader(value: JsonValue | undefined, field: string): LedgerHeader {
  const members = exactly(value, field, HEADER_MEMBERS);
  return {
    ledger_id: text(members.ledger_id, `${field}.ledger_id`),
    network: text(members.network, `${field}.network`),
    height: count(members.height, `${field}.height`, 1),
    previous: members.previous === null ? null : hash(members.previous, `${field}.previous`),
    anchors_root: hash(members.anchors_root, `${field}.anchors_root`),
    anchors: count(members.anchors, `${field}.anchors`, 0),
    first_position: count(members.first_position, `${field}.first_position`, 1),
    depth: count(members.depth, `${field}.depth`, 1),
    created_at: time(members.created_at, `${field}.created_at`),
    restored: members.restored === null ? null : readMark(members.restored, `${field}.restored`),
    keyset_id: text(members.keyset_id, `${field}.keyset_id`),
  };
}

function readMark(value: JsonValue | undefined, field: string): RestoreMark {
  const members = exactly(value, field, ['restored_at', 'backup_created_at', 'previous_ledger_id']);
  const { previous_ledger_id: previous } = members;
  return {
    restored_at: time(members.restored_at, `${field}.restored_at`),
    backup_created_at: time(members.backup_created_at, `${field}.backup_created_at`),
    previous_ledger_id: previous === null ? null : text(previous, `${field}.previous_ledger_id`),
  };
}

function readEntry(value: JsonValue, field: string): AnchorEntry {
  const names = ['network', 'ledger_id', 'position', 'kind', 'commitment', 'accepted_at'];
  const members = exactly(value, field, names);
  const kind = text(members.kind, `${field}.kind`);
  if (!KIND_FORM.test(kind)) throw new Unreadable(`${field}.kind`, 'It is no kind of anchor.');
  return {
    network: text(members.network, `${field}.network`),
    ledger_id: text(members.ledger_id, `${field}.ledger_id`),
    position: count(members.position, `${field}.position`, 1),
    kind,
    commitment: hash(members.commitment, `${field}.commitment`),
    accepted_at: time(members.accepted_at, `${field}.accepted_at`),
  };
}
