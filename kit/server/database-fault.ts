/** Why work could not be stored although nothing is wrong with it. */
type DatabaseFault = 'lost' | 'diskFull';

/** Connection, resources and shut-down, as PostgreSQL classes its errors. */
const UNAVAILABLE = /^(08|53|57P)/;
const BROKEN_LINE = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT']);
/** What the driver says of a session that is gone; it has no codes for that. */
const SESSION_GONE = /timeout exceeded when trying to connect|Connection terminated|not queryable|Client was closed/;

/**
 * Tells faults of the database and its disk from everything else that may be thrown: no session to
 * be had, one that was lost on the way, no room to write. Null for all others.
 */
export function databaseFault(error: unknown): DatabaseFault | null {
  const { code = '', syscall, message = '' } = (error ?? {}) as Partial<NodeJS.ErrnoException>;
  if (code === '53100' || code === 'ENOSPC' || code === 'EDQUOT') return 'diskFull';
  if (UNAVAILABLE.test(code) || BROKEN_LINE.has(code) || SESSION_GONE.test(message)) return 'lost';
  // The socket of a server that ended; a file that is missing is something else.
  return code === 'ENOENT' && syscall === 'connect' ? 'lost' : null;
}

/**
 * Whether the database ended or refused the session: it says so itself, or its driver does. Narrower
 * than `lost`, because a broken line may as well be that of a mail server or a channel.
 */
export function isSessionLost(error: unknown): boolean {
  const { code = '', message = '' } = (error ?? {}) as Partial<NodeJS.ErrnoException>;
  return UNAVAILABLE.test(code) ? code !== '53100' : SESSION_GONE.test(message);
}
