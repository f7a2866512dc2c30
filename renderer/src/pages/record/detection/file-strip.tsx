import { FileUp } from 'lucide-react';
import { type DragEvent, useState } from 'react';
import { FileTrigger } from 'react-aria-components';
import { readTextFile } from '../../../parts/form/text-file.ts';
import { Button } from '../../../ui/button.tsx';
import { FileText } from '../../../ui/file-text.tsx';
import { words } from '../../../words/record/detection.ts';
import { type Brought, readFile } from './read-input.ts';

const { drop: texts } = words;
/** 100,000 measurements with their classes need about 2 MB. */
const MOST_BYTES = 8 * 1024 * 1024;

/** Takes a file of measurements, a traffic sample or an inventory: dropped here or chosen. Its sheet then opens filled in. */
export function FileStrip({ onBrought }: { readonly onBrought: (brought: Brought) => void }) {
  const [isOver, setOver] = useState(false);
  const [trouble, setTrouble] = useState('');
  const take = async (file: File | undefined) => {
    if (file === undefined) return;
    const read = await readTextFile(file, MOST_BYTES);
    const brought = read.ok ? readFile(read.text) : null;
    if (!read.ok) setTrouble(read.message);
    else if (brought === null) setTrouble(texts.unknown(file.name));
    else if (brought.kind === 'line') setTrouble(texts.line(file.name, brought.line));
    else {
      setTrouble('');
      onBrought(brought);
    }
  };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void take(event.dataTransfer.files[0]);
  };
  const look = isOver ? 'border-accent bg-accent-soft' : 'border-line';
  return (
    <section
      aria-label={texts.label}
      className={`screen-only rounded-md border border-dashed px-3 py-2 ${look}`}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
    >
      <div className="flex flex-wrap items-center gap-2 text-14">
        <FileTrigger onSelect={(files) => void take(files?.[0])}>
          <Button icon={<FileUp aria-hidden size={15} />}>{texts.choose}</Button>
        </FileTrigger>
        <span className="text-muted">{isOver ? texts.letGo : texts.text}</span>
      </div>
      {trouble !== '' && (
        <p role="alert" className="mt-2 text-13 text-failed">
          <FileText text={trouble} />
        </p>
      )}
    </section>
  );
}
