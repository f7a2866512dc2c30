import { KEM_ALGORITHMS } from '@touchstone/core/kem/backend.ts';
import { SIGNATURE_ALGORITHMS } from '@touchstone/core/sign/family.ts';
import { type Check, ok } from './check.ts';

export const backends: Check = {
  id: 'crypto-backends',
  needs: 'folder',
  async run({ signer, kem }) {
    const served = new Map<string, string[]>();
    const add = (backend: string, algorithm: string) => {
      served.set(backend, [...(served.get(backend) ?? []), algorithm]);
    };
    for (const algorithm of SIGNATURE_ALGORITHMS) add(await signer.backendFor(algorithm), algorithm);
    for (const algorithm of KEM_ALGORITHMS) add(await kem.backendFor(algorithm), algorithm);
    return [...served].map(([backend, algorithms]) => ok(`Served by ${backend}: ${algorithms.join(', ')}.`));
  },
};
