import { copyText } from '../copy-text.ts';

interface Copied {
  text: string;
  html: string;
  exact: string;
}

/** What was copied last from a grid of this page: menus may not read what only we can write. */
let last: Copied | null = null;

export function noteCopied(copied: Copied): void {
  last = copied;
}

const linesOf = (text: string): string => text.replaceAll('\r\n', '\n');

/** The stored values of a text on the clipboard that was copied here. */
export const exactOf = (text: string): string => (last && linesOf(last.text) === linesOf(text) ? last.exact : '');

/** Copies without a key being pressed. @returns false where the browser refuses */
export async function copyByMenu(copied: Copied): Promise<boolean> {
  noteCopied(copied);
  const blobOf = (type: string, text: string): Blob => new Blob([text], { type });
  try {
    await navigator.clipboard.write([
      new ClipboardItem({
        'text/plain': blobOf('text/plain', copied.text),
        'text/html': blobOf('text/html', copied.html),
      }),
    ]);
    return true;
  } catch {
    return copyText(copied.text);
  }
}

/** What is on the clipboard, without a key being pressed; null where the browser refuses. */
export async function readByMenu(): Promise<Copied | null> {
  try {
    const items = await navigator.clipboard.read();
    const read = async (type: string): Promise<string> => {
      const item = items.find(({ types }) => types.includes(type));
      return item ? (await item.getType(type)).text() : '';
    };
    const text = await read('text/plain');
    return { text, html: await read('text/html'), exact: exactOf(text) };
  } catch {
    return null;
  }
}
