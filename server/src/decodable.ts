/** What the contract's schemas cannot say about a body: whether its encoded members decode. */
import { api } from '@touchstone/core/api/api.ts';
import type { Endpoint, InputOf } from '@touchstone/core/api/endpoint.ts';
import { fromBase64 } from '@touchstone/core/bytes.ts';
import { invalid } from './errors.ts';
import { bytesOf, type SignBody } from './three-key-work.ts';

export type SlotBody = InputOf<typeof api.artifacts.artifacts.addSignature>['body'];

/** Throws INVALID_REQUEST where the signature is not base64. */
export function requireSignatureText({ signature }: Pick<SlotBody, 'signature'>): void {
  if (fromBase64(signature) === null) throw invalid('signature', '`signature` is not valid base64.');
}

/** For a body that has passed its contract. Throws INVALID_REQUEST where a member of it does not decode. */
export function requireDecodable(operation: Endpoint, body: unknown): void {
  if (operation.id === api.signing.svcKey.sign3key.id) bytesOf(body as SignBody);
  if (operation.id === api.artifacts.artifacts.addSignature.id) requireSignatureText(body as SlotBody);
}
