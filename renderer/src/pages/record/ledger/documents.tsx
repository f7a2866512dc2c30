import { useState } from 'react';
import { AttestDocument } from './attest-document.tsx';
import { DocumentAudit } from './document-audit.tsx';
import { ValidateDocument } from './validate-document.tsx';

/** Document hashes: check the form of a document, anchor its hash, see what was done with it. */
export function Documents() {
  const [hash, setHash] = useState('');
  return (
    <div className="grid gap-(--gap) xl:grid-cols-2 xl:items-start">
      <ValidateDocument onHash={setHash} />
      <div className="min-w-0 space-y-(--gap)">
        <AttestDocument hash={hash} onHash={setHash} />
        <DocumentAudit hash={hash} onHash={setHash} />
      </div>
    </div>
  );
}
