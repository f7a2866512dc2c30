/** Vectors of float32 on the wire: biometric templates and samples, search embeddings (decisions, section 7). */
import { base64 } from '../common.ts';

/** 64 to 1,024 values. The number of values is judged by the handler: verify operations answer a wrong one with false. */
export function embedding(description: string) {
  return base64(`${description} Base64 of 64 to 1,024 little-endian 32-bit floats.`);
}

/** 64 values of 0.125: a vector of length 1. */
export const EMBEDDING_EXAMPLE = `${'AAAAPgAAAD4AAAA+'.repeat(21)}AAAAPg==`;
