/** Grades the algorithms and key ages of a list, by a table and by usual periods. A heuristic: it looks at no system. */
import { type AlgorithmJudgement, judgeAlgorithm } from './algorithms.ts';
import { bySeverity, type Finding, figure } from './finding.ts';

/** Days. SP 800-57 part 1, table 1: one to two years for most keys. */
export const KEY_DUE_DAYS = 365;
export const KEY_OVERDUE_DAYS = 730;

/** Points off 100. */
export const POINTS = {
  broken: 40,
  deprecated: 15,
  acceptable: 3,
  recommended: 0,
  unknown: 10,
  notQuantumSafe: 10,
  belowTarget: 5,
  overdueKey: 10,
  dueKey: 3,
  nothingListed: 50,
} as const;
export const LEAST_SCORE = { good: 80, fair: 50, poor: 25 } as const;

export type KeyStatus = 'fresh' | 'due' | 'overdue';
export type Health = 'good' | 'fair' | 'poor' | 'critical';

export interface Inventory {
  readonly algorithms: readonly string[];
  /** Days by name. */
  readonly keyAges: Readonly<Record<string, number>>;
  /** 1 to 5. */
  readonly targetLevel: number;
}

export interface InventoryResult {
  readonly health: Health;
  /** 0 to 100. */
  readonly score: number;
  readonly algorithms: ReadonlyMap<string, AlgorithmJudgement>;
  readonly keys: ReadonlyMap<string, KeyStatus>;
  readonly findings: readonly Finding[];
  readonly recommendations: readonly string[];
}

/** `L1` to `L5`, 1 to 5, or bits from 112 to 512, as number or text; null for everything else. */
export function targetLevelOf(given: string | number): number | null {
  const text = String(given);
  const number = /^(?:L(?=[1-5]$))?(?:[1-5]|[1-5]\d{2})$/.test(text) ? Number(text.replace('L', '')) : 0;
  if (number >= 1 && number <= 5) return number;
  if (number < 112 || number > 512) return null;
  return number <= 128 ? 1 : number <= 192 ? 3 : 5;
}

export function judgeInventory({ algorithms, keyAges, targetLevel }: Inventory): InventoryResult {
  const judged = new Map(algorithms.map((name) => [name, judgeAlgorithm(name)]));
  const keys = new Map(Object.entries(keyAges).map(([name, days]) => [name, keyStatus(days)]));
  const lost = [
    ...[...judged.values()].map((judgement) => pointsLost(judgement, targetLevel)),
    ...[...keys.values()].map((status) =>
      status === 'fresh' ? 0 : POINTS[status === 'due' ? 'dueKey' : 'overdueKey'],
    ),
    judged.size === 0 ? POINTS.nothingListed : 0,
  ].reduce((sum, points) => sum + points, 0);
  const score = Math.max(0, 100 - lost);
  const isBroken = [...judged.values()].some(({ status }) => status === 'broken');
  const findings = bySeverity([
    ...[...judged].flatMap(([name, judgement]) => algorithmFindings(name, judgement, targetLevel)),
    ...Object.entries(keyAges).flatMap(([name, days]) => keyFindings(name, days)),
    ...(judged.size === 0 ? [nothingListed()] : []),
  ]);
  return {
    health: isBroken ? 'critical' : healthOf(score),
    score,
    algorithms: judged,
    keys,
    findings,
    recommendations: recommendationsOf(findings),
  };
}

function keyStatus(days: number): KeyStatus {
  if (days > KEY_OVERDUE_DAYS) return 'overdue';
  return days > KEY_DUE_DAYS ? 'due' : 'fresh';
}

function pointsLost({ status, isQuantumSafe, level }: AlgorithmJudgement, targetLevel: number): number {
  const quantum = isQuantumSafe === false ? POINTS.notQuantumSafe : 0;
  const target = isQuantumSafe === true && level !== null && level < targetLevel ? POINTS.belowTarget : 0;
  return POINTS[status] + quantum + target;
}

function healthOf(score: number): Health {
  if (score >= LEAST_SCORE.good) return 'good';
  if (score >= LEAST_SCORE.fair) return 'fair';
  return score >= LEAST_SCORE.poor ? 'poor' : 'critical';
}

function algorithmFindings(name: string, judgement: AlgorithmJudgement, targetLevel: number): readonly Finding[] {
  const { status, isQuantumSafe, isHarvestable, level } = judgement;
  if (status === 'unknown') {
    const finding = `${name} is not in the table. Unknown is not safe: look it up.`;
    return [{ rule: 'algorithm-unknown', severity: 'low', finding, evidence: name }];
  }
  const found: Finding[] = [];
  if (status === 'broken') {
    const finding = `${name} is broken or gives no protection. Replace it now.`;
    found.push({ rule: 'algorithm-broken', severity: 'critical', finding, evidence: name });
  } else if (isHarvestable) {
    const finding = `${name} can be recorded today and read with a quantum computer. Use ML-KEM, alone or in a hybrid.`;
    found.push({ rule: 'algorithm-harvestable', severity: 'high', finding, evidence: `${name}, ${status}` });
  } else if (isQuantumSafe === false) {
    const finding = `${name} can be forged with a quantum computer. Plan the move to ML-DSA or SLH-DSA.`;
    found.push({ rule: 'algorithm-forgeable', severity: 'medium', finding, evidence: `${name}, ${status}` });
  } else if (status === 'deprecated') {
    const finding = `${name} is deprecated. Replace it at the next change.`;
    found.push({ rule: 'algorithm-deprecated', severity: 'medium', finding, evidence: name });
  }
  if (isQuantumSafe === true && level !== null && level < targetLevel) {
    const finding = `${name} is below the level aimed at.`;
    const evidence = `category ${level}, ${targetLevel} wanted`;
    found.push({ rule: 'algorithm-below-target', severity: 'low', finding, evidence });
  }
  return found;
}

function keyFindings(name: string, days: number): readonly Finding[] {
  const status = keyStatus(days);
  if (status === 'fresh') return [];
  const limit = status === 'due' ? KEY_DUE_DAYS : KEY_OVERDUE_DAYS;
  return [
    {
      rule: `key-${status}`,
      severity: status === 'due' ? 'low' : 'medium',
      finding: status === 'due' ? `Plan the rotation of ${name}.` : `Rotate ${name}.`,
      evidence: `${figure(days)} days old, usual limit ${limit}`,
    },
  ];
}

function nothingListed(): Finding {
  const finding = 'No algorithm was listed, so nothing is known about them.';
  return { rule: 'nothing-listed', severity: 'low', finding, evidence: '0 algorithms' };
}

/** Each once, in the order of the findings. */
function recommendationsOf(findings: readonly Finding[]): readonly string[] {
  return [...new Set(findings.map(({ finding }) => finding))];
}
