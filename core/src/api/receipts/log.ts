import Type from 'typebox';
import { base64, ChainName, Count, Hex64, IsoTime, ListQuery, nullable, object, pageOf, text } from '../common.ts';
import { endpoint, group } from '../endpoint.ts';

/** A signed tree head: the body that is signed is this object without `signature`. */
export const LogHead = object({
  log_id: text(100, 'The log. A restore begins another one over the same leaves.'),
  tree_size: Count,
  root: Hex64,
  timestamp: IsoTime,
  keyset_id: text(200, 'The `service` set that signs.'),
  signature: base64('ML-DSA-65 over the head without this member, a statement of the kind `log-head`.'),
});

const Anchor = nullable(
  object({
    chain: ChainName,
    network: Type.String({ description: '`embedded:<chain>`: a ledger of this service, not the public network.' }),
    tx: Type.String(),
    commitment: Hex64,
    confirmed: Type.Boolean(),
  }),
);

const HeadEntry = object({
  head: LogHead,
  is_current_log: Type.Boolean({ description: 'False for a head of a log that a restore has ended.' }),
  restored: nullable(object({ restored_at: IsoTime, backup_created_at: IsoTime, first_size: Count })),
  anchor: Anchor,
});

const path = Type.Array(Hex64, { description: 'Sibling hashes in the order of RFC 9162, from the leaf upwards.' });

const TREE_SENTENCE = 'Leaf: SHA-256 of a 00 byte and the data; node: SHA-256 of a 01 byte, left and right (RFC 6962).';
const KEPT_SENTENCE =
  'A head protects only whoever keeps it elsewhere: a service that shows different logs to different readers is found out by comparing heads.';

export const log = group({
  head: endpoint({
    id: 'receipts.log.head',
    service: 'receipts',
    method: 'GET',
    path: '/log/head',
    response: HeadEntry,
    auth: 'none',
    scope: null,
    minTier: null,
    units: 0,
    errors: [],
    summary: "The newest signed head of the service's log.",
    description: `The log holds every node of an agent, by its node hash, and every receipt, by its on_chain_hash, in the order in which they were stored. ${TREE_SENTENCE} Where leaves were added since the last head, another one is signed. \`restored\` is set where a restore began the log. ${KEPT_SENTENCE}`,
    example: {},
  }),
  heads: endpoint({
    id: 'receipts.log.heads',
    service: 'receipts',
    method: 'GET',
    path: '/log/heads',
    query: ListQuery,
    response: pageOf(HeadEntry),
    auth: 'none',
    scope: null,
    minTier: null,
    units: 0,
    errors: [],
    summary: 'The heads that were signed, the newest first.',
    description: `Those of logs that a restore has ended are among them, marked. ${KEPT_SENTENCE}`,
    example: { query: { limit: 10 } },
  }),
  inclusion: endpoint({
    id: 'receipts.log.inclusion',
    service: 'receipts',
    method: 'GET',
    path: '/log/inclusion',
    query: object({
      index: Type.Optional(Type.Integer({ minimum: 0, description: 'The position of a leaf, from 0.' })),
      node_id: Type.Optional(text(200, 'A node of an agent.')),
      hash: Type.Optional({ ...Hex64, description: 'A node hash or an on_chain_hash.' }),
      tree_size: Type.Optional(
        Type.Integer({ minimum: 1, description: 'The tree of so many leaves; that of the newest head unless stated.' }),
      ),
    }),
    response: object({
      index: Count,
      tree_size: Type.Integer({ minimum: 1 }),
      data: { ...Hex64, description: 'What the leaf stands for: a node hash or an on_chain_hash.' },
      path,
      root: Hex64,
      head: { ...nullable(LogHead), description: 'The signed head of this size; null where none was signed.' },
    }),
    auth: 'none',
    scope: null,
    minTier: null,
    units: 0,
    errors: ['NOT_FOUND'],
    summary: 'The proof that something is in the log.',
    description: `Takes exactly one of \`index\`, \`node_id\` and \`hash\`; none or several are 400. A leaf or tree that the log does not have answers NOT_FOUND. ${TREE_SENTENCE}`,
    example: {
      query: { hash: 'ab01cd23ef45ab01cd23ef45ab01cd23ef45ab01cd23ef45ab01cd23ef45ab01' },
      after: { operation: 'receipts.receipts.create', use: { 'query.hash': 'on_chain_hash' } },
    },
  }),
  consistency: endpoint({
    id: 'receipts.log.consistency',
    service: 'receipts',
    method: 'GET',
    path: '/log/consistency',
    query: object({
      first: Type.Integer({ minimum: 0, description: 'Size of the earlier tree.' }),
      second: Type.Integer({ minimum: 0, description: 'Size of the later tree.' }),
    }),
    response: object({
      first: Count,
      second: Count,
      first_root: Hex64,
      second_root: Hex64,
      path: { ...path, description: 'The hashes of RFC 9162 section 2.1.4, in their order.' },
    }),
    auth: 'none',
    scope: null,
    minTier: null,
    units: 0,
    errors: ['NOT_FOUND'],
    summary: 'The proof that the log has only grown from one size to another.',
    description:
      'Shows that all leaves of the earlier tree stand in the same places of the later one: compare the roots with those of heads that you have kept. Sizes in the wrong order are 400; one that the log has not reached answers NOT_FOUND.',
    example: {
      query: { first: 1, second: 1 },
      after: { operation: 'receipts.receipts.create', use: {} },
    },
  }),
  tile: endpoint({
    id: 'receipts.log.tile',
    service: 'receipts',
    method: 'GET',
    path: '/log/tiles/:level/:index',
    params: object({
      level: Type.String({
        pattern: '^[0-6]$',
        'x-expects': 'a level from 0 to 6',
        description: 'Tiles of level 0 hold leaf hashes.',
      }),
      index: Type.String({
        pattern: '^(?:0|[1-9][0-9]{0,13})$',
        'x-expects': 'a whole number of at most 14 digits',
        description: 'Counts from 0 within the level.',
      }),
    }),
    response: object({
      level: Count,
      index: Count,
      width: Type.Integer({ minimum: 1, maximum: 256, description: 'How many hashes it has so far; 256 is full.' }),
      hashes: base64('So many times 32 bytes.'),
    }),
    auth: 'none',
    scope: null,
    minTier: null,
    units: 0,
    errors: ['NOT_FOUND'],
    summary: 'A tile of the log: up to 256 hashes.',
    description:
      'For whoever checks or mirrors the whole log. Hash i of tile n of level t is that of the complete subtree of height 8·t with the number 256·n + i (C2SP tlog-tiles). A full tile never changes.',
    example: {
      params: { level: '0', index: '0' },
      after: { operation: 'receipts.receipts.create', use: {} },
    },
  }),
});
