import Type from 'typebox';
import { base64, ChainName, Count, Hex64, IsoTime, ListQuery, nullable, object, pageOf } from '../common.ts';
import { endpoint, group } from '../endpoint.ts';

const Height = Type.Integer({ minimum: 1, description: 'Counts from 1 on each chain.' });
const LedgerId = Type.String({ description: 'Another one after a restore.' });
const Network = Type.String({ description: '`embedded:<chain>`: a ledger of this server, not the public network.' });
const Kind = Type.String({ description: 'What was anchored, for example `document`.' });
const Position = Type.Integer({ minimum: 1, description: 'Counts from 1 on each chain, without gaps.' });
const TransactionHash = Type.String({ maxLength: 88, description: "In the chain's own form." });
const ChainParams = object({ chain: ChainName });

const Entry = object({
  network: Network,
  ledger_id: LedgerId,
  position: Position,
  kind: Kind,
  commitment: Hex64,
  accepted_at: IsoTime,
});

const Header = object(
  {
    ledger_id: LedgerId,
    network: Network,
    height: Height,
    previous: nullable(Hex64),
    anchors_root: Hex64,
    anchors: Count,
    first_position: Position,
    depth: Type.Integer({ minimum: 1, description: 'Confirmations that its anchors need.' }),
    created_at: IsoTime,
    restored: nullable(
      object({
        restored_at: IsoTime,
        backup_created_at: IsoTime,
        previous_ledger_id: nullable(Type.String()),
      }),
    ),
    keyset_id: Type.String(),
  },
  { description: 'The signed body; its hash is SHA3-256 of its JCS.' },
);

const Signature = base64('ML-DSA-65 of the `service` set over `svc-ledger-header/v1` 00 SHA3-256(JCS(header)).');

const Block = object({ header: Header, signature: Signature, anchors: Type.Array(Entry) });

const Anchor = object({
  ...Entry.properties,
  tx_hash: TransactionHash,
  block: Type.Integer({ minimum: 0, description: 'The height of its block; 0 until it is in one.' }),
  confirmations: Count,
  confirmed: Type.Boolean(),
});

const BlockSummary = object({
  height: Height,
  hash: Hex64,
  previous: nullable(Hex64),
  anchors: Count,
  created_at: IsoTime,
  restored: Type.Boolean({ description: 'The first block after a restore.' }),
});

const read = {
  service: 'crypto',
  method: 'GET',
  auth: 'bearer',
  scope: null,
  minTier: null,
  units: 0,
} as const;

/** An attestation first, so that the chain has something to show. */
const AFTER_ATTEST = 'crypto.vault.attest';

