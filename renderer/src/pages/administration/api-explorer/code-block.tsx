/** Code that scrolls by itself, reachable by keyboard. */
export function CodeBlock({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
      tabIndex={0}
      className="max-h-[32rem] overflow-auto rounded border border-line bg-sunken p-3"
    >
      <pre className="text-13 leading-5">{text}</pre>
    </section>
  );
}
