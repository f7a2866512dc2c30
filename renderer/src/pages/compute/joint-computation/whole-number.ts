/** Whole numbers as people enter them. */

/** null for anything else. Spaces between digits are left out. */
export function wholeNumber(text: string): number | null {
  const plain = text.replaceAll(/\s/g, '').replace('−', '-');
  const value = Number(plain);
  return /^[+-]?\d{1,16}$/.test(plain) && Number.isSafeInteger(value) ? value : null;
}

/** Numbers with commas between; null where one of them is none. */
export function wholeNumbers(text: string): readonly number[] | null {
  const numbers = text.split(',').map(wholeNumber);
  return numbers.every((one) => one !== null) ? numbers : null;
}
