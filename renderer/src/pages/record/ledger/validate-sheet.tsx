import { vault } from '@touchstone/core/api/crypto/vault.ts';
import type { OutputOf } from '@touchstone/core/api/endpoint.ts';
import { toBase64, utf8 } from '@touchstone/core/bytes.ts';
import { DOCUMENT_TYPES, IDENTITY_FIELDS } from '@touchstone/core/identity/identity-v2.ts';
import { Download, FileUp } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { FileTrigger } from 'react-aria-components';
import { client } from '../../../lib/client.ts';
import { formatSize } from '../../../lib/format.ts';
import { unitsText } from '../../../lib/text/units-text.ts';
import { type BytesDraft, readFileDraft } from '../../../parts/bytes/bytes-draft.ts';
import { LongValue } from '../../../parts/bytes/long-value.tsx';
import { downloadText } from '../../../parts/download/download.ts';
import { FormSheet } from '../../../parts/form/form-sheet.tsx';
import { type Draft, useDraft } from '../../../parts/form/use-draft.ts';
import { VerdictBox } from '../../../parts/report/verdict-box.tsx';
import { useWork } from '../../../parts/work/use-work.ts';
import { Button } from '../../../ui/button.tsx';
import { Fact, FactList } from '../../../ui/fact-list.tsx';
import { FileText } from '../../../ui/file-text.tsx';
import { HashText } from '../../../ui/hash-text.tsx';
import { useAnnounce } from '../../../ui/live-region.tsx';
import { Section } from '../../../ui/section.tsx';
import { Select } from '../../../ui/select.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { words } from '../../../words/record/ledger.ts';
import { EMPTY_IDENTITY, type IdentityDraft, identityFaults, identityText } from './identity-draft.ts';

type Validated = OutputOf<typeof vault.validate>;

const UNITS = vault.validate.units;
const { validate: texts } = words;
const TYPES = DOCUMENT_TYPES.map((value) => ({ value, label: texts.types[value] }));

export interface ValidateSheetProps {
  /** `sample`: filled with an example. Null while it is closed. */
  readonly act: 'validate' | 'sample' | null;
  readonly onClose: () => void;
  readonly onValidated: (answer: Validated) => void;
}

/** Checks a document against identity_v2: from a file, or typed into a form. */
export function ValidateSheet({ act, onClose, onValidated }: ValidateSheetProps) {
  const [file, setFile] = useState<BytesDraft['file']>(null);
  const [trouble, setTrouble] = useState('');
  const announce = useAnnounce();
  const work = useWork((document: string, signal) =>
    client.crypto.vault.validate({ body: { document, schema: 'identity_v2' } }, { signal }),
  );
  const draft = useDraft(useState(EMPTY_IDENTITY), work.state);
  const isBusy = work.state.status === 'busy';
  const fillSample = useEffectEvent(() => {
    setFile(null);
    draft.fill(texts.sample);
  });
  useEffect(() => {
    if (act === 'sample') fillSample();
  }, [act]);
  const take = async (chosen: File) => {
    const read = await readFileDraft(chosen);
    setTrouble(read.ok ? '' : read.message);
    if (read.ok) setFile(read.file);
  };
  const validate = async () => {
    if (file === null && !draft.check(identityFaults(draft.values))) return;
    const answer = await work.start(file === null ? toBase64(utf8(identityText(draft.values))) : file.base64);
    if (answer === null) return;
    announce(answer.valid ? texts.announceYes : texts.announceNo);
    onValidated(answer);
  };
  return (
    <FormSheet
      texts={texts}
      note={words.cost(unitsText(UNITS))}
      isOpen={act !== null}
      onClose={onClose}
      onSubmit={draft.submit(validate)}
      work={work}
      units={UNITS}
    >
      <p className="text-muted">{texts.lead}</p>
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
        <FileTrigger
          onSelect={(files) => {
            const chosen = files?.[0];
            if (chosen !== undefined) void take(chosen);
          }}
        >
          <Button isDisabled={isBusy} icon={<FileUp aria-hidden size={16} />}>
            {file === null ? texts.fromFile : texts.otherFile}
          </Button>
        </FileTrigger>
        {file === null ? (
          <Button
            icon={<Download aria-hidden size={16} />}
            onPress={() => void downloadText('identity.json', identityText(draft.values))}
          >
            {texts.save}
          </Button>
        ) : (
          <Button isDisabled={isBusy} onPress={() => setFile(null)}>
            {texts.type}
          </Button>
        )}
      </div>
      {file === null && <p className="rounded bg-sunken px-3 py-2 text-13 text-muted">{texts.keep}</p>}
    </FormSheet>
  );
}

interface IdentityFormProps {
  readonly draft: Draft<IdentityDraft>;
  readonly isDisabled: boolean;
}

function IdentityForm({ draft, isDisabled }: IdentityFormProps) {
  return (
    <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
      {IDENTITY_FIELDS.map((field) =>
        field === 'document_type' ? (
          <Select
            key={field}
            label={texts.fields[field]}
            options={TYPES}
            value={TYPES.find(({ value }) => value === draft.values[field])?.value ?? 'passport'}
            onChange={(value) => draft.change({ [field]: value })}
            isDisabled={isDisabled}
          />
        ) : (
          <TextField
            key={field}
            label={texts.fields[field]}
            {...draft.field(field)}
            error={draft.errorAt(field) === '' ? '' : texts.notPassed(draft.errorAt(field))}
            {...(draft.errorAt(field) === '' ? { description: texts.rules[field] } : {})}
            isDisabled={isDisabled}
          />
        ),
      )}
    </div>
  );
}

export interface ValidatedDocumentProps {
  readonly answer: Validated;
  readonly onAttest: () => void;
}

/** What the server found about the document that was checked last. */
export function ValidatedDocument({ answer, onAttest }: ValidatedDocumentProps) {
  const { valid, hash, proof, fields_verified: passed } = answer;
  const meaning = valid ? texts.all : texts.some(passed, IDENTITY_FIELDS.length);
  return (
    <Section
      title={texts.result}
      aside={
        <Button size="small" onPress={onAttest}>
          {texts.attest}
        </Button>
      }
    >
      <div className="space-y-3">
        <VerdictBox
          look={valid ? 'verified' : 'failed'}
          word={valid ? texts.hasForm : texts.hasNotForm}
          text={{
            title: texts.result,
            lines: () => [meaning, `${texts.hash}: ${hash}`, `${texts.proof}: ${proof}`],
          }}
        >
          {meaning}
        </VerdictBox>
        <FactList>
          <Fact name={texts.hash}>
            <HashText value={hash} label={texts.hashLabel} />
          </Fact>
          <Fact name={texts.proof}>
            <LongValue value={proof} label={texts.proofLabel} />
          </Fact>
        </FactList>
      </div>
    </Section>
  );
}
