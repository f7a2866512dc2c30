/** Plans, tiers and scopes (document 2 and 3, "Limits"; decisions, section 2). */

export const PLAN_SLUGS = [
  'free',
  'starter',
  'pro',
  'business',
  'growth',
  'scale',
  'enterprise',
  'enterprise_plus',
] as const;
export type PlanSlug = (typeof PLAN_SLUGS)[number];

/** A token bucket: `perSecond` tokens come back each second, at most `burst` are kept. null: unlimited. */
export interface Rate {
  readonly perSecond: number;
  readonly burst: number;
}

export interface Plan {
  readonly title: string;
  /** Documents 1, 2 and agents. */
  readonly rate: Rate | null;
  /** Document 3: requests per second, and per day from 00:00 UTC. */
  readonly platformRate: Rate;
  readonly platformPerDay: number | null;
  /** The highest of the tiers S-, HC- and K- that the plan reaches. */
  readonly tierLevel: 0 | 1 | 2 | 3;
}

/** Document 3's rows; it names no burst, so the bucket holds one second's worth. */
const FREE_ROW = { platformRate: { perSecond: 10, burst: 10 }, platformPerDay: 10_000 } as const;
const PROFESSIONAL_ROW = { platformRate: { perSecond: 100, burst: 100 }, platformPerDay: 1_000_000 } as const;
const ENTERPRISE_ROW = { platformRate: { perSecond: 1_000, burst: 1_000 }, platformPerDay: null } as const;

export const PLANS: Readonly<Record<PlanSlug, Plan>> = {
  free: { title: 'Free', rate: { perSecond: 5, burst: 10 }, ...FREE_ROW, tierLevel: 0 },
  starter: { title: 'Starter', rate: { perSecond: 10, burst: 20 }, ...FREE_ROW, tierLevel: 1 },
  pro: { title: 'Pro', rate: { perSecond: 50, burst: 100 }, ...PROFESSIONAL_ROW, tierLevel: 2 },
  business: { title: 'Business', rate: { perSecond: 200, burst: 400 }, ...PROFESSIONAL_ROW, tierLevel: 3 },
  growth: { title: 'Growth', rate: { perSecond: 500, burst: 1_000 }, ...PROFESSIONAL_ROW, tierLevel: 3 },
  scale: { title: 'Scale', rate: { perSecond: 2_000, burst: 4_000 }, ...PROFESSIONAL_ROW, tierLevel: 3 },
  enterprise: { title: 'Enterprise', rate: { perSecond: 10_000, burst: 20_000 }, ...ENTERPRISE_ROW, tierLevel: 3 },
  enterprise_plus: { title: 'Enterprise+', rate: null, ...ENTERPRISE_ROW, tierLevel: 3 },
};

/** Units that a new account starts with (document 1, "Limits"). */
export const FREE_CREDITS = 1_000;

/** Plan tiers: S secret management, HC health compliance, K key encryption. */
export type Tier = `${'S' | 'HC' | 'K'}-${0 | 1 | 2 | 3}`;

/** What an API key may be limited to. Administration is no scope: no key ever has it (S1). */
export const SCOPES = [
  'sign',
  'keys',
  'secrets',
  'reveal',
  'gateway',
  'health',
  'vault',
  'fhe',
  'video',
  'agents',
  'approve',
  'platform',
  'commerce',
] as const;
export type Scope = (typeof SCOPES)[number];

/** Scopes that `*` does not give to a key that is made later: they are given by name only (decisions 12.22). */
export const NAMED_SCOPES = ['reveal', 'approve'] as const satisfies readonly Scope[];
