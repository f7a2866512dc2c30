/** Opens files on the Verify page, in place of what is open there, and goes to it. */
export async function openInVerify(
  files: readonly { readonly name: string; readonly file: File }[],
  goToVerify: () => Promise<void>,
): Promise<void> {
  const { liveSession } = await import('../verification/live-session.ts');
  await liveSession.open({ files, leftOut: 0 });
  await goToVerify();
}
