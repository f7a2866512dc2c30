import type { JsonObject } from '@touchstone/core/canonical-json.ts';
import { EMPTY_TRUST_STORE } from '@touchstone/core/keys/trust.ts';
import type { LedgerBlock } from '@touchstone/core/ledger/block.ts';
import { parseLedgerExport } from '@touchstone/core/ledger/export.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildChain, newSigner, type TestSigner } from '../../../../../core/test/ledger/chain.ts';
import type { LedgerResult, LedgerTask } from '../../../../src/pages/record/ledger/check/messages.ts';
import { runTask } from '../../../../src/pages/record/ledger/check/tasks.ts';
import { pinned, provider } from './trusting.ts';

let signer: TestSigner;
let blocks: readonly LedgerBlock[];
beforeAll(async () => {
  signer = await newSigner();
  blocks = await buildChain(signer, [1, 1, 0, 1, 0]);
});

/** What a server with these blocks answers, two at a time. */
function partOf(held: readonly LedgerBlock[], from: number, tip: number): JsonObject {
  return JSON.parse(
    JSON.stringify({
      format: 'svc-ledger-export/v1',
      network: 'embedded:ethereum',
      ledger_id: 'led_1',
      exported_at: '2026-04-01T12:00:00.000Z',
      tip,
      blocks: held.slice(from - 1, from + 1),
    }),
  );
}

interface Run {
  readonly result: LedgerResult;
  readonly asked: readonly number[];
}

async function run(task: LedgerTask, held = blocks, tip = held.length): Promise<Run> {
  const asked: number[] = [];
  const result = await runTask(task, {
    verifier: provider,
    part: async (from) => {
      asked.push(from);
      return partOf(held, from, tip);
    },
    onProgress: () => undefined,
    pause: async () => undefined,
  });
  return { result, asked };
}

function keys() {
  return { published: [JSON.parse(JSON.stringify(signer.keySet)) as JsonObject], trust: pinned(signer.keySet) };
}

describe('a chain', () => {
  it('is fetched part by part up to the tip and verified', async () => {
    const { result, asked } = await run({ kind: 'chain', chain: 'ethereum', keys: keys(), kept: null });
    expect(asked).toEqual([1, 3, 5]);
    expect(result).toMatchObject({ kind: 'report', ledgerId: 'led_1', report: { outcome: 'VERIFIED', blocks: 5 } });
  });

  it('is not fetched on behind a broken block', async () => {
    const held = blocks.map((block, index) => (index === 1 ? { ...block, signature: 'AAAA' } : block));
    const { result, asked } = await run({ kind: 'chain', chain: 'ethereum', keys: keys(), kept: null }, held);
    expect(asked).toEqual([1]);
    expect(result).toMatchObject({ report: { brokenAt: { height: 2, fault: 'SIGNATURE' } } });
  });

  it('of another name, of another form, or with fewer blocks than stated is not read', async () => {
    const other = await run({ kind: 'chain', chain: 'solana', keys: keys(), kept: null });
    expect(other.result).toMatchObject({ kind: 'unreadable', field: 'network' });
    const short = await run({ kind: 'chain', chain: 'ethereum', keys: keys(), kept: null }, blocks, 9);
    expect(short.result).toMatchObject({ kind: 'unreadable', field: 'blocks' });
  });
});

describe('a file', () => {
  const file = (text: string) => ({ kind: 'file', file: new Blob([text]), keys: keys() }) as const;

  it('that was exported here is read and verified again', async () => {
    const { result } = await run({ kind: 'export', chain: 'ethereum' });
    if (result.kind !== 'export') throw new TypeError('no export');
    expect(result.blocks).toBe(5);
    const text = await result.file.text();
    expect(parseLedgerExport(text)).toMatchObject({ ok: true, chain: 'ethereum' });
    expect((await run(file(text))).result).toMatchObject({ report: { outcome: 'VERIFIED', blocks: 5 } });
    const changed = (await run(file(text.replace('"kind":"document"', '"kind":"invoice"')))).result;
    expect(changed).toMatchObject({ report: { outcome: 'FAILED', brokenAt: { height: 1, fault: 'ROOT' } } });
    const offline = { ...file(text), keys: { published: [], trust: EMPTY_TRUST_STORE } };
    expect((await run(offline)).result).toMatchObject({ report: { outcome: 'PENDING' } });
  });

  it('that is no export names the member that is wrong', async () => {
    expect((await run(file('{"format": 1}'))).result).toMatchObject({ kind: 'unreadable', field: 'network' });
    expect((await run(file('no json'))).result).toMatchObject({ kind: 'unreadable', field: '' });
  });
});

it('stops where nobody waits any more', async () => {
  const task = { kind: 'chain', chain: 'ethereum', keys: keys(), kept: null } as const;
  const outside = {
    verifier: provider,
    part: async (from: number) => partOf(blocks, from, blocks.length),
    onProgress: () => undefined,
    pause: () => Promise.reject(new Error('cancelled')),
  };
  await expect(runTask(task, outside)).rejects.toThrow('cancelled');
});
