/** How similar a sample must be, for each project and modality. */
import type { JsonObject } from '@touchstone/core/canonical-json.ts';
import type { Db } from '../store/engine.ts';
import type { Modality } from './modality.ts';
import { thresholdsOf } from './store.ts';

/** Unless the project has set another one (decisions, section 7). */
export const DEFAULT_THRESHOLD = 0.9;

export async function thresholdsInForce(db: Db, projectId: string): Promise<Readonly<Record<Modality, number>>> {
  const rows = await thresholdsOf(db, projectId);
  const of = (name: Modality) => rows.find(({ modality }) => modality === name)?.threshold ?? DEFAULT_THRESHOLD;
  return { face: of('face'), voice: of('voice'), fingerprint: of('fingerprint') };
}

/** What the administration's audit says of a change. */
export function thresholdRecord(
  projectId: string,
  modality: Modality,
  threshold: number,
): { readonly subject: string; readonly details: JsonObject } {
  return { subject: `${projectId} ${modality}`, details: { project_id: projectId, modality, threshold } };
}
