/** What the computation types of receipts are called; the format's own names stand beside these where they are copied. */
import { COMPUTATION_TYPES } from '@touchstone/core/receipt/substrate.ts';

const KINDS: Readonly<Record<string, string>> = {
  BiometricAuth: 'Biometric authentication',
  FraudScore: 'Fraud score',
  FedNowPayment: 'FedNow payment',
  SolanaAttestation: 'Solana attestation',
  HatsGovernance: 'HATS governance',
  BitcoinUtxo: 'Bitcoin output (UTXO)',
  KycVerification: 'KYC verification',
  ShareComputation: 'Share computation',
  ArchiveSign: 'Archive signature',
  MedVaultPhi: 'Health record (MedVault)',
  VaultKeyOp: 'Vault key operation',
  ApiResponse: 'API response',
  AiInference: 'AI inference',
  CaptureTimeMedia: 'Captured media',
  LegalEvidence: 'Legal evidence',
  DocumentVersion: 'Document version',
  LoanApplication: 'Loan application',
  MedicalArbitration: 'Medical arbitration',
  AuthEvent: 'Authentication event',
  DasAssetResponse: 'Digital asset response (DAS)',
  CacheConfig: 'Cache configuration',
  FinancialData: 'Financial data',
  FitnessMetric: 'Fitness metric',
  SbaForm: 'SBA form',
  WebhookFrame: 'Webhook message',
  StreamSegment: 'Stream segment',
  MerkleBatchRoot: 'Merkle batch root',
  PolygonAnchor: 'Polygon anchor',
  PolygonZkEvmAnchor: 'Polygon zkEVM anchor',
  ShieldIdentity: 'Identity (Shield)',
  ShieldCompliance: 'Compliance (Shield)',
  ShieldBalance: 'Balance (Shield)',
  ShieldDeFi: 'DeFi (Shield)',
  GenericFhe: 'Encrypted computation (FHE)',
};

/** The kind of a receipt in words: `API response`. */
export function kindName(type: number): string {
  const code = COMPUTATION_TYPES.get(type);
  return code === undefined ? `Unknown kind ${type}` : (KINDS[code] ?? code);
}

/** The same as the format writes it: `ApiResponse`. */
export function kindCode(type: number): string {
  return COMPUTATION_TYPES.get(type) ?? `unknown type ${type}`;
}

/** All kinds, for choosing one. */
export const KIND_OPTIONS = [...COMPUTATION_TYPES.keys()]
  .map((type) => ({ value: String(type), label: kindName(type) }))
  .sort((a, b) => a.label.localeCompare(b.label, 'en'));
