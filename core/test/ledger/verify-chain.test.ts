import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { fromHex, toBase64 } from '../../src/bytes.ts';
import { EMPTY_TRUST_STORE } from '../../src/keys/trust.ts';
import { pinKeySet, revokeKey } from '../../src/keys/trust-changes.ts';
import { entryBytes, networkOf } from '../../src/ledger/anchor.ts';
import { headerHash, type LedgerBlock, type LedgerHeader, proveAnchor } from '../../src/ledger/block.ts';
import { LEDGER_EXPORT_FORMAT, parseHeader, parseLedgerExport } from '../../src/ledger/export.ts';
import { judgeUnder } from '../../src/ledger/judge-signature.ts';
import { type BlockFault, type JudgeSignature, verifyChain } from '../../src/ledger/verify-chain.ts';
import { verifyInclusion } from '../../src/receipt/merkle-batch.ts';
import { buildChain, entry, NOW, newSigner, provider, type TestSigner } from './chain.ts';

/** The verifier's clock. */
const LATER = NOW + 86_400_000;

let signer: TestSigner;
let stranger: TestSigner;
let chain: readonly LedgerBlock[];
let judge: JudgeSignature;
beforeAll(async () => {
  signer = await newSigner();
  stranger = await newSigner();
  chain = await buildChain(signer, [2, 0, 0, 3, 1, 0]);
  judge = judgeUnder([signer.keySet], EMPTY_TRUST_STORE, provider, LATER);
});

const verify = (blocks: readonly LedgerBlock[], isWhole = true, by = judge) =>
  verifyChain('ethereum', blocks, by, isWhole);
const at = (index: number): LedgerBlock =>
  chain[index] ??
  (() => {
    throw new TypeError('no block');
  })();

/** The chain with one block replaced, neither hashed nor signed anew. */
function altered(index: number, change: (block: LedgerBlock) => LedgerBlock): readonly LedgerBlock[] {
  return chain.map((block, place) => (place === index ? change(block) : block));
}

async function faultOf(blocks: readonly LedgerBlock[], isWhole = true) {
  const { intact, brokenAt } = await verify(blocks, isWhole);
  expect(intact).toBe(brokenAt === null);
  return brokenAt;
}

test('a sound chain holds, whole and in part', async () => {
  expect(await verify(chain)).toEqual({
    intact: true,
    blocks: 6,
    anchors: 6,
    firstHeight: 1,
    brokenAt: null,
    doubts: [],
    head: { height: 6, hash: headerHash(at(5).header) },
  });
  expect(await verify(chain.slice(3), false)).toMatchObject({ intact: true, blocks: 3, firstHeight: 4 });
  expect(await verify(chain.slice(3), true)).toMatchObject({ intact: false, brokenAt: { height: 1, fault: 'HEIGHT' } });
  expect(await verify([])).toMatchObject({ intact: true, blocks: 0, head: null });
  // What only a head that was kept elsewhere can show.
  expect(await verify(chain.slice(0, 4))).toMatchObject({ intact: true, head: { height: 4 } });
});

describe('a chain whose service signed it so is refused', () => {
  const cases: readonly (readonly [BlockFault, number, (header: LedgerHeader) => LedgerHeader])[] = [
    ['NETWORK', 1, (header) => ({ ...header, network: networkOf('base') })],
    ['HEIGHT', 3, (header) => (header.height === 3 ? { ...header, height: 4 } : header)],
    ['LINK', 3, (header) => (header.height === 3 ? { ...header, previous: 'a'.repeat(64) } : header)],
    ['LINK', 1, (header) => (header.height === 1 ? { ...header, previous: 'a'.repeat(64) } : header)],
    ['TIME', 3, (header) => (header.height === 3 ? { ...header, created_at: '2026-04-01T12:00:00.999Z' } : header)],
    ['LEDGER', 3, (header) => (header.height >= 3 ? { ...header, ledger_id: 'led_2' } : header)],
    ['POSITION', 4, (header) => (header.height === 4 ? { ...header, first_position: 4 } : header)],
    ['POSITION', 4, (header) => (header.height === 4 ? { ...header, anchors: 2 } : header)],
    ['ROOT', 4, (header) => (header.height === 4 ? { ...header, anchors_root: 'a'.repeat(64) } : header)],
  ];
  test.each(cases)('%s at %i', async (fault, height, change) => {
    expect(await faultOf(await buildChain(signer, [2, 0, 0, 3, 1, 0], change))).toEqual({ height, fault });
  });
});

