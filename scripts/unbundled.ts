/** What neither the commands nor the desktop shell bundle. */

/** Native, or it starts or loads files of its own: these stay packages. */
export const UNBUNDLED: readonly string[] = ['better-sqlite3', 'node-seal/throws', 'piscina'];
