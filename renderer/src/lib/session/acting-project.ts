/** The account and project that the console has of itself (decisions, section 2). */
export const LOCAL_ACCOUNT = 'acc_local';
export const LOCAL_PROJECT = 'prj_local';

/** A project of another account, and whose it is. */
export interface ActingFor {
  readonly projectId: string;
  readonly accountId: string;
  readonly email: string;
}

/** What a window has stored; null where it cannot be read: then the console acts for the local project. */
export function readActingFor(text: string | null): ActingFor | null {
  if (text === null) return null;
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null) return null;
    const { projectId, accountId, email } = value as Record<string, unknown>;
    if (typeof projectId !== 'string' || typeof accountId !== 'string' || typeof email !== 'string') return null;
    // It becomes a header: nothing but an id may stand in it.
    if (!/^prj_[A-Za-z0-9]{1,64}$/.test(projectId) || projectId === LOCAL_PROJECT) return null;
    return { projectId, accountId, email };
  } catch {
    return null;
  }
}
