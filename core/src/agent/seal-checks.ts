/** The checks of a seal: that its receipt is signed by a trusted `service` set over this statement, and what it states. */

import { canonicalBytes } from '../canonical-json.ts';
import type { Trust } from '../keys/trust.ts';
import { verifyReceipt } from '../receipt/verify.ts';
import type { VerifyAgentOptions } from '../verdict/agent-report.ts';
import type { CheckList } from '../verdict/checks.ts';
import type { UsedEdition } from '../verdict/trust-used.ts';
import type { SlotReport } from '../verdict/verification-report.ts';
import { AGENT_CODES, type AgentCode } from '../verdict/verification-report.ts';
import type { SealDocument } from './read-node.ts';
import { SEAL_COMPUTATION_TYPE, sealPayload } from './seal.ts';

export interface JudgedSeal {
  /** Whether a trusted key set stands behind the statement. */
  readonly isTrusted: boolean;
  /** Why no conclusion was drawn about the receipt; null where one was. */
  readonly pending: AgentCode | null;
  readonly signatures: Readonly<Record<string, SlotReport>>;
  readonly isDemo: boolean;
  readonly used: readonly UsedEdition[];
  /** Members of the receipt that no signature covers, as paths below the receipt. */
  readonly notCovered: readonly string[];
}

/** The uncovered members of a seal's receipt as paths in the file; `seal` is where the seal stands. Empty without one. */
export function uncoveredIn(judged: JudgedSeal | null, seal: string): readonly string[] {
  return judged?.notCovered.map((path) => `${seal}.receipt${path.startsWith('[') ? '' : '.'}${path}`) ?? [];
}

/**
 * Verifies the receipt of a seal as every receipt, its checks under names that begin with `prefix`. A set of use `receipt`
 * does not count: it signs what callers hand in, and a caller could hand in a seal.
 */
export async function checkSealReceipt(
  seal: SealDocument,
  prefix: string,
  options: VerifyAgentOptions,
  checks: CheckList,
): Promise<JudgedSeal> {
  const { report, document, used } = await verifyReceipt(canonicalBytes(seal.receipt), {
    fileName: options.fileName,
    trust: serviceSetsOf(options.trust),
    verifier: options.verifier,
    now: options.now,
    product: options.product,
    data: sealPayload(seal.statement),
  });
  const renamed = (id: string) => id.replace('.', `.${prefix}_`);
  for (const { id, group, restsOn, reason, expected, ...finding } of report.checks) {
    // What a receipt as such leaves open is said once, for the whole file.
    if (group === 'scope') continue;
    checks.adopt({
      ...finding,
      id: renamed(id),
      group,
      ...(expected === undefined
        ? {}
        : { expected: expected.replace(' of use receipt or service', ' of use service') }),
      ...(reason === undefined
        ? {}
        : { reason: reason === 'SIGNATURE_PENDING' ? 'NO_SIGNATURE' : reasonWith(reason, restsOn, renamed) }),
      ...(restsOn === undefined ? {} : { restsOn: renamed(restsOn) }),
    });
  }
  const type = document?.computation_type;
  checks.compare('integrity', `${prefix}_type`, {
    expected: String(SEAL_COMPUTATION_TYPE),
    found: typeof type === 'number' ? String(type) : 'none',
    code: 'SEAL_MISMATCH',
    passed: 'The receipt is of the type of seals.',
    failed: 'The receipt is not of the type of seals.',
  });
  const pending = report.outcome === 'PENDING' ? (AGENT_CODES.find((code) => code === report.code) ?? null) : null;
  return {
    isTrusted: report.outcome === 'VERIFIED',
    pending,
    signatures: report.signatures,
    isDemo: report.demo,
    used,
    notCovered: report.not_covered,
  };
}

function reasonWith(reason: string, restsOn: string | undefined, renamed: (id: string) => string): string {
  return restsOn === undefined ? reason : reason.replace(restsOn, renamed(restsOn));
}

/** What the service itself asserts is signed by sets of use `service` alone (S5). */
export function serviceSetsOf(trust: Trust): Trust {
  const known = serviceSets.get(trust);
  if (known !== undefined) return known;
  const made = { ...trust, key_sets: trust.key_sets.filter(({ key_set }) => key_set.use === 'service') };
  serviceSets.set(trust, made);
  return made;
}

/** Kept, so that a run over many files looks for the editions of a trust once. */
const serviceSets = new WeakMap<Trust, Trust>();

/** One member of a statement against what the file shows. */
export interface StatedMember {
  readonly name: string;
  readonly stated: string;
  readonly found: string;
  /** What it is, for the sentence. */
  readonly what: string;
}

/** Compares the members of a statement with what the file shows. Answers whether all agree. */
export function compareStatement(members: readonly StatedMember[], prefix: string, checks: CheckList): boolean {
  const agree = members.map(({ name, stated, found, what }) =>
    checks.compare('integrity', `${prefix}_${name}`, {
      expected: stated,
      found,
      code: 'SEAL_MISMATCH',
      passed: `The seal states ${what} as it is here.`,
      failed: `The seal states another value for ${what}.`,
    }),
  );
  return agree.every((holds) => holds);
}
