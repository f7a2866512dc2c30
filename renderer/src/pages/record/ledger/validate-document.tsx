import { vault } from '@touchstone/core/api/crypto/vault.ts';
import type { OutputOf } from '@touchstone/core/api/endpoint.ts';
import { toBase64, utf8 } from '@touchstone/core/bytes.ts';
import { DOCUMENT_TYPES, IDENTITY_FIELDS } from '@touchstone/core/identity/identity-v2.ts';
import { Download, FileCheck2, FileUp } from 'lucide-react';
import { useState } from 'react';
import { FileTrigger } from 'react-aria-components';
import { client } from '../../../lib/client.ts';
import { formatSize } from '../../../lib/format.ts';
import { unitsText } from '../../../lib/text/units-text.ts';
import { downloadText } from '../../../lib/window/download.ts';
import { type BytesDraft, readFileDraft } from '../../../parts/bytes/bytes-draft.ts';
import { LongValue } from '../../../parts/bytes/long-value.tsx';
import { type Draft, useDraft } from '../../../parts/form/use-draft.ts';
import { VerdictBox } from '../../../parts/report/verdict-box.tsx';
import { useWork } from '../../../parts/work/use-work.ts';
import { WorkStatus } from '../../../parts/work/work-status.tsx';
import { Button } from '../../../ui/button.tsx';
import { Fact, FactList } from '../../../ui/fact-list.tsx';
import { FileText } from '../../../ui/file-text.tsx';
import { HashText } from '../../../ui/hash-text.tsx';
import { useAnnounce } from '../../../ui/live-region.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Select } from '../../../ui/select.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import {
  EMPTY_IDENTITY,
  FIELD_RULES,
  FIELD_TITLES,
  type IdentityDraft,
  identityFaults,
  identityText,
  TYPE_TITLES,
} from './identity-draft.ts';

type Validated = OutputOf<typeof vault.validate>;

const TYPES = DOCUMENT_TYPES.map((value) => ({ value, label: TYPE_TITLES[value] }));

/** Checks a document against identity_v2: from a file, or typed into a form. */
export function ValidateDocument({ onHash }: { readonly onHash: (hash: string) => void }) {
  const [file, setFile] = useState<BytesDraft['file']>(null);
  const [trouble, setTrouble] = useState('');
  const announce = useAnnounce();
  const work = useWork((document: string, signal) =>
    client.crypto.vault.validate({ body: { document, schema: 'identity_v2' } }, { signal }),
  );
  const draft = useDraft(useState(EMPTY_IDENTITY), work.state);
  const isBusy = work.state.status === 'busy';
  const take = async (chosen: File) => {
    const read = await readFileDraft(chosen);
    setTrouble(read.ok ? '' : read.message);
    if (read.ok) setFile(read.file);
  };
  const validate = async () => {
    if (file === null && !draft.check(identityFaults(draft.values))) return;
    const answer = await work.start(file === null ? toBase64(utf8(identityText(draft.values))) : file.base64);
    if (answer === null) return;
    announce(answer.valid ? 'The document has the form of the schema' : 'The document does not have the form');
    onHash(answer.hash);
  };
  return (
    <Panel
      title="Validate a document"
      lead="The server checks the form of the data, signs what it found and keeps the hash, not the document. Nothing says whether the document is genuine or whose it is."
      aside={`costs ${unitsText(vault.validate.units)}`}
    >
      <form onSubmit={draft.submit(validate)} noValidate className="space-y-3">
        {file === null ? (
          <IdentityForm draft={draft} isDisabled={isBusy} />
        ) : (
          <p className="rounded bg-sunken px-3 py-2">
            <FileText text={file.name} limit={200} />{' '}
            <span className="text-muted tabular-nums">({formatSize(file.size)})</span>
          </p>
        )}
        {trouble !== '' && (
          <p role="alert" className="text-13 text-failed">
            {trouble}
          </p>
        )}
        <div className="flex flex-wrap gap-2">
          <Button type="submit" variant="primary" isDisabled={isBusy} icon={<FileCheck2 aria-hidden size={16} />}>
            Validate
          </Button>
          <FileTrigger
            onSelect={(files) => {
              const chosen = files?.[0];
              if (chosen !== undefined) void take(chosen);
            }}
          >
            <Button isDisabled={isBusy} icon={<FileUp aria-hidden size={16} />}>
              {file === null ? 'Take a file instead' : 'Take another file'}
            </Button>
          </FileTrigger>
          {file === null ? (
            <Button
              icon={<Download aria-hidden size={16} />}
              onPress={() => void downloadText('identity.json', identityText(draft.values))}
            >
              Save the document
            </Button>
          ) : (
            <Button isDisabled={isBusy} onPress={() => setFile(null)}>
              Type it instead
            </Button>
          )}
        </div>
        {file === null && (
          <p className="max-w-prose text-muted">
            The hash covers the exact bytes. Save the document as well, or nobody can show later what the hash stands
            for. The hash has no salt: whoever can guess the contents can confirm the guess.
          </p>
        )}
        <WorkStatus
          state={work.state}
          busyLabel="Checking the document"
          failedTitle="The document was not checked"
          onCancel={work.cancel}
          units={vault.validate.units}
        />
      </form>
      {work.result !== null && <Answer answer={work.result} />}
    </Panel>
  );
}

interface IdentityFormProps {
  readonly draft: Draft<IdentityDraft>;
  readonly isDisabled: boolean;
}

function IdentityForm({ draft, isDisabled }: IdentityFormProps) {
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      {IDENTITY_FIELDS.map((field) =>
        field === 'document_type' ? (
          <Select
            key={field}
            label={FIELD_TITLES[field]}
            options={TYPES}
            value={TYPES.find(({ value }) => value === draft.values[field])?.value ?? 'passport'}
            onChange={(value) => draft.change({ [field]: value })}
            isDisabled={isDisabled}
          />
        ) : (
          <TextField
            key={field}
            label={FIELD_TITLES[field]}
            {...draft.field(field)}
            error={draft.errorAt(field) === '' ? '' : `This does not pass. ${draft.errorAt(field)}`}
            {...(draft.errorAt(field) === '' ? { description: FIELD_RULES[field] } : {})}
            isDisabled={isDisabled}
          />
        ),
      )}
    </div>
  );
}

function Answer({ answer: { valid, hash, proof, fields_verified: passed } }: { readonly answer: Validated }) {
  return (
    <div className="space-y-3">
      <VerdictBox look={valid ? 'verified' : 'failed'} word={valid ? 'Has the form' : 'Does not have the form'}>
        {valid
          ? 'All seven members are there in the form of identity_v2, and no other.'
          : `${passed} of ${IDENTITY_FIELDS.length} members have the form of identity_v2. A missing, wrong or foreign member makes the document invalid.`}
      </VerdictBox>
      <FactList>
        <Fact name="Hash, SHA3-256">
          <HashText value={hash} label="document hash" />
        </Fact>
        <Fact name="Signed result">
          <LongValue value={proof} label="validation proof" />
        </Fact>
      </FactList>
    </div>
  );
}