describe('S27: a restored ledger', () => {
  const mark = { restored_at: '2026-04-01T12:00:00.000Z', backup_created_at: '2026-03-01T12:00:00.000Z' };
  const goOn = (previous: string | null, id = 'led_2') =>
    buildChain(signer, [1, 1, 0], (header) =>
      header.height < 2
        ? header
        : {
            ...header,
            ledger_id: id,
            restored: header.height === 2 ? { ...mark, previous_ledger_id: previous } : null,
          },
    );

  test('goes on with a mark that names the one before', async () => {
    expect(await faultOf(await goOn('led_1'))).toBeNull();
  });

  test.each([
    ['naming another', 'led_0', 'led_2'],
    ['naming none', null, 'led_2'],
    ['without a new id', 'led_1', 'led_1'],
  ])('is refused with a mark %s', async (_what, previous, id) => {
    expect(await faultOf(await goOn(previous, id))).toEqual({ height: 2, fault: 'LEDGER' });
  });

  test('may begin with a mark where the backup had no block', async () => {
    const first = (previous_ledger_id: string | null) =>
      buildChain(signer, [1], (header) => ({ ...header, restored: { ...mark, previous_ledger_id } }));
    expect(await faultOf(await first(null))).toBeNull();
    expect(await faultOf(await first('led_0'))).toEqual({ height: 1, fault: 'LEDGER' });
  });
});

describe('signatures', () => {
  test('of a set with the same id by another are invalid', async () => {
    const forged = await stranger.sign(at(2).header);
    expect(await faultOf(altered(2, (block) => ({ ...block, signature: forged })))).toEqual({
      height: 3,
      fault: 'SIGNATURE',
    });
    expect(await faultOf(altered(2, (block) => ({ ...block, signature: 'no base64' })))).toEqual({
      height: 3,
      fault: 'SIGNATURE',
    });
  });

  test('S4: of a set of another use, of an unknown and of a revoked one nobody vouches for', async () => {
    const other = await newSigner('ks_service', 'receipt');
    for (const sets of [[], [other.keySet]]) {
      const verdict = await verify(chain, true, judgeUnder(sets, EMPTY_TRUST_STORE, provider, LATER));
      expect(verdict).toMatchObject({ intact: true, doubts: [{ code: 'SIGNER_NOT_TRUSTED', blocks: 6 }] });
    }
    const revoked = revokeKey(EMPTY_TRUST_STORE, signer.keySet.keys[0]?.kid ?? '', NOW, 'lost');
    const known = revokeKey(
      { ...EMPTY_TRUST_STORE, key_sets: [{ key_set: signer.keySet, held: 'pinned', at: '', by: '', source: '' }] },
      signer.keySet.keys[0]?.kid ?? '',
      NOW,
      'lost',
    );
    const store = known.ok ? known.store : revoked.ok ? revoked.store : EMPTY_TRUST_STORE;
    expect(await verify(chain, true, judgeUnder([signer.keySet], store, provider, LATER))).toMatchObject({
      intact: true,
      doubts: [{ code: 'KEY_REVOKED', blocks: 6 }],
    });
  });

  const doubtsOf = async (blocks: readonly LedgerBlock[], sets: readonly TestSigner[], now = LATER) => {
    const keySets = sets.map(({ keySet }) => keySet);
    const { intact, doubts } = await verify(blocks, true, judgeUnder(keySets, EMPTY_TRUST_STORE, provider, now));
    expect(intact).toBe(true);
    return doubts;
  };

  test('12.15: outside the validity of the set hold, and nothing is concluded', async () => {
    const late = await buildChain(signer, [1], (header) => ({ ...header, created_at: '2029-01-01T00:00:00.000Z' }));
    expect(await doubtsOf(late, [signer], Date.UTC(2030, 0, 1))).toEqual([{ code: 'KEY_NOT_VALID', blocks: 1 }]);
    const [block] = late;
    const forged = { ...block, signature: await stranger.sign(block?.header as LedgerHeader) } as LedgerBlock;
    expect(await faultOf([forged])).toEqual({ height: 1, fault: 'SIGNATURE' });
  });

  test('12.7: of an older edition count before the next one began, and are KEY_SUPERSEDED from then on', async () => {
    const next = await newSigner('ks_next', 'service', { serial: 2, notBefore: NOW + 3000 });
    expect(await doubtsOf(chain, [signer])).toEqual([]);
    expect(await doubtsOf(chain, [signer, next])).toEqual([{ code: 'KEY_SUPERSEDED', blocks: 3 }]);
    // The next edition is known to the trust store alone.
    const store = pinKeySet(EMPTY_TRUST_STORE, next.keySet, { at: NOW, by: 'Ada', source: 'x' });
    if (!store.ok) throw new Error(store.message);
    const { doubts } = await verify(chain, true, judgeUnder([signer.keySet], store.store, provider, LATER));
    expect(doubts).toEqual([{ code: 'KEY_SUPERSEDED', blocks: 3 }]);
  });

  test('12.7: of two editions that began at one moment, the former has no time of its own and the chain is not broken', async () => {
    const twin = await newSigner('ks_twin', 'service', { serial: 2 });
    expect(await doubtsOf(chain, [signer, twin])).toEqual([{ code: 'KEY_SUPERSEDED', blocks: 6 }]);
    expect(await doubtsOf(await buildChain(twin, [1, 1]), [signer, twin])).toEqual([]);
  });

  test("S41: a header more than 300 s ahead of this computer's clock is TIME_AHEAD, and no broken chain", async () => {
    expect(await doubtsOf(chain, [signer], NOW - 300_000)).toEqual([{ code: 'TIME_AHEAD', blocks: 5 }]);
    expect(await doubtsOf(chain, [signer], NOW + 5000 - 300_000)).toEqual([]);
  });

  test('12.13: of a set that expired since count at their time', async () => {
    expect(await doubtsOf(chain, [signer], Date.UTC(2040, 0, 1))).toEqual([]);
  });
});

