import { isIP } from 'node:net';
import { createConnection } from 'mysql2/promise';
import pg from 'pg';
import { addressesOf, resolveBySystem, type Resolve } from '../outbound/outbound-target.ts';
import { OutboundError } from '../outbound/outbound-error.ts';
import { boundedSocket } from './bounded-socket.ts';

/** A database of somebody else's, and who signs in there. */
export interface ProbedDatabase {
  engine: 'mysql' | 'postgresql';
  host: string;
  port: number;
  database: string;
  username: string;
  password: string;
  tls: 'off' | 'on' | 'verified';
  schema: string | null;
}

/** Why a database was not reached, as far as it may be known. */
export type ProbeFault =
  | 'blocked'
  | 'dns'
  | 'refused'
  | 'timeout'
  | 'signIn'
  | 'database'
  | 'tls'
  | 'protocol'
  /** Signed in, as somebody who may do anything there. */
  | 'superuser';

export class ProbeError extends Error {
  readonly fault: ProbeFault;
  constructor(fault: ProbeFault, cause?: unknown) {
    super(`the database was not reached: ${fault}`, { cause });
    this.name = 'ProbeError';
    this.fault = fault;
  }
}

export interface ProbeOptions {
  /** It stands among what the operator lists: its addresses may be private. */
  mayBePrivate: boolean;
  timeoutMs?: number;
  /** Name resolution; the system's by default. */
  resolve?: Resolve;
}

export type Probe = (target: ProbedDatabase, options: ProbeOptions) => Promise<void>;

const TIMEOUT_MS = 5_000;
/** Of a sign-in and one row. */
const MOST_BYTES = 1_000_000;

/**
 * Signs in to a database and asks it for one row. Its name is looked up once, every address is checked, and the
 * connection goes to one of those: a name that answers otherwise a moment later leads nowhere else. Nothing of this
 * machine can be asked for: files are not sent.
 * @throws ProbeError
 */
export const probeDatabase: Probe = async (target, options) => {
  const connection = await pinned(target, options);
  try {
    await (target.engine === 'mysql' ? askMysql : askPostgres)(connection, options.timeoutMs ?? TIMEOUT_MS);
  } catch (error) {
    throw new ProbeError(faultOf(error), error);
  }
};

/** A database at the one address that was judged. @throws ProbeError */
export async function pinned(
  target: ProbedDatabase,
  { resolve = resolveBySystem, mayBePrivate }: ProbeOptions,
): Promise<Pinned> {
  const url = new URL(`http://${isIP(target.host) === 6 ? `[${target.host}]` : target.host}:${target.port}`);
  const hostname = url.hostname.replace(/^\[|\]$/g, '');
  const [found] = await addressesOf({ url, hostname, mayBePrivate }, resolve).catch((error: unknown) => {
    throw new ProbeError(error instanceof OutboundError && error.code === 'dns' ? 'dns' : 'blocked', error);
  });
  return { ...target, host: hostname, address: found?.address ?? '' };
}

type Pinned = ProbedDatabase & { address: string };

const tlsOf = ({ tls, host }: Pinned): { rejectUnauthorized: boolean; servername?: string } => ({
  rejectUnauthorized: tls === 'verified',
  ...(isIP(host) === 0 ? { servername: host } : {}),
});

async function askPostgres(target: Pinned, timeoutMs: number): Promise<void> {
  const client = postgresClient(target, { timeoutMs, mostBytes: MOST_BYTES });
  try {
    await client.connect();
    await client.query('select 1');
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** A session of a PostgreSQL server that is not opened yet. @param bounds of each wait, and of all that it sends */
export function postgresClient(
  target: Pinned,
  { timeoutMs, mostBytes }: { timeoutMs: number; mostBytes: number },
): pg.Client {
  const client = new pg.Client({
    stream: () => boundedSocket(mostBytes),
    host: target.address,
    port: target.port,
    user: target.username,
    password: target.password,
    database: target.database,
    ssl: target.tls === 'off' ? false : tlsOf(target),
    connectionTimeoutMillis: timeoutMs,
    query_timeout: timeoutMs,
    ...(target.schema === null ? {} : { options: `-c search_path=${target.schema}` }),
  });
  client.on('error', () => undefined); // what is asked next reports it
  return client;
}

async function askMysql(target: Pinned, timeoutMs: number): Promise<void> {
  const connection = await createConnection({
    host: target.address,
    port: target.port,
    user: target.username,
    password: target.password,
    ...(target.database === '' ? {} : { database: target.database }),
    connectTimeout: timeoutMs,
    stream: () => boundedSocket(MOST_BYTES).connect(target.port, target.address),
    // A server that asks for a file of this machine gets none.
    flags: ['-LOCAL_FILES'],
    ...(target.tls === 'off' ? {} : { ssl: tlsOf(target) }),
  });
  connection.on('error', () => undefined); // what is asked next reports it
  try {
    await connection.query({ sql: 'select 1', timeout: timeoutMs });
  } finally {
    connection.destroy();
  }
}

const NO_PASSWORD = /client password must be/;
const SIGN_IN = new Set(['28P01', '28000', 'ER_ACCESS_DENIED_ERROR', 'ER_DBACCESS_DENIED_ERROR']);
const NO_DATABASE = new Set(['3D000', 'ER_BAD_DB_ERROR']);
const REFUSED = new Set(['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'ECONNRESET']);

/** Why a server did not answer. */
export function faultOf(error: unknown): ProbeFault {
  const { code = '', message = '' } = error as { code?: string; message?: string };
  // The driver gives up by itself where a server asks for a password and there is none.
  if (SIGN_IN.has(code) || NO_PASSWORD.test(message)) return 'signIn';
  if (NO_DATABASE.has(code)) return 'database';
  if (REFUSED.has(code)) return 'refused';
  if (code === 'ETIMEDOUT' || code === 'PROTOCOL_SEQUENCE_TIMEOUT' || /timeout/i.test(message)) return 'timeout';
  return /certificate|ssl|tls/i.test(`${code} ${message}`) ? 'tls' : 'protocol';
}
