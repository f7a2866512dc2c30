import { SCOPES, type Scope } from '@touchstone/core/api/plans.ts';
import { useId } from 'react';
import { CheckRow } from '../../../ui/check-row.tsx';
import { words } from '../../../words/administration/accounts.ts';
import { type KeyScopes, SCOPE_LIST, type ScopeDescription, withScopes } from './scope-words.ts';

export interface ScopeChoiceProps {
  readonly value: KeyScopes;
  readonly onChange: (value: KeyScopes) => void;
  /** What is said where none is ticked; empty where one is. */
  readonly error: string;
}

const NAMED = SCOPE_LIST.filter(({ isNamed }) => isNamed);
const OTHERS = SCOPE_LIST.filter(({ isNamed }) => !isNamed);

/** What a key may do: reading secrets and deciding, each by itself, and everything else or the scopes that are ticked. */
export function ScopeChoice({ value: scopes, onChange, error }: ScopeChoiceProps) {
  const id = useId();
  const chosen: readonly Scope[] = scopes === '*' ? SCOPES : scopes;
  const hasOthers = OTHERS.every(({ scope }) => chosen.includes(scope));
  const row = ({ scope, meaning }: ScopeDescription) => (
    <CheckRow
      key={scope}
      isSelected={chosen.includes(scope)}
      onChange={(isOn) => onChange(withScopes(scopes, [scope], isOn))}
      label={<code className="text-13 font-semibold">{scope}</code>}
      description={meaning}
    />
  );
  return (
    <fieldset className="min-w-0 space-y-2" aria-describedby={error === '' ? undefined : id}>
      <legend className="text-13 font-medium">{words.scopes.legend}</legend>
      {NAMED.map(row)}
      <CheckRow
        isSelected={hasOthers}
        onChange={(isOn) =>
          onChange(
            withScopes(
              scopes,
              OTHERS.map(({ scope }) => scope),
              isOn,
            ),
          )
        }
        label={words.scopes.others}
        description={words.scopes.othersText}
      />
      {!hasOthers && (
        <div className="space-y-2 border-s-2 border-line ps-3">
          {OTHERS.filter(({ scope, operations }) => operations > 0 || chosen.includes(scope)).map(row)}
        </div>
      )}
      {error !== '' && (
        <p id={id} role="alert" className="text-13 text-failed">
          {error}
        </p>
      )}
    </fieldset>
  );
}
