/** What `touchstone … --json` prints; members are only ever added. */
import Type from 'typebox';
import { sessions } from '../api/agents/sessions.ts';
import { CHAIN_NAMES } from '../api/common.ts';
import { mpc } from '../api/crypto/mpc.ts';
import { EDITION_STATE_WORDS } from '../keys/edition-state.ts';
import { networkOf } from '../ledger/anchor.ts';
import { DOUBT_WORDS } from '../ledger/verify-chain.ts';
import { CHECK_STATUS_WORDS } from '../verdict/outcome-words.ts';
import { KeySet, TrustStore2Members } from './keys.ts';
import { anyText, count, either, exactly, fixed, hash, list, oneOf, optional, orNull, text, time } from './kit.ts';
import { trustMembers } from './reports.ts';

export const Doctor = exactly({
  data_dir: text(),
  checked_at: time(),
  status: oneOf(['ok', 'warning', 'problem']),
  summary: exactly({ ok: count(0), warning: count(0), problem: count(0) }),
  findings: list(
    exactly({
      check: text('Stable.'),
      status: oneOf(['ok', 'warning', 'problem']),
      message: text('For people; may change.'),
      action: orNull(text()),
    }),
  ),
});

export const KeysList = exactly({
  data_dir: text(),
  trust_store: exactly(TrustStore2Members, 'The trust store without its checksum.'),
  states: list(exactly({ fingerprint: hash(), state: oneOf(Object.keys(EDITION_STATE_WORDS)) })),
  own_key_sets: list(exactly({ key_set: KeySet, secret_file: text() })),
});

export const KeysService = exactly({
  data_dir: text(),
  key_sets: list(exactly({ key_set: KeySet, state: oneOf(['current', 'retired', 'revoked']) })),
});

export const Serve = either([
  exactly({
    url: text(),
    console_url: orNull(text()),
    admin_token: text('A secret.'),
    pid: count(1),
    version: text(),
  }),
  exactly(
    {
      error: fixed('ROLLED_BACK'),
      behind: exactly({
        commits: orNull(count(0), 'Marks that were written since the database was as it is.'),
        chains: list(text(), 'Those that lack what the mark says of them.'),
        mark: oneOf(['there', 'missing', 'damaged']),
      }),
    },
    'Instead, with exit code 4.',
  ),
]);

export const LedgerVerify = exactly({
  results: list(
    exactly({
      network: oneOf(CHAIN_NAMES.map(networkOf)),
      outcome: oneOf(['VERIFIED', 'FAILED', 'PENDING']),
      code: orNull(oneOf(Object.keys(DOUBT_WORDS))),
      blocks: count(0),
      anchors: count(0),
      first_height: orNull(count(1)),
      head: orNull(exactly({ height: count(1), hash: hash() })),
      broken_at: orNull(count(1)),
      fault: orNull(oneOf(['NETWORK', 'HEIGHT', 'LINK', 'TIME', 'LEDGER', 'POSITION', 'ROOT', 'SIGNATURE', 'STORED'])),
      checks: list(
        exactly({ id: text(), status: oneOf(Object.keys(CHECK_STATUS_WORDS)), reason: optional(anyText()) }),
      ),
      trust_source: optional(trustMembers.trust_source),
      trust: optional(trustMembers.trust),
    }),
  ),
});

export const AgentsList = exactly({
  items: sessions.list.response.properties.items,
  next_cursor: orNull(text()),
});

export const AgentsShow = exactly({
  session: sessions.read.response,
  nodes: sessions.nodes.response.properties.items,
});

export const AgentsDeliver = exactly({
  folder: text(),
  sessions: list(
    exactly({
      session_id: text(),
      outcome: oneOf(['delivered', 'refused', 'waiting', 'not_found', 'in_use', 'unreadable']),
      delivered: count(0),
      waiting: count(0),
      refused: list(exactly({ operation: text(), code: text(), message: anyText() })),
      reason: orNull(text()),
    }),
  ),
});

export const AgentsImport = exactly({
  sessions: list(
    exactly({
      trace_id: text(),
      agent_id: text(),
      session_id: text(),
      acts: count(0),
      left_out: count(0),
      root: hash(),
      imported: text('That these receipts were made elsewhere, in words.'),
    }),
  ),
});

const { state, needed, contributed, has_tokens } = mpc.get.response.properties;

export const JointShow = exactly({
  session_id: text(),
  computation: text(),
  custom: optional(Type.Object({}, { description: 'As in the description of the session.' })),
  participants: list(text()),
  expires_at: time(),
  state,
  needed,
  contributed,
  has_tokens,
  result: optional(Type.Number()),
  session_sha3_256: hash(),
  trust_model: text(),
});

export const JointContribute = exactly({
  session_id: text(),
  participant_id: text(),
  bytes: count(1),
  sha3_256: hash('Of the bytes of `encrypted_share`.'),
  session_sha3_256: hash(),
  contributions: count(1),
  needed: count(2),
});

/** Where the service did not answer that it took the shares. */
export const JointUnconfirmed = exactly({
  session_id: text(),
  participant_id: text(),
  bytes: count(1),
  sha3_256: hash('Of the bytes of `encrypted_share`, which may have gone in.'),
  session_sha3_256: hash(),
  error: exactly({ code: Type.Literal('UNCONFIRMED'), message: text() }),
});
