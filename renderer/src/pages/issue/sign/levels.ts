/** The parameter sets of FIPS 204 and FIPS 203, as the contracts name them, with what a person needs to choose. */
import type { dilithium } from '@touchstone/core/api/crypto/dilithium.ts';
import type { kyber } from '@touchstone/core/api/crypto/kyber.ts';
import type { InputOf } from '@touchstone/core/api/endpoint.ts';

export type MlDsaLevel = InputOf<typeof dilithium.keygen>['body']['security_level'];
export type MlKemLevel = InputOf<typeof kyber.keygen>['body']['security_level'];

export const ML_DSA_LEVELS = [
  { value: 'ML-DSA-44', label: 'ML-DSA-44 (category 2, signature 2,420 bytes)' },
  { value: 'ML-DSA-65', label: 'ML-DSA-65 (category 3, signature 3,309 bytes)' },
  { value: 'ML-DSA-87', label: 'ML-DSA-87 (category 5, signature 4,627 bytes)' },
] as const satisfies readonly { readonly value: MlDsaLevel; readonly label: string }[];

export const ML_KEM_LEVELS = [
  { value: 'ML-KEM-512', label: 'ML-KEM-512 (category 1, ciphertext 768 bytes)' },
  { value: 'ML-KEM-768', label: 'ML-KEM-768 (category 3, ciphertext 1,088 bytes)' },
  { value: 'ML-KEM-1024', label: 'ML-KEM-1024 (category 5, ciphertext 1,568 bytes)' },
] as const satisfies readonly { readonly value: MlKemLevel; readonly label: string }[];