test('S15: an anchor is proven as what it was anchored as', () => {
  const { header, anchors } = at(3);
  const root = fromHex(header.anchors_root) ?? new Uint8Array();
  for (const [index, anchor] of anchors.entries()) {
    const proof = proveAnchor(anchors, index);
    expect(verifyInclusion(entryBytes(anchor), proof, root)).toBe(true);
    expect(verifyInclusion(entryBytes({ ...anchor, kind: 'privacy' }), proof, root)).toBe(false);
    expect(verifyInclusion(entryBytes({ ...anchor, commitment: 'f'.repeat(64) }), proof, root)).toBe(false);
    expect(verifyInclusion(entryBytes(anchor), { ...proof, index: (index + 1) % anchors.length }, root)).toBe(false);
  }
});

describe('property: any change to a ledger is found', () => {
  const block = fc.integer({ min: 0, max: 5 });
  const headerMember = fc.constantFrom(
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
  );
  const entryMember = fc.constantFrom('network', 'ledger_id', 'position', 'kind', 'commitment', 'accepted_at');

  function changed(value: unknown, salt: number): unknown {
    if (typeof value === 'number') return value + 1 + salt;
    if (value === null) return 'b'.repeat(64);
    const text = String(value);
    const place = salt % text.length;
    return `${text.slice(0, place)}${text.charAt(place) === '1' ? '2' : '1'}${text.slice(place + 1)}`;
  }

  test('in a header', () =>
    fc.assert(
      fc.asyncProperty(block, headerMember, fc.nat(60), async (index, name, salt) => {
        const broken = altered(index, (old) => ({
          ...old,
          header: { ...old.header, [name]: changed(old.header[name], salt) },
        }));
        // Another key set's id alone leaves the next link, or nobody who vouches.
        const { intact, doubts } = await verify(broken);
        expect(intact && doubts.length === 0).toBe(false);
        if (index < 5) expect(intact).toBe(false);
      }),
    ));

  test('in an anchor', () =>
    fc.assert(
      fc.asyncProperty(
        fc.constantFrom(0, 3, 4),
        fc.nat(2),
        entryMember,
        fc.nat(60),
        async (index, which, name, salt) => {
          const broken = altered(index, (old) => ({
            ...old,
            anchors: old.anchors.map((anchor, place) =>
              place === which % old.anchors.length ? { ...anchor, [name]: changed(anchor[name], salt) } : anchor,
            ),
          }));
          expect((await faultOf(broken))?.height).toBe(index + 1);
        },
      ),
    ));

  test('in a signature', () =>
    fc.assert(
      fc.asyncProperty(block, fc.nat(3308), async (index, byte) => {
        const bytes = Buffer.from(at(index).signature, 'base64');
        bytes[byte] = (bytes[byte] ?? 0) ^ 1;
        const broken = altered(index, (old) => ({ ...old, signature: toBase64(bytes) }));
        expect(await faultOf(broken)).toEqual({ height: index + 1, fault: 'SIGNATURE' });
      }),
      { numRuns: 30 },
    ));

  test('by removing, repeating, moving and inserting blocks and anchors', () =>
    fc.assert(
      fc.asyncProperty(
        fc.constantFrom('remove', 'repeat', 'swap', 'drop-anchor', 'add-anchor', 'swap-anchors'),
        block,
        async (how, index) => {
          const blocks = [...chain];
          if (how === 'remove') blocks.splice(Math.min(index, 4), 1);
          if (how === 'repeat') blocks.splice(index, 0, at(index));
          if (how === 'swap') blocks.splice(Math.min(index, 4), 2, at(Math.min(index, 4) + 1), at(Math.min(index, 4)));
          const place = [0, 3, 4][index % 3] ?? 0;
          if (how === 'drop-anchor') blocks[place] = { ...at(place), anchors: at(place).anchors.slice(1) };
          if (how === 'add-anchor') blocks[index] = { ...at(index), anchors: [...at(index).anchors, entry(99)] };
          if (how === 'swap-anchors') blocks[3] = { ...at(3), anchors: at(3).anchors.toReversed() };
          expect((await verify(blocks)).intact).toBe(false);
        },
      ),
    ));
});

