import { bridge } from '../../lib/shell/live-bridge.ts';
import { notices } from '../../lib/window/notices.ts';
import { words } from '../../words/parts/download.ts';

/** Saves a text as a file: where the person says, or where the browser puts downloads. A failure becomes a notice. */
export function downloadText(name: string, text: string, type = 'application/json'): Promise<void> {
  return saveFile(name, new Blob([text], { type }));
}

/** The same for a file that may be larger than a text can be. */
export async function saveFile(name: string, file: Blob): Promise<void> {
  try {
    await bridge.saveFile(name, new Uint8Array(await file.arrayBuffer()), file.type);
  } catch {
    notices.add(words.notSaved, [words.notWritten(name)]);
  }
}

/** Prints the page as it stands: to a PDF file of this name, or by the print dialog. A failure becomes a notice. */
export async function printPage(pdfName: string): Promise<void> {
  try {
    await bridge.printPage(pdfName);
  } catch {
    notices.add(words.notPrinted, [words.notWritten(pdfName)]);
  }
}
