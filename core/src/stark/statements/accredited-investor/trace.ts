import { choiceProver } from '../choice-prover.ts';
import { accreditedInvestor, QUALIFICATIONS, TAG } from './air.ts';

export const accreditedInvestorProver = choiceProver(accreditedInvestor, TAG, QUALIFICATIONS);
