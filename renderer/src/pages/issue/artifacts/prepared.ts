/** A new artifact that is made up and not sent yet. */
import { type HumanSummary, PILLARS, type Pillar, type Subject } from '@touchstone/core/artifact/artifact.ts';
import type { JsonObject } from '@touchstone/core/canonical-json.ts';
import type { Attested } from './issue-jobs.ts';

export interface Prepared {
  readonly subject: Subject;
  readonly humanSummary: Omit<HumanSummary, 'verdict'>;
  readonly cycleId: string;
  readonly attested: Attested;
  /** The pillars that files supplied. */
  readonly supplied: readonly Pillar[];
  /** How many files of evidence there are. */
  readonly files: number;
  /** The id of the key set that is to sign; null where that is not decided yet. */
  readonly signer: string | null;
}

/** What an attestation says of itself; one that was supplied may say anything. */
export function resultOf({ result }: JsonObject): 'passed' | 'failed' | 'unknown' {
  if (result === 'PASS') return 'passed';
  return result === 'FAIL' ? 'failed' : 'unknown';
}

export function failedPillars({ attestations }: Attested): readonly Pillar[] {
  return PILLARS.filter((pillar) => resultOf(attestations[pillar]) === 'failed');
}
