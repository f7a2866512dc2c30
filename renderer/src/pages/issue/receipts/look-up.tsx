import { Search } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { readName } from './receipt-name.ts';

/** Finds one receipt by any of its three names. Works without signing in: whoever has a name may read the receipt. */
export function LookUp({ onName }: { readonly onName: (name: string) => void }) {
  const [given, setGiven] = useState('');
  const [error, setError] = useState('');
  const find = (event: React.FormEvent) => {
    event.preventDefault();
    const read = readName(given);
    if (read.ok) onName(read.name);
    else setError(read.message);
  };
  return (
    <form
      onSubmit={find}
      noValidate
      aria-label="Look up a receipt"
      className="flex flex-wrap items-start gap-2 rounded border border-line bg-surface px-4 py-3"
    >
      <div className="min-w-0 flex-1 basis-72">
        <TextField
          label="Receipt id, on_chain_hash or handle"
          isMono
          value={given}
          onChange={(text) => {
            setGiven(text);
            setError('');
          }}
          error={error}
          description="rcp_…, 64 or 148 hexadecimal digits. Spaces are ignored."
        />
      </div>
      <div className="min-[480px]:mt-6">
        <Button type="submit" icon={<Search aria-hidden size={15} />}>
          Look up
        </Button>
      </div>
    </form>
  );
}
