/** Packages that stay beside the bundles of the commands and of the desktop shell: native, or they start files of their own as workers. */
export const UNBUNDLED: readonly string[] = ['better-sqlite3', 'piscina'];
