/** Ed25519: see known-answer.ts. */
import type { KnownAnswer } from './known-answer.ts';

export const knownAnswer: KnownAnswer = {
  secretKey: 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=',
  publicKey: 'A6EHv/POEL4dcN0Y50vAmWfk1jCbpQ1fHdyGZBJVMbg=',
  signature: 'EP67M+V9yU/ognEc11/n8fkJtX+vGhbfaVtJRQUq1WwLl1bmUHUHr5hblDrLfiOPesTT5phTfAmgSSQbsWTzAQ==',
};
