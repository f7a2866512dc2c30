/** `1 unit`, `4 units`. */
export function unitsText(units: number): string {
  return units === 1 ? '1 unit' : `${units} units`;
}
