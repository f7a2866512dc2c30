/**
 * SEAL in WebAssembly. The library is 1.3 MB and a context takes half a second, so both are made when first needed and kept by
 * whoever asked: in worker threads only. What SEAL makes lives outside of JavaScript's heap and has to be deleted: `owning`.
 */
import type { Ciphertext, Evaluator, MainModule, SEALContext } from 'node-seal/throws';
import { equalBytes } from '../bytes.ts';
import { type FheParameters, PREFIX_BYTES, requireSecure, type SchemeParameters } from './params.ts';

export type Seal = MainModule;

export interface FheContext<P extends SchemeParameters = FheParameters> {
  readonly seal: Seal;
  readonly parameters: P;
  readonly context: SEALContext;
  readonly evaluator: Evaluator;
}

/** Something that SEAL made. */
interface Deletable {
  delete(): void;
}

type Own = <T extends Deletable>(made: T) => T;

/** Runs an action; what it owns is deleted when it ends, in whatever way. */
export function owning<T>(action: (own: Own) => T): T {
  const owned: Deletable[] = [];
  try {
    return action((made) => {
      owned.push(made);
      return made;
    });
  } finally {
    for (const made of owned.reverse()) made.delete();
  }
}

/** What the wrapper passes on, which its types do not say: without an address of ours the script uses its own. */
type Initialize = (options: { readonly locateFile: undefined }) => Promise<Seal>;

/** Loads the library. Its file is found by the address that stands in its script, which bundlers know and rewrite. */
export async function loadSeal(): Promise<Seal> {
  const { default: initialize } = await import('node-seal/throws');
  return (initialize as unknown as Initialize)({ locateFile: undefined });
}

/** Throws TypeError for parameters that are not secure, or that SEAL refuses. */
export function openContext<P extends SchemeParameters>(seal: Seal, parameters: P): FheContext<P> {
  requireSecure(parameters);
  const { scheme, degree, primeBits, plainModulus, id } = parameters;
  const context = owning((own) => {
    const isBfv = scheme === 'BFV';
    const settings = own(new seal.EncryptionParameters(isBfv ? seal.SchemeType.bfv : seal.SchemeType.ckks));
    settings.setPolyModulusDegree(degree);
    settings.setCoeffModulus(own(seal.CoeffModulus.Create(degree, Int32Array.from(primeBits))));
    if (plainModulus !== null) settings.setPlainModulus(own(new seal.Modulus(plainModulus)));
    // BFV stays at its first level; CKKS goes down one with each product.
    return new seal.SEALContext(settings, !isBfv, seal.SecLevelType.tc128);
  });
  if (!context.parametersSet()) throw new TypeError(`internal: SEAL refuses the parameters ${id}`);
  return { seal, parameters, context, evaluator: new seal.Evaluator(context) };
}

/** What `saveToArray` answers: a copy, without compression. */
export function saved(
  { ComprModeType }: Seal,
  made: { saveToArray(mode: Seal['ComprModeType']['none']): unknown },
): Uint8Array {
  const bytes = made.saveToArray(ComprModeType.none);
  if (!(bytes instanceof Uint8Array)) throw new TypeError('internal: SEAL saved something else than bytes');
  return bytes;
}

/** What SEAL throws: an exception of C++, which is no Error; its message is the type and the text. */
function wordsOf(error: unknown): readonly unknown[] | null {
  const { message } = (error ?? {}) as { readonly message?: unknown };
  return Array.isArray(message) ? message : null;
}

/**
 * SEAL refuses by an exception of C++ that leaves WebAssembly through JavaScript, and each leaves its share of the stack behind:
 * after about 4,000 of them SEAL calls whatever it finds there. Measured with node-seal 7.
 */
export const MOST_REFUSALS = 500;

let refusals = 0;

/** Whether whoever runs SEAL has to begin anew, for what refusals have left on its stack. */
export function isStackSpent(): boolean {
  return refusals >= MOST_REFUSALS;
}

/**
 * Whether SEAL refused what it was given; it is counted. Everything else that it throws means that its memory is damaged or used
 * up.
 */
export function refusedBySeal(error: unknown): boolean {
  const words = wordsOf(error);
  const isRefusal = words !== null && !words.some((word) => String(word).includes('bad_alloc'));
  if (isRefusal) refusals++;
  return isRefusal;
}

/**
 * Whether bytes are a BFV ciphertext as SEAL writes it, made under some key. What precedes the coefficients must be its own byte
 * for byte: a stranger could else say there that they are compressed. A transparent one holds its message in clear, under no key.
 */
export function isWellFormed({ seal, context }: FheContext<SchemeParameters>, body: Uint8Array): boolean {
  return owning((own) => {
    const ciphertext: Ciphertext = own(new seal.Ciphertext(context, own(context.firstParmsId()), 2));
    ciphertext.resize(2);
    const prefix = saved(seal, ciphertext).subarray(0, PREFIX_BYTES);
    if (!equalBytes(body.subarray(0, PREFIX_BYTES), prefix)) return false;
    try {
      ciphertext.loadFromArray(context, body);
    } catch (error) {
      if (refusedBySeal(error)) return false;
      throw error;
    }
    return !ciphertext.isTransparent();
  });
}
