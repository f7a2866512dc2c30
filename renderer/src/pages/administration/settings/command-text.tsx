import { CopyText } from '../../../ui/copy-text.tsx';

/** A command to type elsewhere, with a copy button. */
export function CommandText({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    <div className="flex items-start gap-1 rounded border border-line bg-sunken py-1 ps-3 pe-1">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
      <section aria-label={label} tabIndex={0} className="min-w-0 flex-1 overflow-x-auto">
        <pre className="py-0.5 text-13">{text}</pre>
      </section>
      <CopyText value={text} label={label} />
    </div>
  );
}
