import { useState } from 'react';
import { words } from '../../words/parts/secret.ts';
import { useOnLock } from '../lock/use-auto-lock.ts';
import { SecretField, type SecretFieldProps } from './secret-field.tsx';

/** A secret field that empties itself when the window locks or is put away, and says so. */
export function LockingSecretField({ value, onChange, ...rest }: SecretFieldProps) {
  const [isTaken, setTaken] = useState(false);
  useOnLock(() => {
    if (value === '') return;
    onChange('');
    setTaken(true);
  });
  return (
    <div>
      <SecretField
        {...rest}
        value={value}
        onChange={(text) => {
          setTaken(false);
          onChange(text);
        }}
      />
      <p role="status" className="text-13 text-muted empty:hidden">
        {isTaken && words.taken}
      </p>
    </div>
  );
}
