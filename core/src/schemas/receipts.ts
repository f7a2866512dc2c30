/** Receipts, the log and the embedded ledger. */
import { CHAIN_NAMES } from '../api/common.ts';
import { type AnchorEntry as AnchorEntryType, KIND_FORM, networkOf } from '../ledger/anchor.ts';
import type { LedgerHeader as LedgerHeaderType } from '../ledger/block.ts';
import { LEDGER_EXPORT_FORMAT } from '../ledger/export.ts';
import { LOG_EXPORT_FORMAT } from '../log/verify-log.ts';
import { COMPACT_RECEIPT_LENGTH, HANDLE_LENGTH } from '../receipt/handle.ts';
import { RECEIPT_SLOTS } from '../receipt/receipt.ts';
import { SUBSTRATE_LENGTH } from '../receipt/substrate.ts';
import {
  atLeast,
  base64,
  count,
  exactly,
  fixed,
  hash,
  hex,
  list,
  type MembersOf,
  matching,
  named,
  oneOf,
  optional,
  orNull,
  text,
  time,
} from './kit.ts';

export const Receipt = named('Receipt', {
  ...atLeast({
    on_chain_hash: hash('SHA3-256 of the substrate: what is signed and anchored.'),
    substrate_hex: hex(SUBSTRATE_LENGTH),
    receipt_hex: hex(COMPACT_RECEIPT_LENGTH, 'The compact receipt.'),
    handle: optional(hex(HANDLE_LENGTH)),
    commitment: optional(hash('SHA3-256 of the payload.')),
    computation_type: optional(count(0, undefined, 255)),
    issued_at: optional(time()),
    signatures: optional(
      exactly(Object.fromEntries(RECEIPT_SLOTS.map((slot) => [slot, text('A signature in base64.')]))),
    ),
    keyset_id: optional(text()),
    receipt_id: optional(text()),
    verification_url: optional(text()),
  }),
  dependentRequired: { signatures: ['keyset_id'] },
});

const head = {
  log_id: text(),
  tree_size: count(0),
  root: hash(),
  timestamp: time(),
  keyset_id: text('The `service` set that signed.'),
};

/** A statement of kind `log-head` without its signature. */
export const LogHeadBody = exactly(head);
export const LogHead = named(
  'LogHead',
  exactly({ ...head, signature: base64('ML-DSA-65, a statement of kind `log-head`.') }),
);

/** Sibling hashes from the leaf upwards (RFC 9162). */
export const path = list(hash());

export const LogExport = exactly({
  format: fixed(LOG_EXPORT_FORMAT),
  exported_at: time('Covered by nothing.'),
  heads: list(LogHead, 'In the order in which they were signed.', { minItems: 1 }),
  consistency: list(exactly({ first: count(0), second: count(0), path })),
});

export const LedgerHeader = named(
  'LedgerHeader',
  exactly({
    ledger_id: text(),
    network: text(),
    height: count(1),
    previous: orNull(hash(), 'SHA3-256 of the JCS of the header before; null in block 1.'),
    anchors_root: hash(),
    anchors: count(0, 'How many entries the block has.'),
    first_position: count(1),
    depth: count(1, 'Confirmations that the anchors of this block need.'),
    created_at: time(),
    restored: orNull(
      exactly({ restored_at: time(), backup_created_at: time(), previous_ledger_id: orNull(text()) }),
      'In the first block of a ledger that began with a restore.',
    ),
    keyset_id: text('The `service` set that signed.'),
  } satisfies MembersOf<LedgerHeaderType>),
);

export const AnchorEntry = named(
  'AnchorEntry',
  exactly({
    network: text(),
    ledger_id: text(),
    position: count(1),
    kind: matching(KIND_FORM),
    commitment: hash(),
    accepted_at: time(),
  } satisfies MembersOf<AnchorEntryType>),
);

export const LedgerExport = exactly({
  format: fixed(LEDGER_EXPORT_FORMAT),
  network: oneOf(CHAIN_NAMES.map(networkOf)),
  ledger_id: text(),
  exported_at: time('Covered by nothing.'),
  tip: orNull(count(1), 'The height of the newest block; covered by nothing.'),
  blocks: list(
    exactly({
      header: LedgerHeader,
      signature: text('Base64, ML-DSA-65: a statement of kind `ledger-header`.'),
      anchors: list(AnchorEntry),
    }),
  ),
});
