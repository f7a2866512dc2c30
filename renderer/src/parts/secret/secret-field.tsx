import { Eye, EyeOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from '../../ui/button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { words } from '../../words/parts/secret.ts';
import { emptyWhenGone } from './empty-when-gone.ts';
import { HIDE_AFTER_MS, useReveal } from './use-reveal.ts';

export interface SecretFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly description?: ReactNode;
  readonly error?: string | undefined;
  /** Takes the focus when it comes. */
  readonly hasAutoFocus?: boolean;
}

/** A field that a secret is pasted into: masked; what it holds can be shown for half a minute. */
export function SecretField({ label, value, onChange, description, error, hasAutoFocus = false }: SecretFieldProps) {
  const { isShown, toggle } = useReveal();
  return (
    <div ref={emptyWhenGone} className="flex items-start gap-1">
      <div className="min-w-0 flex-1">
        <TextField
          label={label}
          type={isShown ? 'text' : 'password'}
          isMono
          value={value}
          onChange={onChange}
          error={error}
          autoFocus={hasAutoFocus}
          {...(description === undefined ? {} : { description })}
        />
      </div>
      <div className="mt-6">
        <IconButton
          label={isShown ? words.hide(label) : words.show(label, HIDE_AFTER_MS / 1000)}
          icon={isShown ? <EyeOff aria-hidden size={16} /> : <Eye aria-hidden size={16} />}
          onPress={toggle}
        />
      </div>
    </div>
  );
}
