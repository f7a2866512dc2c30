import { Fact, FactList } from '../../../ui/fact-list.tsx';
import { FileText } from '../../../ui/file-text.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { words } from '../../../words/protect/ceremony.ts';
import type { CeremonyRecord } from './ceremony-files.ts';
import { CeremonyState } from './ceremony-state.tsx';

export interface RecordFieldProps {
  readonly text: string;
  /** What the text says; null where it is no record. */
  readonly record: CeremonyRecord | null;
  readonly onText: (text: string) => void;
  /** Whether an empty field is a trouble by now. */
  readonly isChecked: boolean;
}

/** The record of a ceremony as text, and the ceremony that it tells of. */
export function RecordField({ text, record, onText, isChecked }: RecordFieldProps) {
  return (
    <>
      <TextField
        label={words.record.label}
        rows={3}
        isMono
        value={text}
        onChange={onText}
        error={record === null && (isChecked || text.trim() !== '') ? recordTrouble(text) : ''}
      />
      {record !== null && (
        <FactList>
          <Fact name={words.record.ceremony}>
            <FileText text={record.ceremonyId} />
          </Fact>
          <Fact name={words.record.key}>
            {words.record.keyOf(record.algorithm, record.threshold, record.participants)}
          </Fact>
          <Fact name={words.record.state}>
            <CeremonyState record={record} />
          </Fact>
        </FactList>
      )}
    </>
  );
}

function recordTrouble(text: string): string {
  return text.trim() === '' ? words.record.missing : words.record.unreadable;
}
