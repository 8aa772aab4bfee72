import type { Locator } from '@playwright/test';

export interface Clipboard {
  html?: string;
  text?: string;
  files?: readonly { name: string; type: string; base64: string }[];
}

/** What a browser tells a page when something is pasted or dropped there. */
export async function bring(
  box: Locator,
  how: 'paste' | 'drop',
  { html = '', text = '', files = [] }: Clipboard,
): Promise<void> {
  await box.evaluate(
    (element, given) => {
      const data = new DataTransfer();
      if (given.html) data.setData('text/html', given.html);
      if (given.text) data.setData('text/plain', given.text);
      for (const { name, type, base64 } of given.files) {
        const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
        data.items.add(new File([bytes], name, { type }));
      }
      const { left, top } = element.getBoundingClientRect();
      const about = { bubbles: true, cancelable: true };
      element.dispatchEvent(
        given.how === 'paste'
          ? new ClipboardEvent('paste', { ...about, clipboardData: data })
          : new DragEvent('drop', {
              ...about,
              dataTransfer: data,
              clientX: left + 20,
              clientY: top + 20,
            }),
      );
    },
    { how, html, text, files },
  );
}
