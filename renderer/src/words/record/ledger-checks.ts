import type { BlockFault } from '@touchstone/core/ledger/verify-chain.ts';
import { formatCount } from '../../lib/format.ts';
import { counted } from '../count.ts';

const blocks = (count: number) => counted(count, 'block', 'blocks');
const anchors = (count: number) => counted(count, 'anchor', 'anchors');

/** What a fault of a block is, as the end of a sentence. */
const faults: Readonly<Record<BlockFault, string>> = {
  NETWORK: 'it belongs to another chain',
  HEIGHT: 'its height does not follow: a block was removed, inserted or moved',
  LINK: 'it does not name the hash of the previous block: one of the two was changed or moved',
  TIME: 'it is older than the previous block',
  LEDGER: 'another ledger continues here without the mark of a restore',
  POSITION: 'its anchors are not those that follow the previous ones, or not as many as it states',
  ROOT: 'its anchors are not those that its Merkle root covers',
  SIGNATURE: 'its header is not signed by the key set that it names',
};

/** What the worker of the Ledger page says about chains, blocks and anchors. Without React: it runs in that worker. */
export const words = {
  faults,
  notHold: (height: number, fault: BlockFault) => `Block ${formatCount(height)} does not hold: ${faults[fault]}.`,
  doubtful: (count: number, doubt: string) => `${counted(count, 'header', 'headers')}: ${doubt}.`,

  links: 'Each block names the hash of the previous block, heights follow without a gap, and no block is older.',
  roots: 'The anchors of each block are those that its Merkle root covers.',
  headers: 'Each header is signed with ML-DSA-65 by the key set that it names.',
  stopped: (height: number, count: number) =>
    `The walk stopped at block ${formatCount(height)}. Blocks before it that hold: ${formatCount(count)}.`,
  noBlock: 'There is no block.',
  oneBlock: 'Only this block was read: the previous block was not checked.',
  unknownHeaders: (untrusted: number, all: number) =>
    `${untrusted} of ${all} headers name a key set that is not known here, or whose key is revoked.`,

  signers: {
    pinned: 'The key set that signed is pinned in the trust store of this machine.',
    own: 'Signed by the service on this machine; others must pin its key set first.',
    published:
      'Only the service itself says that the key set which signed is its own; nobody on this machine has pinned it.',
    revoked: 'The key that signed is revoked on this machine.',
    unknown: 'The key set that signed is not known here.',
  },
  noBlockHolds: 'No block holds.',
  invalidSignature: 'The signature is not valid.',
  unknownSigner: 'The key set is not known here, or its key is revoked.',

  kept: {
    same: (height: number) => `Block ${height}, which the console saw earlier, is still the same.`,
    outside: (height: number) => `Block ${height}, which the console saw earlier, is not part of this file.`,
    beginsLater: 'The file begins later.',
    restored: (height: number) =>
      `Block ${height}, which the console saw earlier, is gone. The ledger says that a backup was restored since; compare that with what you know.`,
    gone: (height: number, end: number) =>
      `Block ${height}, which the console saw earlier, is gone: the chain ends at block ${end}.`,
    changed: (height: number) => `Block ${height}, which the console saw earlier, is another block now.`,
  },
  earlier: (height: number) => `The blocks before block ${height} are linked and signed as well.`,
  notRead: 'These blocks were not read.',
  time: 'Independent witnesses confirm the times.',
  noTime: 'Times are by the clock of the service; no independent witness has seen this ledger.',
  cutTail: 'No newer block was cut off.',
  noCutTail: 'A cut end shows only against a hash that was kept elsewhere.',

  anchor: {
    named: 'The transaction id is the one of this chain, kind, commitment, position and time.',
    misnamed: 'The transaction id belongs to another anchor.',
    waiting: 'No block contains the anchor yet.',
    included: (height: number) => `The hashes from the anchor upwards end in the Merkle root of block ${height}.`,
    notIncluded: (height: number) => `The anchor is not among those that the Merkle root of block ${height} covers.`,
    header: 'The header of the block is signed with ML-DSA-65 by the key set that it names.',
  },

  unreadable: {
    otherChain: 'The server answered with another chain.',
    nothing: 'The server gave nothing.',
    tooFew: (stated: number, given: number) => `The server states ${blocks(stated)} and gives ${given}.`,
    tooLarge: 'The file is larger than 64 MiB.',
    unread: 'The file could not be read. It may have been moved or changed; choose it again.',
    stopped: 'The verifier stopped unexpectedly. Nothing was concluded. Try again, or use touchstone ledger verify.',
  },

  verdict: {
    none: 'There is no block yet: nothing was anchored, so there is nothing to verify.',
    noneBefore: 'No block before it was checked.',
    before: (count: number, anchored: number) =>
      `${blocks(count)} with ${anchors(anchored)} before it ${count === 1 ? 'holds' : 'hold'}.`,
    held: (count: number, anchored: number, from: number | null, checked: string) =>
      `${blocks(count)} with ${anchors(anchored)}${from === null ? '' : `, from block ${formatCount(from)} on,`} ${count === 1 ? 'holds' : 'hold'}: ${checked}.`,
    parts: { links: 'links', roots: 'Merkle roots', headers: 'signatures' },
    and: (several: string, last: string) => `${several} and ${last}`,
  },
} as const;
