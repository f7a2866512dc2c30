/** Enrolment, verification and comparison of feature vectors (security, S30). */
import { cosineOf, type QuantisedVector, quantisedVector } from '@touchstone/core/biometrics/vector.ts';
import { wipe } from '@touchstone/core/bytes.ts';
import { COEFFICIENT_CIPHERTEXT_BYTES } from '@touchstone/core/fhe/coefficients.ts';
import type { Random } from '@touchstone/core/random.ts';
import type { Clock } from '@touchstone/core/time.ts';
import { compareTask, encryptOnceTask, innerProductsTask, openTask } from '../fhe/coefficient-work.ts';
import type { FheThreads } from '../fhe/threads.ts';
import { bytesIn } from '../frame/decode-base64.ts';
import { ApiError, invalid } from '../frame/errors.ts';
import { newId, newUuid } from '../frame/ids.ts';
import type { Sweep } from '../frame/sweep.ts';
import { type Db, write } from '../store/engine.ts';
import type { Vault } from '../vault/envelope.ts';
import { openTemplate, sealTemplate } from './at-rest.ts';
import type { Modality } from './modality.ts';
import {
  countFailures,
  countTemplates,
  forgetFailuresBefore,
  hasFailureBefore,
  insertFailure,
  lockTemplates,
  oldestFailure,
  replaceTemplate,
  type Template,
  templatesOf,
} from './store.ts';
import { thresholdsInForce } from './thresholds.ts';

export interface BiometricNeeds {
  readonly db: Db;
  readonly clock: Clock;
  readonly random: Random;
  readonly vault: Vault;
  readonly fheThreads: FheThreads;
}

/** Runs an action in a transaction: `context.write`. */
type Write = <T>(action: (db: Db) => Promise<T>) => Promise<T>;

/** Each takes about 100 KB. */
const MOST_TEMPLATES = 10_000;
/** Failed verifications of one user (S30) … */
export const MOST_FAILURES = 20;
/** … within this time. */
export const FAILURE_MS = 3_600_000;

export const TEMPLATE_KB = Math.round((COEFFICIENT_CIPHERTEXT_BYTES / 1024) * 10) / 10;

/** A vector that must be one. Throws INVALID_REQUEST. */
function vectorIn(field: string, text: string): QuantisedVector {
  const bytes = bytesIn(field, text);
  try {
    const vector = quantisedVector(bytes);
    if (vector !== null) return vector;
    throw invalid(
      field,
      `\`${field}\` must be base64 of 64 to 1,024 little-endian 32-bit floats, finite and not all zero.`,
    );
  } finally {
    wipe(bytes);
  }
}

/** Stores a template in the place of an earlier one of this user and modality; answers the id of the enrolment. */
export async function enrol(
  { db, clock, random, vault, fheThreads }: BiometricNeeds,
  write: Write,
  projectId: string,
  sent: { readonly user_id: string; readonly template: string; readonly modality: Modality },
): Promise<string> {
  const { values, square } = vectorIn('template', sent.template);
  await requireRoom(db, projectId);
  const row = {
    id: newId('enr', random),
    project_id: projectId,
    user_id: sent.user_id,
    modality: sent.modality,
    dimensions: values.length,
    created_at: clock(),
  };
  const made = await fheThreads.run('holder', encryptOnceTask, { set: 'vectors', values }, [bytesOf(values)]);
  try {
    const envelope = sealTemplate(vault, row, { square, ...made });
    await write(async (transaction) => {
      await lockTemplates(transaction, projectId, row.user_id);
      await requireRoom(transaction, projectId);
      await replaceTemplate(transaction, { ...row, envelope });
    });
  } finally {
    wipe(made.secretKey);
  }
  return row.id;
}

async function requireRoom(db: Db, projectId: string): Promise<void> {
  if ((await countTemplates(db, projectId)) < MOST_TEMPLATES) return;
  throw new ApiError('CONFLICT', `This project has ${MOST_TEMPLATES} templates; delete some users first.`);
}

