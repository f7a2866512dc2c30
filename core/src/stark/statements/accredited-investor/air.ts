/** `accredited_investor/v1`: the committed qualification is one of three. */
import { oneOfThree } from '../one-of-three.ts';

export const TAG = 5;
export const QUALIFICATIONS = ['income', 'net_worth', 'license'] as const;

export const accreditedInvestor = oneOfThree('accredited_investor/v1', TAG, QUALIFICATIONS);
