import { homedir } from 'node:os';

/** Empty for a user id without an entry among the users of the system, as containers have it, where `HOME` is not set. */
export function homeFolder(): string {
  try {
    return homedir();
  } catch {
    return '';
  }
}
