/** What a receipt is about, by the code of its computation type: words for the names in the format. */
const KINDS: Readonly<Record<number, string>> = {
  1: 'Biometric authentication',
  2: 'Fraud score',
  3: 'FedNow payment',
  4: 'Solana attestation',
  5: 'Governance vote',
  6: 'Bitcoin output',
  7: 'Identity check',
  8: 'Shared computation',
  9: 'Archive signature',
  10: 'Medical record',
  11: 'Vault key operation',
  12: 'API response',
  13: 'AI inference',
  14: 'Captured media',
  15: 'Legal evidence',
  16: 'Document version',
  17: 'Loan application',
  18: 'Medical arbitration',
  19: 'Sign-in event',
  20: 'Digital asset response',
  21: 'Cache configuration',
  22: 'Financial data',
  23: 'Fitness data',
  24: 'SBA form',
};

export const words = {
  kind: (type: number, name: string | undefined) => KINDS[type] ?? name ?? `Type ${type}`,
} as const;
