import { api } from '@touchstone/core/api/api.ts';
import {
  adviceFor,
  type Candidate,
  candidateOf,
  candidates,
  type Degree,
  encryptionFault,
  leastBitsOfAnyPrime,
  totalBits,
  type WorkloadName,
} from '@touchstone/core/fhe/advice.ts';
import { type CostModel, fitCostModel } from '@touchstone/core/fhe/cost-model.ts';
import { SECURITY_LEVELS, type SecurityLevel, securityStatement } from '@touchstone/core/fhe/security-tables.ts';
import { formatIsoTime } from '@touchstone/core/time.ts';
import type { BenchmarkKeeper } from '../../fhe-iq/benchmark.ts';
import { invalid } from '../../frame/errors.ts';
import { implement } from '../../frame/implement.ts';

export interface FheIqNeeds {
  readonly fheBenchmark: BenchmarkKeeper;
}

export const fheIq = implement(api.crypto.fheIq)<FheIqNeeds>({
  async select({ deps }, { body: { workload, security_level: level, max_latency_ms: most } }) {
    const found = adviceFor(workload, level, await costModel(deps));
    const [best] = found;
    if (best === undefined) throw levelRefused(workload, level, await costModel(deps));
    const { scheme, n, primeBits, t, level: reached, milliseconds, security } = best;
    const q_bits = totalBits({ primeBits });
    if (milliseconds > most) {
      throw invalid(
        'max_latency_ms',
        `One step of \`${workload}\` takes an estimated ${shown(milliseconds)} ms at least: with ${scheme}, n = ${n} and ${q_bits} bits of Q.`,
      );
    }
    return {
      scheme,
      n,
      q_bits,
      t,
      security_level: reached,
      estimated_latency_ms: round(milliseconds),
      security,
    };
  },

  async optimize({ deps }, { body: { current_params: given, target, constraint_ms: most } }) {
    const cost = await costModel(deps);
    const current = candidateOf(given.n, given.q_bits, cost);
    const fault = encryptionFault(current);
    if (fault !== null) throw invalid('current_params.q_bits', FAULTS[fault](current.n));
    const all = candidates(current.depth, target, cost);
    const best = all.find(({ milliseconds }) => milliseconds <= most);
    const isCurrentFine = current.level !== null && current.milliseconds <= most;
    const isBetter = best !== undefined && (!isCurrentFine || isBetterThan(best, current, target));
    if (!isBetter && !isCurrentFine) throw demandRefused(current, all, most, cost);
    const chosen = isBetter ? best : current;
    const q_bits = totalBits(chosen);
    const texts = isBetter
      ? textsOf(current, chosen)
      : { improvement: 'None: nothing better keeps the depth and the constraint.', tradeoff: 'None.' };
    return { optimized: { n: chosen.n, q_bits }, ...texts, security: securityStatement(chosen.n, q_bits) };
  },

  async benchmark({ deps }, { query: { measure } }) {
    const { measuredAt, sets } = await deps.fheBenchmark.read(measure === 'again');
    const benchmarks = sets.map(({ scheme, n, primeBits, plainModulus: t, times }) => {
      const q_bits = totalBits({ primeBits });
      return {
        // Sets are made of the degrees of the contract.
        params: { scheme, n: n as Degree, q_bits, prime_bits: [...primeBits], t },
        encrypt_us: round(times.encrypt),
        decrypt_us: round(times.decrypt),
        multiply_us: round(times.multiply),
        multiply_plain_us: round(times.multiplyPlain),
        add_us: round(times.add),
        security: securityStatement(n, q_bits),
      };
    });
    return { benchmarks, measured_at: formatIsoTime(measuredAt) };
  },
});

/** Why current parameters are none. */
const FAULTS = {
  prime: (n: Degree) => `A prime of Q is 1 modulo 2n: it has ${leastBitsOfAnyPrime(n)} bits at least with n = ${n}.`,
  room: () =>
    'Nothing that is encrypted with this Q is sure to decrypt: t = 786433 and the noise of encryption fill it.',
} as const;

