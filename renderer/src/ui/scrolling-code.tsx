/** A long value in a box of a few lines that scrolls by itself. Line breaks stay, long lines are broken. */
export function ScrollingCode({ label, value }: { readonly label: string; readonly value: string }) {
  const look = 'max-h-40 overflow-auto rounded bg-sunken px-2 py-1';
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
    <section aria-label={label} tabIndex={0} className={look}>
      <code className="text-13 break-all whitespace-pre-wrap">{value}</code>
    </section>
  );
}
