import { expect, it } from 'vitest';
import { verifySession } from '../../src/agent/verify-bundle.ts';
import { verifyNode } from '../../src/agent/verify-node.ts';
import { verifyArtifact } from '../../src/artifact/verify.ts';
import { utf8 } from '../../src/bytes.ts';
import { verifyThreeKeyFile } from '../../src/composite/verify-file.ts';
import { unreadableFile } from '../../src/file-kinds/unreadable-file.ts';
import { verifyGrade } from '../../src/grade/verify.ts';
import { EMPTY_TRUST_STORE } from '../../src/keys/trust.ts';
import { verifyLog } from '../../src/log/verify-log.ts';
import { verifyProof } from '../../src/privacy/verify-proof.ts';
import { verifyReceipt } from '../../src/receipt/verify.ts';
import type { SignatureVerifier } from '../../src/sign/family.ts';
import { verifyStatementFile } from '../../src/statement/verify.ts';
import { type Fault, internalFault } from '../../src/verdict/unreadable.ts';
import type { FileKind } from '../../src/verdict/verification-report.ts';
import { PRODUCT } from '../../src/version.ts';

const ABOUT = { fileName: 'a', now: 0, product: PRODUCT };
const GONE: Fault = { code: 'READ', sentence: 'gone' };
const never: SignatureVerifier = { verify: () => Promise.reject(new Error('the verifier broke')) };
const COMMON = { ...ABOUT, trust: EMPTY_TRUST_STORE, verifier: never };

const VERIFIERS = {
  artifact: async (bytes: Uint8Array) => (await verifyArtifact(bytes, COMMON)).report,
  receipt: async (bytes: Uint8Array) => (await verifyReceipt(bytes, COMMON)).report,
  signature: async (bytes: Uint8Array) => (await verifyThreeKeyFile(bytes, COMMON)).report,
  session: (bytes: Uint8Array) => verifySession(bytes, COMMON),
  node: (bytes: Uint8Array) => verifyNode(bytes, COMMON),
  log: (bytes: Uint8Array) => verifyLog(bytes, COMMON),
  proof: (bytes: Uint8Array) => verifyProof(bytes, COMMON),
  grade: (bytes: Uint8Array) => verifyGrade(bytes, COMMON),
  statement: (bytes: Uint8Array) => verifyStatementFile(bytes, COMMON),
} as const;
const KINDS = Object.keys(VERIFIERS) as FileKind[];

const reportOf = (kind: FileKind, fault: Fault) => unreadableFile(kind, fault, ABOUT);

it.each(['artifact', 'receipt', 'signature'] as const)(
  'leaves the same checks of a %s undone as its verifier',
  async (kind) => {
    const later = (report: ReturnType<typeof reportOf>) =>
      report.checks.filter(({ group, status }) => group !== 'format' && status === 'not_performed').map(({ id }) => id);
    const judged = await VERIFIERS[kind](new TextEncoder().encode('no JSON'));
    expect(later(judged).length).toBeGreaterThan(2);
    expect(later(reportOf(kind, GONE))).toEqual(later(judged));
    expect(Object.keys(reportOf(kind, GONE).signatures)).toEqual(Object.keys(judged.signatures));
  },
);

it.each(KINDS)('12.15: a %s that cannot be opened is READ, one whose verifier fails INTERNAL', (kind) => {
  expect(reportOf(kind, GONE)).toMatchObject({
    kind,
    outcome: 'INPUT_ERROR',
    exit_code: 2,
    code: 'READ',
    sentence: 'gone',
  });
  const report = reportOf(kind, internalFault(new TypeError('no such member'), 7));
  expect(report).toMatchObject({ outcome: 'INPUT_ERROR', exit_code: 2, code: 'INTERNAL', file: { size: 7 } });
  expect(report.checks[0]).toMatchObject({ status: 'failed', reason: 'INTERNAL', found: 'TypeError: no such member' });
});

it.each(KINDS)('S39: the verifier of a %s never throws, whatever breaks in it', async (kind) => {
  // Bytes that can be counted and not read stand for every fault that nobody foresaw.
  const bytes = new Proxy(new Uint8Array(1), {
    get(_, name) {
      if (name === 'length') return 1;
      throw new Error('no bytes');
    },
  });
  const report = await VERIFIERS[kind](bytes).catch((error: unknown) => String(error));
  expect(report).toMatchObject({ kind, outcome: 'INPUT_ERROR', code: 'INTERNAL' });
});

const NO_JSON: readonly (readonly [string, Uint8Array])[] = [
  ['a PDF', utf8('%PDF-1.7\n')],
  ['no UTF-8', Uint8Array.of(0x22, 0xff, 0x22)],
  ['a byte order mark', utf8('\ufeff{}')],
  ['a name twice', utf8('{"a": 1, "a": 2}')],
  ['a lone surrogate', utf8('{"a": "\\ud800"}')],
  ['a number that no double keeps', utf8('{"a": 1e400}')],
  ['many levels', utf8('['.repeat(70))],
  ['text after the end', utf8('{} {}')],
  ['other members', utf8('{"families": 1}')],
];

it.each(NO_JSON)('verdict L5: says nothing in the words of the program of %s, in any kind', async (_what, bytes) => {
  for (const kind of KINDS) {
    const { outcome, sentence, checks } = await VERIFIERS[kind](bytes);
    expect(outcome).toBe('INPUT_ERROR');
    const texts = checks.flatMap((check) => [check.sentence, check.expected ?? '', check.found ?? '']);
    expect([sentence, ...texts].join('\n')).not.toMatch(/\b[A-Z]+_[A-Z_]+\b|I-JSON|RFC|stands twice|NaN|undefined/);
  }
});
