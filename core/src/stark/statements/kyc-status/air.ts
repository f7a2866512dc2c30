/** `kyc_status/v1`: the committed tier is one of three. */
import { oneOfThree } from '../one-of-three.ts';

export const TAG = 3;
export const KYC_TIERS = ['tier_1', 'tier_2', 'tier_3'] as const;

export const kycStatus = oneOfThree('kyc_status/v1', TAG, KYC_TIERS);
