/**
 * The rules of a code grade: which there are, and how many points each can cost. A version is never changed once it was
 * published: other rules, points or limits are a new version, and verifiers keep the table of the old one.
 */
import type { Dimension } from '../stark/statements/code-grade/scoring.ts';

/** What this program grades by. */
export const RULES_VERSION = 'svc-grade-rules/v2';

/** Those that verifiers know. Version 1 had the same rules and points, and did not analyse files that a mark or a byte took out. */
export const RULES_VERSIONS = ['svc-grade-rules/v1', RULES_VERSION] as const;
export type RulesVersion = (typeof RULES_VERSIONS)[number];

export interface Rule {
  readonly dimension: Dimension;
  /** What it can cost at most. All rules of a dimension together: 100. */
  readonly points: number;
  /** What costs points, for people; `docs/user-guide/grade.md` says how many. */
  readonly title: string;
}

export const RULES = {
  'complex-functions': { dimension: 'code_quality', points: 25, title: 'Functions with a complexity over 10' },
  'long-functions': { dimension: 'code_quality', points: 20, title: 'Functions of more than 60 lines of code' },
  'long-files': { dimension: 'code_quality', points: 15, title: 'Source files of more than 500 lines of code' },
  'deep-nesting': { dimension: 'code_quality', points: 10, title: 'Functions that nest more than 4 levels deep' },
  duplication: { dimension: 'code_quality', points: 20, title: 'Code that appears twice' },
  'open-marks': { dimension: 'code_quality', points: 5, title: 'Comments that mark unfinished work' },
  'no-linter': { dimension: 'code_quality', points: 5, title: 'No configuration of a linter or formatter' },

  secrets: { dimension: 'security_posture', points: 40, title: 'Secrets in files' },
  'unreadable-sources': {
    dimension: 'security_posture',
    points: 10,
    title: 'Source files that are no UTF-8 text, or too large',
  },
  'unpinned-dependencies': {
    dimension: 'security_posture',
    points: 15,
    title: 'Dependencies that no lock file pins to a version',
  },
  'missing-integrity': { dimension: 'security_posture', points: 10, title: 'Locked packages without a checksum' },
  'foreign-sources': {
    dimension: 'security_posture',
    points: 5,
    title: 'Locked packages that come from outside of a registry',
  },
  'dangerous-calls': {
    dimension: 'security_posture',
    points: 15,
    title: 'Calls that run text as code, or switch off a protection',
  },
  'weak-cryptography': { dimension: 'security_posture', points: 5, title: 'Broken hashes and ciphers' },

  'import-cycles': { dimension: 'architecture', points: 30, title: 'Source files that import each other in a circle' },
  'many-imports': { dimension: 'architecture', points: 15, title: 'Source files with more than 25 imports' },
  'many-parameters': { dimension: 'architecture', points: 15, title: 'Functions with more than 5 parameters' },
  'crowded-files': { dimension: 'architecture', points: 15, title: 'Source files with more than 40 functions' },
  'crowded-folders': { dimension: 'architecture', points: 10, title: 'Folders with more than 40 source files' },
  'climbing-imports': {
    dimension: 'architecture',
    points: 10,
    title: 'Source files with imports that climb 4 folders or more',
  },
  'deep-folders': { dimension: 'architecture', points: 5, title: 'Source files more than 10 folders deep' },

  'nested-loops': { dimension: 'performance', points: 30, title: 'Functions with loops nested 3 deep' },
  'searches-in-loops': { dimension: 'performance', points: 20, title: 'Functions that search a list within a loop' },
  'blocking-calls': { dimension: 'performance', points: 25, title: 'Asynchronous functions that block' },
  'waits-in-loops': { dimension: 'performance', points: 10, title: 'Functions that wait in every round of a loop' },
  'large-files': { dimension: 'performance', points: 10, title: 'Files of more than 5 MiB' },
  'growing-strings': { dimension: 'performance', points: 5, title: 'Functions that lengthen a string within a loop' },

  'no-licence': { dimension: 'compliance', points: 30, title: 'No licence file' },
  'no-stated-licence': { dimension: 'compliance', points: 10, title: 'Manifests without a licence' },
  'unlicensed-dependencies': {
    dimension: 'compliance',
    points: 20,
    title: 'Locked packages without a readable licence',
  },
  'copyleft-dependencies': {
    dimension: 'compliance',
    points: 15,
    title: 'Locked packages under a strong copyleft licence',
  },
  'no-readme': { dimension: 'compliance', points: 10, title: 'No README' },
  'no-security-policy': { dimension: 'compliance', points: 5, title: 'No SECURITY file' },
  'no-changelog': { dimension: 'compliance', points: 5, title: 'No changelog' },
  'no-contributing': { dimension: 'compliance', points: 5, title: 'No CONTRIBUTING file' },

  'few-tests': { dimension: 'maintenance_risk', points: 30, title: 'Few lines of tests' },
  'no-ci': { dimension: 'maintenance_risk', points: 15, title: 'No continuous integration' },
  'duplicate-majors': {
    dimension: 'maintenance_risk',
    points: 15,
    title: 'Packages that are locked in several major versions',
  },
  'many-dependencies': { dimension: 'maintenance_risk', points: 10, title: 'More than 200 locked packages' },
  'unstable-versions': { dimension: 'maintenance_risk', points: 5, title: 'Locked pre-release versions' },
  'uncommented-files': {
    dimension: 'maintenance_risk',
    points: 10,
    title: 'Source files of more than 100 lines without a comment',
  },
  'no-runtime-version': { dimension: 'maintenance_risk', points: 5, title: 'No stated version of language or runtime' },
  'no-documentation': {
    dimension: 'maintenance_risk',
    points: 5,
    title: 'Neither a docs folder nor a README of 40 lines',
  },
  'skipped-tests': { dimension: 'maintenance_risk', points: 5, title: 'Tests that are skipped' },
} as const satisfies Readonly<Record<string, Rule>>;

export type RuleId = keyof typeof RULES;
export const RULE_IDS = Object.keys(RULES) as readonly RuleId[];

export function ruleOf(id: RuleId): Rule {
  return RULES[id];
}
