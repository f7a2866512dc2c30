import { Link } from '@tanstack/react-router';
import { isPendingSlot, SLOTS } from '@touchstone/core/artifact/artifact.ts';
import { isInValidity, type KeySet, parseKeySet } from '@touchstone/core/keys/key-set.ts';
import { parseIsoTime } from '@touchstone/core/time.ts';
import { FileUp } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { FileTrigger } from 'react-aria-components';
import { downloadText } from '../../../parts/download/download.ts';
import { FormSheet } from '../../../parts/form/form-sheet.tsx';
import { readTextFile } from '../../../parts/form/text-file.ts';
import { KeySetDetails } from '../../../parts/trust/key-set-details.tsx';
import { useTrustStore } from '../../../parts/trust/trust.ts';
import { useWork } from '../../../parts/work/use-work.ts';
import { Button } from '../../../ui/button.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { FileText } from '../../../ui/file-text.tsx';
import { HashText } from '../../../ui/hash-text.tsx';
import { useAnnounce } from '../../../ui/live-region.tsx';
import { Select } from '../../../ui/select.tsx';
import { TimeText } from '../../../ui/time-text.tsx';
import { words } from '../../../words/issue/artifact-signing.ts';
import { words as pageWords } from '../../../words/issue/artifacts.ts';
import { type ArtifactItem, artifactFile, requestFileName } from './artifact-items.ts';
import { Command } from './ceremony.tsx';
import { fittingSets, signerOf, statedSigner } from './fitting-sets.ts';
import { Refused } from './refused.tsx';
import { signingInWorker } from './signing-in-worker.ts';

const { request: texts } = words;

const FROM_FILE = 'file';
/** A key set of this product has about 10 KiB. */
const MOST_FILE_BYTES = 1024 * 1024;

export interface RequestSheetProps {
  readonly artifact: ArtifactItem;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Saves the file that asks the holders of a key set for the missing signatures. */
export function RequestSheet({ artifact, isOpen, onClose }: RequestSheetProps) {
  const announce = useAnnounce();
  const { store } = useTrustStore();
  const [chosen, choose] = useState<string | null>(null);
  const [given, setGiven] = useState<KeySet | null>(null);
  const [trouble, setTrouble] = useState('');
  const file = artifactFile(artifact);
  const work = useWork((keySet: KeySet, signal) =>
    signingInWorker({ kind: 'request', artifact: file.text, keySet, now: Date.now() }, signal),
  );
  const sets = fittingSets(store, artifact.issuer);
  const pinned = signerOf(chosen ?? statedSigner(artifact, sets), sets);
  const isFromFile = chosen === FROM_FILE || sets.length === 0;
  const keySet = isFromFile ? given : pinned;
  const isValid = keySet === null || isInValidity(keySet, parseIsoTime(artifact.issued_at) ?? Number.NaN);
  const change = (value: string | null) => {
    choose(value);
    setTrouble('');
    work.reset();
  };
  const take = async (picked: File) => {
    change(FROM_FILE);
    // Until the new one is read, none can be asked: not the one before in its place.
    setGiven(null);
    const read = await readTextFile(picked, MOST_FILE_BYTES);
    const parsed = read.ok ? parseKeySet(read.text) : null;
    setGiven(parsed?.ok === true ? parsed.keySet : null);
    if (!read.ok) setTrouble(read.message);
    else if (parsed?.ok === false) setTrouble(texts.unreadable(parsed.field, parsed.message));
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (keySet === null) {
      setTrouble(texts.none);
      return;
    }
    const result = await work.start(keySet);
    if (result?.ok !== true) return;
    const name = requestFileName(file.name);
    await downloadText(name, result.value);
    announce(texts.done(name));
    onClose();
  };
  const missing = SLOTS.filter((slot) => isPendingSlot(artifact.signatures[slot]));
  const refusal = work.result?.ok === false && work.state.status === 'done' ? work.result : null;
  return (
    <FormSheet
      texts={texts}
      note={texts.note}
      isOpen={isOpen}
      onClose={onClose}
      onSubmit={submit}
      isDisabled={!isValid}
      work={work}
      units={0}
      failure={refusal === null ? undefined : <Refused title={texts.refused} {...refusal} />}
    >
      <p className="text-muted">{texts.lead(missing.map((slot) => pageWords.algorithms[slot]).join(', '))}</p>
      {sets.length === 0 ? (
        <NoneFits artifact={artifact} />
      ) : (
        <Select
          label={texts.keySet}
          options={[
            ...sets.map(({ fingerprint, keyset_id, serial }) => ({
              value: fingerprint,
              label: texts.option(keyset_id, serial),
            })),
            { value: FROM_FILE, label: texts.fromFile },
          ]}
          value={isFromFile ? FROM_FILE : (pinned?.fingerprint ?? '')}
          onChange={change}
        />
      )}
      {isFromFile && (
        <FileTrigger
          acceptedFileTypes={['.json', 'application/json']}
          onSelect={(files) => {
            const picked = files?.[0];
            if (picked !== undefined) void take(picked);
          }}
        >
          <Button icon={<FileUp aria-hidden size={15} />}>{given === null ? texts.choose : texts.chooseOther}</Button>
        </FileTrigger>
      )}
      {trouble !== '' && (
        <p role="alert" className="text-13 text-failed">
          <FileText text={trouble} />
        </p>
      )}
      {keySet !== null && (
        <div className="space-y-3">
          <KeySetDetails keySet={keySet} />
          <div>
            <div className="text-13 text-muted">{texts.fingerprint}</div>
            <HashText value={keySet.fingerprint} label={texts.fingerprintLabel} />
          </div>
        </div>
      )}
      {keySet !== null && isFromFile && !sets.some(({ fingerprint }) => fingerprint === keySet.fingerprint) && (
        <p className="rounded bg-pending-soft px-3 py-2 text-13">
          {texts.notPinned} <TrustLink />
        </p>
      )}
      {keySet !== null && !isValid && (
        <ErrorState title={texts.refused}>
          <p>{texts.notValid(<TimeText value={keySet.not_before} />, <TimeText value={keySet.not_after} />)}</p>
        </ErrorState>
      )}
    </FormSheet>
  );
}

/** Where nobody can sign yet: how a key set is made whose keys were valid when the artifact was issued. */
function NoneFits({ artifact }: Pick<RequestSheetProps, 'artifact'>) {
  const { issuer, issued_at } = artifact;
  const command = `touchstone keys new --issuer "${issuer.name}" --principal "${issuer.principal}" --from ${issued_at}`;
  return (
    <div className="space-y-2 rounded bg-sunken px-3 py-2 text-13">
      <p>{texts.noneFits(<FileText text={issuer.name} />, <FileText text={issuer.principal} isMono />)}</p>
      <p>{texts.noneFitsText(<code className="text-12">touchstone keys new</code>)}</p>
      <Command text={command} label={texts.copyMake} />
      <p>
        <TrustLink />
      </p>
    </div>
  );
}

function TrustLink() {
  return (
    <Link to="/trust" search={{ import: true }} className="text-accent underline">
      {texts.toTrust}
    </Link>
  );
}
