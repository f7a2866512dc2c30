import { KYC_TIERS } from '../../../src/stark/statements/kyc-status/air.ts';
import { testChoice } from './choice.ts';
import { CLAIMS } from './claims.ts';

testChoice(CLAIMS.kyc_status, KYC_TIERS, '4927b2b51f28573581035bfecd1feaae94c15f5c41fc452bad05a41d9598953d');
