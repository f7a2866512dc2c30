/** Committing to the value of a claim and proving it: always in a worker, after a turn in the queue. The value stays there. */
import { api } from '@touchstone/core/api/api.ts';
import type { ChainName } from '@touchstone/core/api/common.ts';
import type { Endpoint } from '@touchstone/core/api/endpoint.ts';
import { toHex } from '@touchstone/core/bytes.ts';
import { canonicalBytes, type JsonObject } from '@touchstone/core/canonical-json.ts';
import { loadSha256Many } from '@touchstone/core/hashing/sha256-many.ts';
import { type AttestationTypeName, privacyCommitment, STATEMENT_OF } from '@touchstone/core/privacy/commitment.ts';
import type { Random } from '@touchstone/core/random.ts';
import { prove } from '@touchstone/core/stark/prove.ts';
import { formatIsoTime } from '@touchstone/core/time.ts';
import { bodyCheck } from '../frame/body-check.ts';
import { type BodyOf, jobsOf, type Work } from '../frame/work.ts';
import { provingQueue } from '../stark/queue.ts';
import { RULES } from './bodies.ts';
import { CLAIMS, type ClaimMoment, type PreparedClaim } from './claims.ts';
import type { WalletFigure, WalletQuestion } from './figures.ts';

/** What the handler has to know of a body. */
export interface ChosenClaim {
  readonly type: AttestationTypeName;
  readonly chain: ChainName;
  /** null for a claim that is about no wallet. */
  readonly question: WalletQuestion | null;
}

/** What the server adds to a body. */
export interface ClaimFacts {
  readonly source: string;
  /** Milliseconds since 1970. */
  readonly issuedAt: number;
  readonly expiresAt: number;
  readonly figure: WalletFigure | null;
}

export interface MadeClaim {
  readonly commitment: string;
  readonly publicInputs: JsonObject;
  /** null for a claim that does not hold. */
  readonly proof: Uint8Array | null;
}

const NONCE_BYTES = 16;

/** Members of every claim's body. */
interface ClaimMembers {
  readonly chain: ChainName;
  readonly nonce?: string;
  readonly subject?: string;
}

interface ClaimRules<B> {
  readonly prepare: (body: B, moment: ClaimMoment) => PreparedClaim;
  /** Throws INVALID_REQUEST. */
  readonly check?: (body: B) => void;
  /** What has to be read of a wallet. */
  readonly ask?: (body: B) => WalletQuestion;
}

function claimWork<E extends Endpoint>(
  operation: E,
  type: AttestationTypeName,
  { prepare, check, ask }: ClaimRules<BodyOf<E>>,
): Work<E, ChosenClaim, ClaimFacts, MadeClaim> {
  // Every contract of a claim has them (`claimOf`).
  const membersOf = (body: BodyOf<E>) => body as ClaimMembers;
  return {
    operation,
    queue: provingQueue,
    choose(body) {
      check?.(body);
      return { type, chain: membersOf(body).chain, question: ask?.(body) ?? null };
    },
    isHeavy: () => true,
    async run(body, facts, { random }) {
      await loadSha256Many();
      return makeClaim(type, membersOf(body), prepare(body, facts), facts, random);
    },
  };
}

function makeClaim(
  type: AttestationTypeName,
  { chain, nonce, subject }: ClaimMembers,
  claim: PreparedClaim,
  { source, issuedAt, expiresAt }: ClaimFacts,
  random: Random,
): MadeClaim {
  const { valueCommitment, salt } = claim.commit(random);
  const publicInputs: JsonObject = {
    statement: STATEMENT_OF[type],
    value_commitment: valueCommitment,
    ...claim.limits,
    source,
    ...(subject === undefined ? {} : { subject }),
    nonce: nonce ?? toHex(random(NONCE_BYTES)),
    chain,
    issued_at: formatIsoTime(issuedAt),
    expires_at: formatIsoTime(expiresAt),
  };
  const held = claim.claim(publicInputs, salt);
  const proof =
    held === null
      ? null
      : prove(held.instance, canonicalBytes(publicInputs), held.trace, { random, profile: 'STANDARD' });
  return { commitment: privacyCommitment(publicInputs), publicInputs, proof };
}

const claims = api.privacy.privacy;

export const WORKS = {
  age: claimWork(claims.age, 'age_threshold', { prepare: CLAIMS.age_threshold, check: RULES.age_threshold }),
  identity: claimWork(claims.identity, 'identity_attribute', { prepare: CLAIMS.identity_attribute }),
  kycStatus: claimWork(claims.kycStatus, 'kyc_status', { prepare: CLAIMS.kyc_status }),
  jurisdiction: claimWork(claims.jurisdiction, 'jurisdiction_membership', {
    prepare: CLAIMS.jurisdiction_membership,
    check: RULES.jurisdiction_membership,
  }),
  accredited: claimWork(claims.accredited, 'accredited_investor', { prepare: CLAIMS.accredited_investor }),
  compliance: claimWork(claims.compliance, 'regulatory_compliance', { prepare: CLAIMS.regulatory_compliance }),
  defiBalanceRange: claimWork(claims.defiBalanceRange, 'balance_range', {
    prepare: CLAIMS.balance_range,
    check: RULES.balance_range,
    ask: ({ wallet_address: address, token_mint: mint }) => ({ of: 'balance', address, mint }),
  }),
  defiCollateral: claimWork(claims.defiCollateral, 'collateral_ratio', {
    prepare: CLAIMS.collateral_ratio,
    check: RULES.collateral_ratio,
    ask: ({ wallet_address: address, protocol }) => ({ of: 'position', address, protocol }),
  }),
  defiPortfolioThreshold: claimWork(claims.defiPortfolioThreshold, 'portfolio_threshold', {
    prepare: CLAIMS.portfolio_threshold,
    check: RULES.portfolio_threshold,
    ask: ({ wallet_address: address }) => ({ of: 'worth', address }),
  }),
} as const;

export const checks = [
  bodyCheck(claims.age, RULES.age_threshold),
  bodyCheck(claims.jurisdiction, RULES.jurisdiction_membership),
  bodyCheck(claims.defiBalanceRange, RULES.balance_range),
  bodyCheck(claims.defiCollateral, RULES.collateral_ratio),
  bodyCheck(claims.defiPortfolioThreshold, RULES.portfolio_threshold),
];
export const jobs = [
  ...jobsOf(WORKS.age),
  ...jobsOf(WORKS.identity),
  ...jobsOf(WORKS.kycStatus),
  ...jobsOf(WORKS.jurisdiction),
  ...jobsOf(WORKS.accredited),
  ...jobsOf(WORKS.compliance),
  ...jobsOf(WORKS.defiBalanceRange),
  ...jobsOf(WORKS.defiCollateral),
  ...jobsOf(WORKS.defiPortfolioThreshold),
] as const;
