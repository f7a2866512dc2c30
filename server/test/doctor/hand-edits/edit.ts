/**
 * What somebody changed by hand in the audit of reliability, in both of its passes. Every change is legal to the schema, so
 * that only what is signed, sealed or derivable can tell of it.
 */

/** The row that is changed. */
export interface Place {
  /** Its rowid. */
  readonly at: number;
  /** What a finding has to call it. */
  readonly name: string;
}

interface Change {
  readonly id: string;
  /** Selects `at` and `name`. */
  readonly row: string;
  /** Statements that may use `$at` and `$name`. */
  readonly sql: readonly string[];
}

/** A change that doctor tells of: what it says, with ROW for the name. */
interface Found extends Change {
  readonly found: string;
  /** A problem where nothing is said. */
  readonly severity?: 'problem' | 'warning';
}

/** A change that doctor does not see: its row in the guide. */
interface Unseen extends Change {
  readonly unseen: string;
}

export type Edit = Found | Unseen;

export const CHANGED_BODY = `body = replace(body, '"', ' "')`;

/** Swaps the values of columns between two rows, which are named by their rowids. */
export function swap(table: string, columns: string, other: string): string {
  const list = columns.split(', ');
  const values = list.map((name) => `b.${name}`).join(', ');
  return `UPDATE ${table} SET (${columns}) = (SELECT ${values} FROM ${table} AS b
    WHERE b.rowid = CASE ${table}.rowid WHEN $at THEN ${other} ELSE $at END)
    WHERE rowid IN ($at, ${other})`;
}