describe('the exported file', () => {
  const document = () => ({
    format: LEDGER_EXPORT_FORMAT,
    network: networkOf('ethereum'),
    ledger_id: 'led_1',
    exported_at: '2026-04-01T12:00:00.000Z',
    tip: 6,
    blocks: chain,
  });

  test('is read as it was written', async () => {
    const result = parseLedgerExport(JSON.stringify(document()));
    expect(result.ok && result.chain).toBe('ethereum');
    expect(await faultOf(result.ok ? result.ledger.blocks : [])).toBeNull();
    expect(result.ok && result.ledger.blocks.length).toBe(6);
  });

  test('is refused with other members, forms and texts, naming the member', () => {
    const [first] = document().blocks;
    const wrong: readonly (readonly [string, unknown])[] = [
      ['', '{'],
      ['', []],
      ['format', { ...document(), format: 'svc-ledger-export/v2' }],
      ['network', { ...document(), network: 'ethereum' }],
      ['surprise', { ...document(), surprise: 1 }],
      ['tip', { ...document(), tip: 0 }],
      ['blocks', { ...document(), blocks: {} }],
      ['blocks[0].header.height', { ...document(), blocks: [{ ...first, header: { ...first?.header, height: 0 } }] }],
      [
        'blocks[0].header.surprise',
        { ...document(), blocks: [{ ...first, header: { ...first?.header, surprise: 1 } }] },
      ],
      [
        'blocks[0].header.created_at',
        { ...document(), blocks: [{ ...first, header: { ...first?.header, created_at: 'x' } }] },
      ],
      [
        'blocks[0].header.anchors_root',
        { ...document(), blocks: [{ ...first, header: { ...first?.header, anchors_root: 'A'.repeat(64) } }] },
      ],
      [
        'blocks[0].header.restored.restored_at',
        { ...document(), blocks: [{ ...first, header: { ...first?.header, restored: {} } }] },
      ],
      ['blocks[0].anchors[0].kind', { ...document(), blocks: [{ ...first, anchors: [{ ...entry(1), kind: 'A b' }] }] }],
      ['blocks[0].signature', { ...document(), blocks: [{ ...first, signature: '' }] }],
    ];
    for (const [field, value] of wrong) {
      const result = parseLedgerExport(typeof value === 'string' ? value : JSON.stringify(value));
      expect(result, field).toMatchObject({ ok: false, field });
    }
    expect(parseHeader('{}')).toBeNull();
    expect(parseHeader('no json')).toBeNull();
  });
});
