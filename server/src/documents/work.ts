/** Judging the document of a `POST /v1/vault/validate` body. */
import { api } from '@touchstone/core/api/api.ts';
import { type DocumentVerdict, validateIdentityV2 } from '@touchstone/core/identity/identity-v2.ts';
import { bytesIn } from '../frame/decode-base64.ts';
import { jobsOf, type Work } from '../frame/work.ts';

const { validate } = api.crypto.vault;

export const validateWork: Work<typeof validate, null, null, DocumentVerdict> = {
  operation: validate,
  choose: () => null,
  run: ({ document }) => validateIdentityV2(bytesIn('document', document)),
};

export const jobs = jobsOf(validateWork);
