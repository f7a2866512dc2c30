import { Search } from 'lucide-react';
import { useState } from 'react';
import { useDraft } from '../../../parts/form/use-draft.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { readName } from './receipt-name.ts';

/** Finds one receipt by any of its three names. Works without signing in: whoever has a name may read the receipt. */
export function LookUp({ onName }: { readonly onName: (name: string) => void }) {
  const draft = useDraft(useState({ name: '' }));
  const find = () => {
    const read = readName(draft.values.name);
    if (draft.check({ name: read.ok ? '' : read.message }) && read.ok) onName(read.name);
  };
  return (
    <form
      onSubmit={draft.submit(find)}
      noValidate
      aria-label="Look up a receipt"
      className="flex flex-wrap items-start gap-2 rounded border border-line bg-surface px-4 py-3"
    >
      <div className="min-w-0 flex-1 basis-72">
        <TextField
          label="Receipt id, on_chain_hash or handle"
          isMono
          {...draft.field('name')}
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
