import { choiceProver } from '../choice-prover.ts';
import { KYC_TIERS, kycStatus, TAG } from './air.ts';

export const kycStatusProver = choiceProver(kycStatus, TAG, KYC_TIERS);
