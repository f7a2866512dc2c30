/** What a fraud signal says, in the order of its eight numbers. */
export const FRAUD_FACTORS = [
  'velocity',
  'amount',
  'geography',
  'device',
  'identity',
  'behaviour',
  'network',
  'disputes',
] as const;
