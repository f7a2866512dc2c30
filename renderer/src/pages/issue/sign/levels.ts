/** The parameter sets of FIPS 204 and FIPS 203, as the contracts name them, with what a person needs to choose. */
import type { dilithium } from '@touchstone/core/api/crypto/dilithium.ts';
import type { kyber } from '@touchstone/core/api/crypto/kyber.ts';
import type { InputOf } from '@touchstone/core/api/endpoint.ts';
import { words } from '../../../words/issue/sign.ts';

export type MlDsaLevel = InputOf<typeof dilithium.keygen>['body']['security_level'];
export type MlKemLevel = InputOf<typeof kyber.keygen>['body']['security_level'];

export const ML_DSA_LEVELS = [
  { value: 'ML-DSA-44', label: words.mlDsa.level('ML-DSA-44', 2, 2_420) },
  { value: 'ML-DSA-65', label: words.mlDsa.level('ML-DSA-65', 3, 3_309) },
  { value: 'ML-DSA-87', label: words.mlDsa.level('ML-DSA-87', 5, 4_627) },
] as const satisfies readonly { readonly value: MlDsaLevel; readonly label: string }[];

export const ML_KEM_LEVELS = [
  { value: 'ML-KEM-512', label: words.mlKem.level('ML-KEM-512', 1, 768) },
  { value: 'ML-KEM-768', label: words.mlKem.level('ML-KEM-768', 3, 1_088) },
  { value: 'ML-KEM-1024', label: words.mlKem.level('ML-KEM-1024', 5, 1_568) },
] as const satisfies readonly { readonly value: MlKemLevel; readonly label: string }[];