export const ledger = group({
  chains: endpoint({
    ...read,
    id: 'crypto.ledger.chains',
    path: '/ledger/chains',
    response: object({
      ledger_id: LedgerId,
      restored: nullable(object({ restored_at: IsoTime, backup_created_at: IsoTime })),
      chains: Type.Array(
        object({
          chain: ChainName,
          network: Network,
          height: Type.Integer({ minimum: 0, description: '0 before the first block.' }),
          head: nullable(Hex64),
          last_block_at: nullable(IsoTime),
          anchors: Count,
          pending: Type.Integer({ minimum: 0, description: 'Anchors that wait for a block.' }),
        }),
      ),
    }),
    errors: [],
    summary: 'The ten chains of the embedded ledger.',
    description:
      'Keep `head` elsewhere: that newer blocks were cut off shows only against a head kept elsewhere. A chain makes blocks while anchors or confirmations are due and rests otherwise.',
    example: {},
  }),
  blocks: endpoint({
    ...read,
    id: 'crypto.ledger.blocks',
    path: '/ledger/chains/:chain/blocks',
    params: ChainParams,
    query: ListQuery,
    response: pageOf(BlockSummary),
    errors: [],
    summary: 'The blocks of a chain, the newest first.',
    description:
      'Like a public chain, the ledger is open to every key of this server: it holds commitments, no contents.',
    example: { params: { chain: 'ethereum' }, query: { limit: 10 } },
  }),
  block: endpoint({
    ...read,
    id: 'crypto.ledger.block',
    path: '/ledger/chains/:chain/blocks/:height',
    params: object({
      chain: ChainName,
      height: Type.String({
        pattern: '^[1-9][0-9]{0,14}$',
        'x-expects': 'a whole number from 1 on, of at most 15 digits',
        description: 'Its height.',
      }),
    }),
    response: object({ ...Block.properties, hash: Hex64 }),
    errors: ['NOT_FOUND'],
    summary: 'A block: header, signature and anchors.',
    description: 'Everything that it takes to verify the block offline, but the key set that signed.',
    example: { params: { chain: 'ethereum', height: '1' } },
  }),
  anchors: endpoint({
    ...read,
    id: 'crypto.ledger.anchors',
    path: '/ledger/chains/:chain/anchors',
    params: ChainParams,
    query: object({
      ...ListQuery.properties,
      kind: Type.Optional(Type.String({ maxLength: 32 })),
      commitment: Type.Optional(Hex64),
    }),
    response: pageOf(Anchor),
    errors: [],
    summary: 'The anchors of a chain, the newest first.',
    description:
      'Of all projects, as on a public chain, and without a word about whose they are. Ask with the `kind` too: a commitment counts only as what it was anchored as.',
    example: { params: { chain: 'ethereum' }, query: { limit: 10 }, after: { operation: AFTER_ATTEST, use: {} } },
  }),
  anchor: endpoint({
    ...read,
    id: 'crypto.ledger.anchor',
    path: '/ledger/chains/:chain/anchors/:tx_hash',
    params: object({ chain: ChainName, tx_hash: TransactionHash }),
    response: object({
      anchor: Anchor,
      proof: nullable(
        object({
          header: Header,
          signature: Signature,
          index: Count,
          size: Type.Integer({ minimum: 1 }),
          path: Type.Array(Hex64, { description: 'Sibling hashes from the leaf upwards.' }),
        }),
      ),
    }),
    errors: ['NOT_FOUND'],
    summary: 'An anchor and the proof that it is in its block.',
    description:
      'The leaf is the JCS of {network, ledger_id, position, kind, commitment, accepted_at}; leaf hash SHA3-256(00, leaf), node SHA3-256(01, left, right), tree of RFC 6962. `proof` is null until a block has taken it in.',
    example: {
      params: { chain: 'ethereum', tx_hash: `0x${'0'.repeat(64)}` },
      after: { operation: AFTER_ATTEST, use: { 'params.tx_hash': 'tx_hash' } },
    },
  }),
  export: endpoint({
    ...read,
    id: 'crypto.ledger.export',
    path: '/ledger/chains/:chain/export',
    params: ChainParams,
    query: object({
      from: Type.Optional(Type.Integer({ minimum: 1, description: 'Height of the first block; 1 unless stated.' })),
      limit: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: 500,
          description: 'At most this many blocks; 500, and fewer where they have many anchors.',
        }),
      ),
    }),
    response: object({
      format: Type.Literal('svc-ledger-export/v1'),
      network: Network,
      ledger_id: LedgerId,
      exported_at: IsoTime,
      tip: nullable(Height),
      blocks: Type.Array(Block),
    }),
    errors: [],
    summary: 'Blocks in a row, to be verified offline.',
    description:
      'Save the answer as `*.pqledger.json`; `touchstone ledger verify --file` checks links, roots and signatures. Fetch on from `from` = last height + 1 while it is below `tip`. Time is by the clock of this server: independent time cannot be verified.',
    example: { params: { chain: 'ethereum' }, query: { limit: 100 } },
  }),
  verify: endpoint({
    ...read,
    auth: 'admin',
    method: 'POST',
    id: 'crypto.ledger.verify',
    path: '/ledger/chains/:chain/verify',
    params: ChainParams,
    response: object({
      intact: Type.Boolean(),
      blocks: Type.Integer({ minimum: 0, description: 'Blocks that hold: all, or those before the broken one.' }),
      anchors: Count,
      broken_at: nullable(Height),
      fault: nullable(
        Type.Enum(['NETWORK', 'HEIGHT', 'LINK', 'TIME', 'LEDGER', 'POSITION', 'ROOT', 'SIGNATURE', 'STORED'], {
          description: '`STORED`: the rows beside the signed text say something else.',
        }),
      ),
      untrusted: Type.Integer({ minimum: 0, description: 'Blocks under a key set that is revoked or not known.' }),
      doubts: Type.Array(
        object(
          {
            code: Type.Enum(['KEY_REVOKED', 'SIGNER_NOT_TRUSTED', 'KEY_SUPERSEDED', 'KEY_NOT_VALID', 'TIME_AHEAD']),
            blocks: Type.Integer({ minimum: 1 }),
          },
          {
            description: 'Blocks that hold and from which nothing is concluded, by reason; the first one decides.',
          },
        ),
      ),
      head: nullable(Hex64),
    }),
    errors: [],
    summary: 'Walk a chain and verify every link, root and signature.',
    description:
      'Ten thousand blocks take some seconds. The same check without this server: `touchstone ledger verify`.',
    example: { params: { chain: 'ethereum' } },
  }),
});
