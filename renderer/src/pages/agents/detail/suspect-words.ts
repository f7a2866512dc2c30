/** What the signatures of two receipts say about a broken link between them. */

export interface Suspect {
  /** Position of the receipt that was changed. */
  readonly index: number;
  readonly sentence: string;
}

/** What follows from the signatures of the two receipts; null where neither holds. */
export function judged(
  index: number,
  beforeId: string,
  isBeforeSigned: boolean,
  isItselfSigned: boolean,
): Suspect | null {
  if (isBeforeSigned && isItselfSigned) {
    return {
      index,
      sentence: 'Both receipts are signed as they stand: one between them is missing, or they were moved.',
    };
  }
  if (isBeforeSigned) {
    return { index, sentence: 'Its own signature does not hold: this receipt is the one that was changed.' };
  }
  if (!isItselfSigned) return null;
  return {
    index: index - 1,
    sentence: `The receipt before it, ${beforeId}, is the one that was changed: its signature does not hold.`,
  };
}
