/** What a socket of the browser offers, as far as it is used here. */
export interface Line {
  send(text: string): void;
  close(): void;
}

export interface LineEvents {
  opened(): void;
  heard(text: string): void;
  /** Once, whichever way it ended. */
  ended(code: number): void;
}

/** Dials; the events come later, never while dialling. */
export type Dial = (events: LineEvents) => Line;

/** A socket of the browser: the token goes as sub-protocol, never in the address. */
export const dialTo =
  (url: string, token: string): Dial =>
  ({ opened, heard, ended }) => {
    const socket = new WebSocket(url, [token]);
    socket.onopen = opened;
    socket.onmessage = ({ data }) => {
      if (typeof data === 'string') heard(data);
    };
    socket.onclose = ({ code }) => ended(code);
    return {
      send: (text) => {
        if (socket.readyState === WebSocket.OPEN) socket.send(text);
      },
      close: () => socket.close(),
    };
  };

/** `ws://host/api/websocket/…` of the API that the page calls. */
export function socketUrl(apiBase: string, ...path: string[]): string {
  const url = new URL(`${apiBase}/${path.map(encodeURIComponent).join('/')}`, location.href);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  return url.href;
}

/** The object a frame carries; null for anything else, which is ignored. */
export function readFrame(text: string): Record<string, unknown> | null {
  try {
    const frame = JSON.parse(text, (key, value: unknown) => (key === '__proto__' ? undefined : value)) as unknown;
    return typeof frame === 'object' && frame !== null && !Array.isArray(frame)
      ? (frame as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}
