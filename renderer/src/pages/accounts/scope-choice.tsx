import type { Scope } from '@touchstone/core/api/plans.ts';
import { useId } from 'react';
import { CheckRow } from '../../parts/check-row.tsx';
import { type KeyScopes, SCOPE_LIST } from './scope-words.ts';

export interface ScopeChoiceProps {
  readonly scopes: KeyScopes;
  readonly onChange: (scopes: KeyScopes) => void;
  /** Set where none is ticked. */
  readonly error: string | undefined;
}

/** What a key may do: everything, or the scopes that are ticked, each with what it means. */
export function ScopeChoice({ scopes, onChange, error }: ScopeChoiceProps) {
  const id = useId();
  const chosen: readonly Scope[] = scopes === '*' ? [] : scopes;
  const toggle = (scope: Scope, isOn: boolean) =>
    onChange(SCOPE_LIST.map((each) => each.scope).filter((each) => (each === scope ? isOn : chosen.includes(each))));
  return (
    <fieldset className="min-w-0 space-y-2" aria-describedby={error === undefined ? undefined : id}>
      <legend className="text-[0.8125rem] font-medium">What the key may do</legend>
      <CheckRow
        isSelected={scopes === '*'}
        onChange={(isOn) => onChange(isOn ? '*' : [])}
        label="Everything"
        description="All scopes, also those that later versions add. No key can ever administer the server."
      />
      {scopes !== '*' && (
        <div className="space-y-2 border-s-2 border-line ps-3">
          {SCOPE_LIST.map(({ scope, words, operations }) => (
            <CheckRow
              key={scope}
              isSelected={chosen.includes(scope)}
              onChange={(isOn) => toggle(scope, isOn)}
              label={<code className="text-[0.8125rem] font-semibold">{scope}</code>}
              description={operations === 0 ? `${words} None of it is in this version yet.` : words}
            />
          ))}
        </div>
      )}
      {error !== undefined && (
        <p id={id} role="alert" className="text-[0.8125rem] text-failed">
          {error}
        </p>
      )}
    </fieldset>
  );
}
