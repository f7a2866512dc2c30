import { QUALIFICATIONS } from '../../../src/stark/statements/accredited-investor/air.ts';
import { testChoice } from './choice.ts';
import { CLAIMS } from './claims.ts';

testChoice(
  CLAIMS.accredited_investor,
  QUALIFICATIONS,
  'eced8f52cb174d17356be67bd3dab04779e0d1c2297cad8312cb59e542d6128c',
);
