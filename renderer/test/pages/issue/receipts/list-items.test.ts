import { COMPUTATION_TYPES } from '@touchstone/core/receipt/substrate.ts';
import { describe, expect, it } from 'vitest';
import {
  type ReceiptItem,
  receiptsCsv,
  receiptsJson,
  receiptView,
} from '../../../../src/pages/issue/receipts/list-items.ts';
import { NEWEST_FIRST, readReceiptsSearch, readSort, sortText } from '../../../../src/pages/issue/receipts/search.ts';
import { orderList } from '../../../../src/parts/list-page/list-order.ts';
import { kindName } from '../../../../src/words/parts/receipt-kinds.ts';
import { RECEIPT } from './receipt.ts';

function item(id: string, changes: Partial<ReceiptItem> = {}): ReceiptItem {
  const { signatures: _signatures, ...members } = RECEIPT;
  return { ...members, receipt_id: id, ...changes };
}

const ITEMS = [
  item('rcp_3', { issued_at: '2026-03-03T00:00:00.000Z', computation_type: 7 }),
  item('rcp_2', { issued_at: '2026-02-02T00:00:00.000Z', computation_type: 17 }),
  item('rcp_1', { issued_at: '2026-01-01T00:00:00.000Z', computation_type: 17, commitment: 'ab'.repeat(32) }),
];

function ids(text: string, type: number | null, sort = NEWEST_FIRST): string[] {
  return orderList(ITEMS, receiptView({ text, type }, sort)).map(({ receipt_id }) => receipt_id);
}

describe('receiptView', () => {
  it('filters by text and type', () => {
    expect(ids('', null)).toEqual(['rcp_3', 'rcp_2', 'rcp_1']);
    expect(ids('', 17)).toEqual(['rcp_2', 'rcp_1']);
    expect(ids(' LOAN ', null)).toEqual(['rcp_2', 'rcp_1']);
    expect(ids('loanapplication', null)).toEqual(['rcp_2', 'rcp_1']);
    expect(ids('abab', null)).toEqual(['rcp_1']);
    expect(ids('2026-02', 17)).toEqual(['rcp_2']);
    expect(ids('nothing', null)).toEqual([]);
  });

  it('sorts by every column, either way', () => {
    expect(ids('', null, { by: 'time', descending: false })).toEqual(['rcp_1', 'rcp_2', 'rcp_3']);
    expect(ids('', null, { by: 'type', descending: false })).toEqual(['rcp_3', 'rcp_2', 'rcp_1']);
    expect(ids('', null, { by: 'commitment', descending: true })[0]).toBe('rcp_1');
  });
});

describe('exports', () => {
  it('write CSV that no spreadsheet runs', () => {
    const csv = receiptsCsv([item('rcp_1', { keyset_id: '=cmd()' })]);
    expect(csv.split('\r\n')).toHaveLength(3);
    expect(csv).toContain(`"'=cmd()"`);
    expect(csv).toContain('"DocumentVersion"');
  });

  it('write JSON with every member', () => {
    expect(JSON.parse(receiptsJson(ITEMS))).toEqual({ receipts: ITEMS });
  });
});

describe('the kinds', () => {
  it('have each a name in words, and no two the same', () => {
    const names = [...COMPUTATION_TYPES.keys()].map(kindName);
    expect(new Set(names).size).toBe(COMPUTATION_TYPES.size);
    // No name of the format is left: those are written in one word with capitals inside.
    expect(names.filter((name) => [...COMPUTATION_TYPES.values()].includes(name))).toEqual([]);
    expect(kindName(35)).toBe('Unknown kind 35');
  });
});

describe('the address', () => {
  it('is believed only where it makes sense', () => {
    expect(readReceiptsSearch({ name: 'rcp_1', q: 2026, type: 17, sort: '-type', act: 'new', other: 1 })).toEqual({
      name: 'rcp_1',
      q: '2026',
      type: 17,
      sort: '-type',
      act: 'new',
    });
    expect(readReceiptsSearch({ name: {}, type: 35, act: 'old', q: [] })).toEqual({});
  });

  it('holds the order, the usual one by absence', () => {
    expect(sortText(NEWEST_FIRST)).toBeUndefined();
    expect(readSort(undefined)).toEqual(NEWEST_FIRST);
    expect(readSort('price')).toEqual(NEWEST_FIRST);
    for (const sort of ['time', 'type', '-type', '-id', 'commitment']) expect(sortText(readSort(sort))).toBe(sort);
  });
});
