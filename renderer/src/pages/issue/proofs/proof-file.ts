/** A proof as a file that others check without this service. */
import type { Proof } from './queries.ts';

export function proofFileName(commitment: string): string {
  return `proof-${commitment.slice(0, 16)}.pqp.json`;
}

/** The `.pqp.json` file: the server's answer, two blanks deep, with a line end. */
export function proofFileText(proof: Proof): string {
  return `${JSON.stringify(proof, null, 2)}\n`;
}
