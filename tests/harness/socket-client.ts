import { expect } from 'vitest';
import { WebSocket, type ClientOptions } from 'ws';

/** A browser's end of a socket, as a test sees it. */
export interface SocketClient {
  ws: WebSocket;
  /** Everything heard so far, parsed. */
  heard: Record<string, unknown>[];
  /** Close code, once it is closed. */
  closed: Promise<number>;
  isOpen(): boolean;
  say(message: unknown): void;
}

/**
 * Opens a socket with the token as sub-protocol.
 * @returns the socket, or the HTTP status of the refusal
 */
export function openSocket(
  url: string,
  token: string | null,
  options: ClientOptions = {},
): Promise<SocketClient | number> {
  const ws = new WebSocket(url, token === null ? [] : [token], options);
  const heard: Record<string, unknown>[] = [];
  ws.on('message', (data) => heard.push(JSON.parse(String(data)) as Record<string, unknown>));
  const closed = new Promise<number>((done) => ws.once('close', done));
  return new Promise((done, fail) => {
    ws.once('unexpected-response', (_request, response) => {
      response.resume();
      done(response.statusCode ?? 0);
    });
    ws.on('error', fail);
    ws.once('open', () =>
      done({
        ws,
        heard,
        closed,
        isOpen: () => ws.readyState === ws.OPEN,
        say: (message) => ws.send(typeof message === 'string' ? message : JSON.stringify(message)),
      }),
    );
  });
}

const isBeat = (message: Record<string, unknown>): boolean =>
  message['cmd'] === 'heartcheck' || message['type'] === 'heart_beat';

/** What was heard beside signs of life. */
export const news = (socket: SocketClient): Record<string, unknown>[] =>
  socket.heard.filter((message) => !isBeat(message));

/** Until everything said before has been heard: the server answers in order. */
export async function settled(socket: SocketClient): Promise<void> {
  const beats = (): number => socket.heard.filter(isBeat).length;
  const before = beats();
  socket.say({ type: 'heart_beat', data: '' });
  await expect.poll(beats).toBeGreaterThan(before);
}
