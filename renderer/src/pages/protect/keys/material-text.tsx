import { SecretText } from '../../../parts/secret/secret-text.tsx';

/** Opened key material: masked, and with its line ends where it is shown, as those of a PEM file. */
export function MaterialText({ value, label }: { readonly value: string; readonly label: string }) {
  return (
    <div className="[&_code]:whitespace-pre-wrap">
      <SecretText value={value} label={label} />
    </div>
  );
}
