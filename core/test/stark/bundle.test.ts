/** What somebody has to read and to load who only verifies. */
import { describe, expect, it } from 'vitest';
import { bundleOf } from './bundle.ts';

describe('the verifier as a bundle', () => {
  it('is at most 60 kB and holds nothing that proves', async () => {
    const { code, modules } = await bundleOf('verify.ts', true);
    expect(code.length).toBeLessThanOrEqual(60_000);
    expect(modules).toContain('stark/verify.ts');
    const provers =
      /prove|\/(trace|mask|columns|quotient|batch|product-sums|polynomial|ntt|merkle-tree|evaluate-domain|soundness)\.ts|random\.ts/;
    expect(modules.filter((module) => provers.test(module))).toEqual([]);
  });
});
