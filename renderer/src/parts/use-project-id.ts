import { useActingFor } from '../lib/acting-for.ts';
import { LOCAL_PROJECT } from '../lib/acting-project.ts';

/** The id of the project that this window acts for. */
export function useProjectId(): string {
  return useActingFor()?.projectId ?? LOCAL_PROJECT;
}
