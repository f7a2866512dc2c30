import { fromHex } from '@touchstone/core/bytes.ts';
import { describe, expect, it } from 'vitest';
import { columnsOf, findHash, hashAt } from '../../../../../src/pages/record/agents/data/columns.ts';
import { SessionColumns } from '../../../../../src/pages/record/agents/data/session-columns.ts';
import { receiptsOf } from '../receipts.ts';

describe('columns of receipts', () => {
  it('keep what rows show, over pages and growing arrays', () => {
    const receipts = receiptsOf('ags_00', 3_000, {
      7: { action_type: 'session.delegate', details: { child_session_id: 'ags_01' } },
      2500: { action_type: 'tool:other', details: { status: 'failure' } },
    });
    const columns = new SessionColumns();
    for (let start = 0; start < receipts.length; start += 1_000)
      columns.append(columnsOf(receipts.slice(start, start + 1_000)));
    expect(columns.count).toBe(3_000);
    for (const row of [0, 7, 999, 1_000, 2_500, 2_999]) {
      const receipt = receipts[row];
      expect(columns.idAt(row)).toBe(receipt?.node_id);
      expect(columns.summaryAt(row)).toBe(receipt?.action_summary);
      expect(columns.actionAt(row)).toBe(receipt?.action_type);
      expect(columns.hashAt(row)).toBe(receipts[row + 1]?.parent_hash ?? columns.hashAt(row));
      expect(hashAt(columns.inputHash, row)).toBe(receipt?.input_hash);
      expect(columns.time[row]).toBe(1_000_000 + row * 1_000);
    }
    expect(columns.kindAt(0)).toBe('start');
    expect(columns.kindAt(7)).toBe('delegate');
    expect(columns.childAt(7)).toBe('ags_01');
    expect(columns.childAt(8)).toBeNull();
    expect(columns.statusAt(2_500).word).toBe('Failed');
    expect(columns.statusAt(2_499).word).toBe('Success');
    expect(columns.rowOf('node_0009c4')).toBe(2_500);
    expect(columns.rowOf('node_nobody')).toBe(-1);
  });

  it('leave out what is no hash or no time', () => {
    const [receipt] = receiptsOf('ags_00', 1);
    if (receipt === undefined) throw new TypeError('a receipt is missing');
    const columns = columnsOf([
      { ...receipt, parent_hash: null, output_hash: '', input_hash: 'zz'.repeat(32), timestamp: 'soon' },
      { ...receipt, input_hash: `${'ab'.repeat(31)}a` },
    ]);
    expect(hashAt(columns.outputHash, 0)).toBeNull();
    expect(hashAt(columns.inputHash, 0)).toBeNull();
    expect(hashAt(columns.inputHash, 1)).toBeNull();
    expect(hashAt(columns.outputHash, 1)).toBe(receipt.output_hash);
    expect(columns.time[0]).toBeNaN();
  });

  it('find a hash by its beginning, and none where there is none', () => {
    const columns = columnsOf(receiptsOf('ags_00', 20));
    const wanted = fromHex('b'.padStart(64, '1')) ?? new Uint8Array();
    expect(findHash(columns.inputHash, 20, wanted)).toBe(11);
    expect(findHash(columns.inputHash, 11, wanted)).toBe(-1);
    expect(findHash(columns.inputHash, 20, wanted, 12)).toBe(-1);
    expect(findHash(columns.outputHash, 20, Uint8Array.of(0x22, 0x22))).toBe(0);
  });
});
