/** What contracts cannot say of the bodies that carry key material. */
import { api } from '@touchstone/core/api/api.ts';
import { wipe } from '@touchstone/core/bytes.ts';
import { bodyCheck } from '../frame/body-check.ts';
import { decryptInput } from './blob.ts';
import { materialOf, wrapInput } from './wrapping.ts';

const { key } = api.crypto;

export const checks = [
  bodyCheck(api.signing.svcKey.wrap, (body) => wipe(wrapInput(body).material)),
  bodyCheck(key.encrypt, ({ key_material }) => wipe(materialOf('key_material', key_material))),
  bodyCheck(key.decrypt, (body) => void decryptInput(body)),
  bodyCheck(key.wrap, ({ key_material }) => wipe(materialOf('key_material', key_material))),
  bodyCheck(key.rotate, (body) => wipe(materialOf('new_key_material', body.new_key_material))),
] as const;
