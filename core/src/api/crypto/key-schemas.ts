/** The members that the operations on managed keys share (document 2, "Key encryption and lifecycle"). */
import Type from 'typebox';
import { prefixedId, text } from '../common.ts';
import { MAX_KEY_MATERIAL_BYTES } from '../signing/svc-key.ts';

export const KeyId = prefixedId(
  '(?:key|hk)',
  'The key: `key_<x>` and `hk_<x>` name the same one, and answers repeat the form used.',
);
export const WrappedKeyId = prefixedId('wk', 'The wrapped key.');
export const KeyTier = Type.Enum(['key-1', 'key-2'], { description: 'key-1: ML-KEM-768, key-2: ML-KEM-1024.' });
export const KeyStatus = Type.Enum(['active', 'rotated', 'revoked', 'expired']);
export const KeyMaterial = text(
  MAX_KEY_MATERIAL_BYTES,
  'What is to be protected: text of at most 65,536 bytes in UTF-8; binary material in an encoding of your choice.',
);
export const EnvelopeVersion = Type.Integer({ minimum: 1, description: 'Starts at 1; one more with each rotation.' });

export const EXAMPLE_KEY_ID = 'key_0123456789abcdef';

export function afterEncrypt(target: string) {
  return { operation: 'crypto.key.encrypt', use: { [target]: 'id' } };
}