async function costModel({ fheBenchmark }: FheIqNeeds): Promise<CostModel> {
  return fitCostModel((await fheBenchmark.read(false)).sets);
}

/** Nothing up to n = 32768 reaches the level: names the highest that is reached. */
function levelRefused(workload: WorkloadName, level: SecurityLevel, cost: CostModel) {
  const nearest = SECURITY_LEVELS.findLast((lower) => lower < level && adviceFor(workload, lower, cost).length > 0);
  return invalid(
    'security_level',
    `No parameters up to n = 32768 give \`${workload}\` ${level} bits; ${nearest ?? 'none'} are possible.`,
  );
}

/** Nothing keeps to the demands: names what comes nearest. */
function demandRefused({ depth }: Candidate, all: readonly Candidate[], most: number, cost: CostModel) {
  const fastest = all.toSorted((a, b) => a.milliseconds - b.milliseconds)[0];
  if (fastest !== undefined) {
    return invalid(
      'constraint_ms',
      `A product with parameters of depth ${depth} inside the tables of 2024 takes an estimated ${shown(fastest.milliseconds)} ms at least, with n = ${fastest.n} and ${totalBits(fastest)} bits of Q; the constraint is ${most} ms.`,
    );
  }
  let deepest = depth;
  while (deepest > 0 && candidates(deepest, 'latency', cost).length === 0) deepest--;
  return invalid(
    'current_params',
    `No parameters up to n = 32768 have the depth ${depth} inside the tables of 2024; ${deepest} is the most.`,
  );
}

/** An estimate that is shown as the same number is no better. */
function isBetterThan(best: Candidate, current: Candidate, target: 'latency' | 'security'): boolean {
  return target === 'latency'
    ? Number(shown(best.milliseconds)) < Number(shown(current.milliseconds))
    : (best.level ?? 0) > (current.level ?? 0);
}

/** What a change gains and what it costs, in words and numbers. */
function textsOf(from: Candidate, to: Candidate): { readonly improvement: string; readonly tradeoff: string } {
  const gains: string[] = [];
  const costs: string[] = [];
  const [oldTime, newTime] = [shown(from.milliseconds), shown(to.milliseconds)];
  const times = `a product takes an estimated ${newTime} ms instead of ${oldTime} ms`;
  if (newTime !== oldTime) (to.milliseconds < from.milliseconds ? gains : costs).push(times);
  const [before, after] = [from.level ?? 0, to.level ?? 0];
  if (after > before) {
    gains.push(
      before === 0
        ? `${after} bits of security; the current parameters are outside the tables of 2024`
        : `${after} bits of security instead of ${before}`,
    );
  } else if (after < before) costs.push(`${after} bits of security instead of ${before}`);
  const [oldBits, newBits] = [totalBits(from), totalBits(to)];
  // A ciphertext has two polynomials of n coefficients for each prime but the last.
  const sizes = [from, to].map(({ n, primeBits }) => (2 * n * Math.max(1, primeBits.length - 1) * 8) / 2 ** 20);
  const [oldSize = 0, newSize = 0] = sizes;
  const size = `a ciphertext has ${newSize.toFixed(2)} MiB instead of ${oldSize.toFixed(2)} MiB`;
  if (newSize !== oldSize) (newSize < oldSize ? gains : costs).push(size);
  if (newBits < oldBits) {
    costs.push(
      `${oldBits - newBits} bits of Q fewer: the depth of ${to.depth} stays, with less room for sums beyond it`,
    );
  } else if (newBits > oldBits) costs.push(`${newBits - oldBits} bits of Q more`);
  return { improvement: sentence(gains), tradeoff: sentence(costs) };
}

function sentence(parts: readonly string[]): string {
  const text = parts.join('; ');
  return text === '' ? 'None.' : `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

function round(value: number): number {
  return Math.round(value * 1_000) / 1_000;
}

function shown(milliseconds: number): string {
  return milliseconds.toPrecision(2).includes('e') ? String(Math.round(milliseconds)) : milliseconds.toPrecision(2);
}