/** The best cosine among those that reach their threshold; null where none does. Throws NOT_FOUND and RATE_LIMITED. */
export async function verifySample(
  needs: BiometricNeeds,
  write: Write,
  projectId: string,
  { user_id: userId, sample }: { readonly user_id: string; readonly sample: string },
): Promise<number | null> {
  const { db, clock, random } = needs;
  const templates = await templatesOf(db, projectId, userId);
  if (templates.length === 0) throw noSuchUser();
  await requireFewFailures(db, clock(), projectId, userId);
  const bytes = bytesIn('sample', sample);
  const vector = quantisedVector(bytes);
  wipe(bytes);
  const best = await bestMatch(needs, projectId, templates, vector ?? noVector());
  await write(async (transaction) => {
    // Of many at once only so many are told anything: the others find the failures that came before them.
    if ((await lockTemplates(transaction, projectId, userId)).length === 0) throw noSuchUser();
    const now = clock();
    await requireFewFailures(transaction, now, projectId, userId);
    if (best !== null) return;
    await insertFailure(transaction, { id: newUuid(random), project_id: projectId, user_id: userId, failed_at: now });
  });
  return best;
}

export function noSuchUser(): ApiError {
  return new ApiError('NOT_FOUND', 'This project has no template of this user.');
}

async function requireFewFailures(db: Db, now: number, projectId: string, userId: string): Promise<void> {
  const since = now - FAILURE_MS;
  if ((await countFailures(db, projectId, userId, since)) < MOST_FAILURES) return;
  const oldest = (await oldestFailure(db, projectId, userId, since)) ?? now;
  throw new ApiError('RATE_LIMITED', `${MOST_FAILURES} verifications of this user have failed within an hour.`, {
    retryAfterSeconds: Math.max(1, Math.ceil((oldest + FAILURE_MS - now) / 1000)),
  });
}

/** Stands for a sample that is none. It is as long as no template. */
function noVector(): QuantisedVector {
  return { values: Int16Array.of(1), square: 1 };
}

/**
 * The sample is compared with templates of another length as well, and that counts for nothing: else the time that an answer
 * takes would tell how long templates are.
 */
async function bestMatch(
  { db, vault, fheThreads }: BiometricNeeds,
  projectId: string,
  templates: readonly Template[],
  { values: vector, square }: QuantisedVector,
): Promise<number | null> {
  const length = vector.length;
  const thresholds = await thresholdsInForce(db, projectId);
  const stored = templates.map((template) => openTemplate(vault, template));
  const secretKeys = stored.map(({ secretKey }) => secretKey);
  try {
    // The evaluator has the encrypted template and the sample, the holder the key and the product.
    const ciphertexts = stored.map(({ ciphertext }) => ciphertext);
    const moved = [...ciphertexts, bytesOf(vector)];
    const products = await fheThreads.run('evaluator', innerProductsTask, { ciphertexts, vector }, moved);
    const openings = products.map((ciphertext, at) => ({ ciphertext, secretKey: secretKeys[at] ?? new Uint8Array() }));
    const opened = await fheThreads.run('holder', openTask, { set: 'vectors', openings, count: 1 });
    const cosines = opened.map(([product = 0], at) => cosineOf(product, square, stored[at]?.square ?? 1));
    const reached = cosines.filter((cosine, at) => {
      const { dimensions, modality = 'face' } = templates[at] ?? {};
      return dimensions === length && cosine >= thresholds[modality];
    });
    return reached.length === 0 ? null : Math.max(...reached);
  } finally {
    wipe(...secretKeys);
  }
}

/** The cosine of two vectors that come with the request. Throws INVALID_REQUEST. */
export async function similarity(
  { fheThreads }: Pick<BiometricNeeds, 'fheThreads'>,
  sent: { readonly template_a: string; readonly template_b: string },
): Promise<number> {
  const [a, b] = [vectorIn('template_a', sent.template_a), vectorIn('template_b', sent.template_b)];
  if (a.values.length !== b.values.length) {
    throw invalid('template_b', '`template_b` must have as many values as `template_a`.');
  }
  const input = { a: a.values, b: b.values };
  const product = await fheThreads.run('guest', compareTask, input, [bytesOf(a.values), bytesOf(b.values)]);
  return cosineOf(product, a.square, b.square);
}

function bytesOf(values: Int16Array): Uint8Array {
  return new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
}

/** Forgets failures that count no more. */
export const pastBiometricFailures: Sweep<{ readonly db: Db; readonly clock: Clock }> = {
  name: 'past-biometric-failures',
  everyMs: 600_000,
  async run({ db, clock }) {
    const before = clock() - FAILURE_MS;
    if (!(await hasFailureBefore(db, before))) return;
    await write(db, (transaction) => forgetFailuresBefore(transaction, before));
  },
};
