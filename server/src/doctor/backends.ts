import { KEM_ALGORITHMS } from '@touchstone/core/kem/backend.ts';
import { SIGNATURE_ALGORITHMS } from '@touchstone/core/sign/family.ts';
import { type Check, ok } from './check.ts';

export const backends: Check = {
  id: 'crypto-backends',
  needs: 'folder',
  async run({ signer, kem }) {
    const served = new Map<string, string[]>();
    const add = (how: string, algorithm: string) => {
      served.set(how, [...(served.get(how) ?? []), algorithm]);
    };
    for (const algorithm of SIGNATURE_ALGORITHMS) {
      add(`Verified by ${await signer.backendFor(algorithm, 'verify')}`, algorithm);
      add(`Signed by ${await signer.backendFor(algorithm, 'sign')}`, algorithm);
    }
    for (const algorithm of KEM_ALGORITHMS) add(`Encapsulated by ${await kem.backendFor(algorithm)}`, algorithm);
    return [...served].map(([how, algorithms]) => ok(`${how}: ${algorithms.join(', ')}.`));
  },
};
