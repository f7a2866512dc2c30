import { expect, it } from 'vitest';
import { blockLines, chainLines } from '../../../../src/pages/record/ledger/block-lines.ts';
import { plainTextOf } from '../../../../src/parts/page/text-lines.ts';

it('says of each block how many anchors it holds and what it names', () => {
  const at = '2026-01-01T00:00:00.000Z';
  const blocks = [
    { height: 2, hash: 'bb', previous: 'aa', anchors: 1, created_at: at, restored: false },
    { height: 1, hash: 'aa', previous: null, anchors: 0, created_at: at, restored: false },
  ];
  expect(plainTextOf('T', blockLines(blocks))).toBe(
    'T\n\n- Block 2: 1 anchor, created 2026-01-01 00:00:00 UTC\n  - Hash: bb\n  - Previous block: aa\n' +
      '- Block 1: 0 anchors, created 2026-01-01 00:00:00 UTC\n  - Hash: aa\n',
  );
});

it('says of a chain where it ends, and of one without blocks that it is not used', () => {
  const unused = {
    network: 'n',
    chain: 'bitcoin',
    height: 0,
    anchors: 0,
    pending: 0,
    head: null,
    last_block_at: null,
  } as const;
  const used = {
    ...unused,
    chain: 'base',
    height: 1,
    anchors: 2,
    head: 'cc',
    last_block_at: '2026-01-01T00:00:00.000Z',
  } as const;
  const text = plainTextOf('T', chainLines([used, unused]));
  expect(text).toBe(
    'T\n\n- Base: 1 block, 2 anchors, 0 waiting\n  - Last block: 2026-01-01 00:00:00 UTC\n  - Last hash: cc\n- Bitcoin: not used yet\n',
  );
});
