/** A sentence of a contract: what stands between back quotes is shown as code. */
export function Prose({ text }: { readonly text: string }) {
  return text.split('`').map((part, index) => {
    // Parts never change their order, so the place is their identity.
    const key = `${index}`;
    return index % 2 === 0 ? part : <code key={key}>{part}</code>;
  });
}

/** A path that breaks after its slashes when it is too long. */
export function PathText({ path }: { readonly path: string }) {
  return path.split(/(?=\/)/).map((part, index) => {
    const key = `${index}`;
    return (
      <span key={key}>
        <wbr />
        {part}
      </span>
    );
  });
}
