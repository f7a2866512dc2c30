/**
 * docs/formats.md, "Statements of the STARK", as a program in another language (core/test/independent-verifier): on rows of
 * random cells it must find the same value for every constraint, in the same order.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { toHex } from '../../../src/bytes.ts';
import { canonicalJson, type JsonObject } from '../../../src/canonical-json.ts';
import { graphOf, type Instance } from '../../../src/stark/air.ts';
import { add, multiply, P, subtract } from '../../../src/stark/field.ts';
import { LIST_ROOT } from '../../../src/stark/statements/regulatory-compliance/list.ts';
import { instanceOf, STATEMENTS } from '../../../src/stark/statements.ts';
import { HAS_PYTHON, runPython, SKIPPED } from '../../independent-verifier/python.ts';
import { seededRandom } from '../random.ts';

const COMMITMENT = 'c0c4c22a5731ff65b76e8265db519077879f2f22dea4e162e9ba65342e46e532';

const set = (...members: string[]) => ({ set: members });
const bounds = (members: JsonObject) => ({ bounds: members });
const FULL = Array.from({ length: 256 }, (_, i) => `${i}`.repeat(1 + (i % 4)));

const LIMITS: Readonly<Record<string, readonly JsonObject[]>> = {
  'age_threshold/v1': [
    bounds({ minimum_age: 18 }),
    bounds({ minimum_age: 150 }),
    bounds({ minimum_age: 151 }),
    set('18'),
  ],
  'identity_attribute/v1': [bounds({ attribute: 'nationality' }), bounds({ attribute: '' }), {}],
  'kyc_status/v1': [set('tier_1', 'tier_2', 'tier_3'), set('tier_1', 'tier_3', 'tier_2')],
  'jurisdiction_membership/v1': [
    set('DE'),
    set('Österreich', '🇨🇭', '1234567', '12345678'),
    set(...FULL),
    set(...FULL, 'x'),
    set('a', 'a'),
  ],
  'accredited_investor/v1': [set('income', 'net_worth', 'license'), set('income')],
  'regulatory_compliance/v1': [
    bounds({ checks: ['aml', 'ofac'], list_root: LIST_ROOT }),
    bounds({ checks: [], list_root: LIST_ROOT }),
  ],
  'balance_range/v1': [
    bounds({ token_mint: 'USDC', min_balance: 0.1, max_balance: 9007199254.74099 }),
    bounds({ token_mint: 'USDC', min_balance: 0.000001, max_balance: 4294.967295 }),
    bounds({ token_mint: 'USDC', min_balance: 1e-7, max_balance: 1 }),
    bounds({ token_mint: 'USDC', min_balance: 2, max_balance: 1 }),
  ],
  'collateral_ratio/v1': [
    bounds({ protocol: 'lending', min_ratio: 1.5 }),
    bounds({ protocol: 'lending', min_ratio: 9007199254.74099 }),
    bounds({ protocol: 'lending', min_ratio: 9007199254.740992 }),
  ],
  'portfolio_threshold/v1': [
    bounds({ min_value_usd: 100 }),
    bounds({ min_value_usd: 268.435456 }),
    bounds({ min_value_usd: -1 }),
  ],
  'code_grade/v1': [
    { grade: 'A+' },
    { grade: 'C+' },
    { grade: 'C+', score: 80 },
    { grade: 'C+', score: 66 },
    { grade: 'F', score: 87 },
    { grade: 'D', score: 70 },
    { grade: 'E' },
  ],
};

/** Rows where something happens: the start, rounds of both kinds, the second block, the outputs, the ends. */
const ROWS = [0, 1, 7, 11, 14, 16, 22, 23, 25, 28, 31, 32, 44, 45, 63, 127];

type RowOf = readonly [row: number, current: number[], next: number[]];

const random = seededRandom(7);

function cells(width: number): number[] {
  const view = new DataView(random(4 * width).buffer);
  return Array.from({ length: width }, (_, i) => view.getUint32(4 * i) % P);
}

const OPERATIONS = { add, subtract, multiply };

function valuesOf({ air, publicValues, publicColumns }: Instance, [row, current, next]: RowOf): number[] {
  const fixed = [...air.periodic, ...publicColumns];
  const { nodes, roots } = graphOf(air.constraints);
  const values: number[] = [];
  for (const node of nodes) {
    if ('left' in node) values.push(OPERATIONS[node.op](values[node.left] ?? 0, values[node.right] ?? 0));
    else if (node.op === 'constant') values.push(node.value);
    else if (node.op === 'public') values.push(publicValues[node.index] ?? 0);
    else if (node.op === 'periodic') values.push(fixed[node.column]?.[row] ?? 0);
    else values.push((node.op === 'current' ? current : next)[node.column] ?? 0);
  }
  return roots.map((root) => values[root] ?? 0);
}

describe('the page about the statements', () => {
  it('is about every one of them', () => {
    expect(Object.keys(LIMITS)).toEqual(STATEMENTS.map(({ id }) => id));
  });

  it('has the shape and the digest of every one', () => {
    const page = readFileSync(path.resolve(import.meta.dirname, '../../../../docs/formats.md'), 'utf8').replaceAll(
      / +/g,
      ' ',
    );
    for (const [i, { id, air: airOf }] of STATEMENTS.entries()) {
      const air = airOf();
      const blocks = air.rows === 32 ? 1 : 2;
      const shape = [i + 1, air.rows, air.width, blocks, air.publicValues, air.publicColumns, air.constraints.length];
      expect(page).toContain(`| \`${id}\` | ${shape.join(' | ')} |`);
      expect(page).toContain(`| \`${id}\` | \`${toHex(air.digest)}\` |`);
    }
  });

  it.skipIf(!HAS_PYTHON)(`gives the same public inputs and the same values of all constraints${SKIPPED}`, () => {
    const cases = Object.entries(LIMITS).flatMap(([statement, all]) =>
      all.map((limits) => {
        const inputs = { ...limits, statement, value_commitment: COMMITMENT };
        const instance = instanceOf(inputs);
        const rows = ROWS.filter((row) => row < (instance?.air.rows ?? 0)).map((row): RowOf => {
          const width = instance?.air.width ?? 0;
          return [row, cells(width), cells(width)];
        });
        return { inputs, instance, rows };
      }),
    );
    const sent = canonicalJson({ cases: cases.map(({ inputs, rows }) => ({ inputs, rows })) });
    const found: unknown[] = JSON.parse(runPython('evaluate_statements.py', sent));
    expect(found.length).toBe(cases.length);
    for (const [i, { inputs, instance, rows }] of cases.entries()) {
      const expected =
        instance === null
          ? null
          : {
              rows: instance.air.rows,
              width: instance.air.width,
              fixed: instance.air.periodic,
              values: rows.map((row) => valuesOf(instance, row)),
              publicValues: instance.publicValues,
              publicColumns: instance.publicColumns,
            };
      expect({ inputs, found: found[i] }).toEqual({ inputs, found: expected });
    }
    expect(cases.filter(({ instance }) => instance === null).length).toBeGreaterThan(8);
  });
});
