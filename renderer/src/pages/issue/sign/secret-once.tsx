import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { words } from '../../../words/issue/sign.ts';

/** The warning around a secret that the server gave out and did not keep. */
export function SecretOnce({ children }: { readonly children: ReactNode }) {
  return (
    <div className="space-y-2 rounded border border-inconclusive bg-inconclusive-soft px-3 py-2">
      <p className="flex items-start gap-2">
        <TriangleAlert aria-hidden size={16} className="mt-0.5 shrink-0 text-inconclusive" />
        <span>
          <span className="font-medium">{words.once.title}</span> {words.once.text}
        </span>
      </p>
      {children}
    </div>
  );
}
