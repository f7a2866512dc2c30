import { useActingFor } from './acting-for.ts';
import { LOCAL_PROJECT } from './acting-project.ts';

/** The id of the project that this window acts for. */
export function useProjectId(): string {
  return useActingFor()?.projectId ?? LOCAL_PROJECT;
}
