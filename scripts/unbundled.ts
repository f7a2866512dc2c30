/** What neither the commands nor the desktop shell bundle. */

/** Native, or it starts its own files as workers: these stay packages. */
export const UNBUNDLED: readonly string[] = ['better-sqlite3', 'piscina'];
