/** What one browser, one person and one node may take. */
export interface SocketLimits {
  frameBytes: number;
  /** Frames of one socket: so many a second, and so many at once. */
  framesPerSecond: number;
  framesAtOnce: number;
  perUser: number;
  perNode: number;
  /** A reader with more than this unread is dropped. */
  unreadBytes: number;
  /** Largest row or message that is passed on between pages, as JSON. */
  relayedBytes: number;
  /** Without a word for so long, a socket is closed. */
  idleMs: number;
  /** Between two looks whether every session is still alive. */
  checkMs: number;
  /** How old rights may grow when nobody announced a change. */
  rightsMs: number;
}

export const SOCKET_LIMITS: SocketLimits = {
  frameBytes: 64 * 1024,
  framesPerSecond: 20,
  framesAtOnce: 60,
  perUser: 40,
  perNode: 5000,
  unreadBytes: 1024 * 1024,
  relayedBytes: 16 * 1024,
  idleMs: 60_000,
  checkMs: 10_000,
  rightsMs: 60_000,
};

/** Why the server closes a socket; codes of our own begin at 4000. */
export const CLOSED = {
  leaving: 1001,
  tooMuch: 1008,
  tooMany: 1013,
  sessionOver: 4401,
  forbidden: 4403,
  idle: 4408,
} as const;
