import type { Draft } from '../../../parts/form/use-draft.ts';
import { LockingSecretField } from '../../../parts/secret/locking-secret-field.tsx';
import { CheckRow } from '../../../ui/check-row.tsx';
import { Select } from '../../../ui/select.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { words } from '../../../words/issue/proof-claims.ts';
import { type ClaimMember, type ClaimValues, readList } from './claim-draft.ts';
import { CHECKS, QUALIFICATIONS, TIERS } from './claims.ts';

export interface ClaimFieldProps {
  readonly member: ClaimMember;
  readonly draft: Draft<ClaimValues>;
}

/** The field of one member of a claim, in the form that its value has. */
export function ClaimField({ member, draft }: ClaimFieldProps) {
  const { label, hint } = words.fields[member];
  const field = { label, ...draft.field(member) };
  switch (member) {
    case 'date_of_birth':
    case 'value':
    case 'jurisdiction':
      return <LockingSecretField {...field} description={hint} />;
    case 'kyc_tier':
      return <Choice field={field} hint={hint} values={TIERS} />;
    case 'qualification':
      return <Choice field={field} hint={hint} values={QUALIFICATIONS} />;
    case 'checks':
      return <Checks field={field} hint={hint} />;
    case 'wallet_address':
      return <Wallet field={field} hint={hint} />;
    case 'allowed_set':
      return <TextField {...field} rows={3} isMono description={hint} isRequired />;
    case 'provider_hash':
    case 'entity_hash':
      return <TextField {...field} rows={2} isMono description={hint} isRequired />;
    default:
      return <TextField {...field} description={hint} isRequired />;
  }
}

interface FieldParts {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly error: string;
}

interface PartProps {
  readonly field: FieldParts;
  readonly hint: string;
}

function Choice({ field, hint, values }: PartProps & { readonly values: readonly (keyof typeof words.options)[] }) {
  return (
    <div>
      <Select {...field} options={values.map((value) => ({ value: value as string, label: words.options[value] }))} />
      <p className="mt-1 text-13 text-muted">{hint}</p>
    </div>
  );
}

function Checks({ field: { label, value, onChange, error }, hint }: PartProps) {
  const chosen = readList(value);
  return (
    <fieldset className="min-w-0 space-y-2">
      <legend className="text-13 font-medium">{label}</legend>
      <p className="text-13 text-muted">{hint}</p>
      {CHECKS.map((check) => (
        <CheckRow
          key={check}
          label={words.options[check]}
          isSelected={chosen.includes(check)}
          onChange={(isOn) => onChange((isOn ? [...chosen, check] : chosen.filter((one) => one !== check)).join(', '))}
        />
      ))}
      {error !== '' && (
        <p role="alert" className="text-13 text-failed">
          {error}
        </p>
      )}
    </fieldset>
  );
}

const OWN = 'own';
const DEMO_OPTIONS = [
  ...Object.entries(words.demo.wallets).map(([value, label]) => ({ value, label })),
  { value: OWN, label: words.demo.own },
];

/** A demo wallet, or any other address. */
function Wallet({ field, hint }: PartProps) {
  const isDemo = Object.hasOwn(words.demo.wallets, field.value);
  return (
    <div className="space-y-3">
      <Select
        label={words.demo.label}
        options={DEMO_OPTIONS}
        value={isDemo ? field.value : OWN}
        onChange={(chosen) => field.onChange(chosen === OWN ? '' : chosen)}
      />
      <TextField {...field} isMono description={hint} isRequired />
    </div>
  );
}
