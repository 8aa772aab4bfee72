import { expect, type Page, type WebSocket as Socket } from '@playwright/test';

/** A socket, and whether the server has said anything by it. */
interface Line {
  socket: WebSocket;
  isAnswered: boolean;
}

type Watched = Window & { lines?: Line[] };

/** Keeps the sockets of the documents that this page shows from now on. */
export const watchSockets = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    if ((window as Watched).lines) return;
    const lines: Line[] = [];
    class KeptSocket extends WebSocket {
      constructor(...given: ConstructorParameters<typeof WebSocket>) {
        super(...given);
        const line = { socket: this, isAnswered: false };
        this.addEventListener('message', () => (line.isAnswered = true));
        lines.push(line);
      }
    }
    Object.assign(window, { lines, WebSocket: KeptSocket });
  });

/** How many sockets of a watched page are open: the server has let them in. */
export const openSockets = (page: Page, part: string, isAnswered = false): Promise<number> =>
  page.evaluate(
    ([expected, answered]) =>
      ((window as Watched).lines ?? []).filter(
        ({ socket, ...line }) =>
          socket.readyState === WebSocket.OPEN && socket.url.includes(expected) && (line.isAnswered || !answered),
      ).length,
    [part, isAnswered] as const,
  );

/** Waits until a watched page hears what is said to those who have a list, or the lines of a row, in front. */
export const joined = (page: Page, part = '/vxeSocket/'): Promise<void> =>
  expect.poll(() => openSockets(page, part)).toBe(1);

/** Waits until a watched page hears of changes: it asks for them, and is answered. */
export const hears = (page: Page): Promise<void> => expect.poll(() => openSockets(page, '/websocket/', true)).toBe(1);

/** Resolves once a part of the page with this text has stood out, for however short a moment. */
export const shown = (page: Page, selector: string, text: string): Promise<void> =>
  page.evaluate(
    ([expected, words]) =>
      new Promise<void>((done) => {
        const look = (): void => {
          const parts = [...document.querySelectorAll(expected)];
          if (!parts.some(({ textContent }) => textContent?.includes(words))) return;
          watch.disconnect();
          done();
        };
        const watch = new MutationObserver(look);
        watch.observe(document, {
          subtree: true,
          childList: true,
          characterData: true,
          attributes: true,
        });
        look();
      }),
    [selector, text] as const,
  );

/** The sockets of the document that is shown; nobody hears of the end of those of the last one. */
export function socketsOf(page: Page): Socket[] {
  const sockets: Socket[] = [];
  page.on('websocket', (socket) => sockets.push(socket));
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) sockets.length = 0;
  });
  return sockets;
}

/** How many of {@link socketsOf} have not ended. */
export const open = (sockets: Socket[], part: string): number =>
  sockets.filter((socket) => socket.url().includes(part) && !socket.isClosed()).length;
