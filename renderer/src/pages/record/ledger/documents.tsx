import { useState } from 'react';
import { AttestDocument } from './attest-document.tsx';
import { DocumentAudit } from './document-audit.tsx';
import { newHashDraft, oneHash } from './hash-draft.ts';
import { ValidateDocument } from './validate-document.tsx';

/** Document hashes: check the form of a document, anchor its hash, see what was done with it. */
export function Documents() {
  const hashes = useState(newHashDraft);
  const [, setHashes] = hashes;
  return (
    <div className="grid gap-(--gap) xl:grid-cols-2 xl:items-start">
      <ValidateDocument onHash={(hash) => setHashes((before) => ({ ...before, ...oneHash(hash) }))} />
      <div className="min-w-0 space-y-(--gap)">
        <AttestDocument hashes={hashes} />
        <DocumentAudit hashes={hashes} />
      </div>
    </div>
  );
}
