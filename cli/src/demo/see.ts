/** What a demonstration did. */
export interface Shown {
  /** One sentence for each thing that was done. */
  readonly lines: readonly string[];
  /** Files for whoever verifies without the service, by name. */
  readonly files: ReadonlyMap<string, string>;
}

/** What a demonstration has to see. A wrong outcome is a fault of the product, and no demonstration. */
export function see(holds: boolean, what: string): void {
  if (!holds) throw new Error(`the demonstration did not see ${what}`);
}
