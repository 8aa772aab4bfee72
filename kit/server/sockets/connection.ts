import type { WebSocket } from '@fastify/websocket';
import type { Actor } from '../actor.ts';
import { createThrottle } from '../throttle.ts';
import type { CLOSED, SocketLimits } from './limits.ts';

/** How long a browser may take to agree to the end. */
const FAREWELL_MS = 1000;

/** One open socket of a signed-in person. */
export interface Connection {
  readonly token: string;
  /** The person with the rights last read. */
  actor: Actor;
  /** When those rights were read. */
  readAt: number;
  /** Page whose rows it passes on; null = the socket of notices. */
  readonly pageId: string | null;
  /** It has subscribed to changed rows; a client of the base knows no such word. */
  hearsChanges: boolean;
  readonly heardAt: number;
  /** Sends unless the browser does not keep up: then the socket is dropped. */
  send(text: string): void;
  close(why: (typeof CLOSED)[keyof typeof CLOSED]): void;
}

interface ConnectionOptions {
  ws: WebSocket;
  token: string;
  actor: Actor;
  pageId: string | null;
  limits: SocketLimits;
  now: () => number;
  /** A text frame within the limits. */
  onText: (connection: Connection, text: string) => void;
  onEnd: (connection: Connection) => void;
}

/** Wraps a socket that has just been opened: every frame is counted, none is trusted. */
export function openConnection(options: ConnectionOptions): Connection {
  const { ws, token, pageId, limits, now } = options;
  const throttle = createThrottle(now);
  const rate = { perSecond: limits.framesPerSecond, burst: limits.framesAtOnce };
  let heardAt = now();
  let isOver = false;
  const connection: Connection = {
    token,
    actor: options.actor,
    readAt: now(),
    pageId,
    hearsChanges: false,
    get heardAt() {
      return heardAt;
    },
    send(text) {
      if (isOver || ws.readyState !== ws.OPEN) return;
      if (ws.bufferedAmount > limits.unreadBytes) return ws.terminate();
      ws.send(text);
    },
    close(why) {
      if (isOver) return;
      isOver = true;
      ws.close(why);
      setTimeout(() => ws.terminate(), FAREWELL_MS).unref();
    },
  };
  const isWithinRate = (): boolean => {
    if (isOver) return false;
    if (throttle.take('', rate) === 0) return true;
    isOver = true;
    ws.close(1008);
    // Who floods does not get a second to go on with it.
    ws.terminate();
    return false;
  };
  ws.on('message', (data, isBinary) => {
    if (!isWithinRate()) return;
    heardAt = now();
    if (!isBinary) options.onText(connection, String(data));
  });
  ws.on('ping', isWithinRate);
  ws.on('pong', isWithinRate);
  ws.on('error', () => ws.terminate());
  ws.on('close', () => {
    isOver = true;
    options.onEnd(connection);
  });
  return connection;
}
