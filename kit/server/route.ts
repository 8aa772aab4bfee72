import type { Readable } from 'node:stream';
import type { Fields } from '#kit/model/field.ts';
import type { Actor } from './actor.ts';
import type { Database, Tx } from './database.ts';

/** Who may call: a permission code, any signed-in user, or everybody. Nothing else starts. */
export type Access = { permission: string } | 'signedIn' | 'public';

export interface UploadedFile {
  name: string;
  mime: string;
  bytes: Buffer;
}

/** One request as a handler sees it: already authenticated, permitted and parsed. */
export interface Call {
  /** Throws 401 on a public route without a session. */
  readonly actor: Actor;
  readonly db: Database;
  /** A transaction of the caller's tenant. */
  tx<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  readonly params: Record<string, string>;
  readonly query: Record<string, string>;
  /** The JSON body; an object, never null. */
  readonly body: Record<string, unknown>;
  readonly token: string | null;
  readonly ip: string;
  readonly requestId: string;
  readonly userAgent: string;
  /** Idempotency-Key header. */
  readonly key: string | null;
  /** Files of a multipart request. */
  files(): Promise<UploadedFile[]>;
}

export interface Route {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below the API base, e.g. `/orders/order/list`; `:id` for parameters. */
  path: string;
  access: Access;
  /** One line for OpenAPI. */
  summary: string;
  /** Fields of the body or the query, for OpenAPI. */
  body?: Fields;
  query?: Fields;
  /** Takes one file as multipart `file`; answers a file instead of an envelope. For OpenAPI. */
  takesFile?: boolean;
  givesFile?: boolean;
  /** 'neutral' answers business refusals as HTTP 200 with success:false (the /sys family). */
  refusals?: 'status' | 'neutral';
  handle(call: Call): Promise<unknown>;
}

const ANSWER = Symbol('answer');

/** An answer whose envelope is not the plain one: own message or code (201 on partial imports). */
export interface Answer {
  readonly [ANSWER]: true;
  code: number;
  message: string;
  result: unknown;
}

export const answer = (message: string, result: unknown = null, code = 200): Answer => ({
  [ANSWER]: true,
  code,
  message,
  result,
});
export const isAnswer = (value: unknown): value is Answer =>
  typeof value === 'object' && value !== null && ANSWER in value;

const FILE = Symbol('file');

/** A file download: always an attachment unless `inline` (PDF and pictures of our own making). */
export interface FileAnswer {
  readonly [FILE]: true;
  name: string;
  mime: string;
  body: Buffer | Uint8Array | Readable;
  inline: boolean;
}

export const file = (
  name: string,
  mime: string,
  body: Buffer | Uint8Array | Readable,
  inline = false,
): FileAnswer => ({ [FILE]: true, name, mime, body, inline });
export const isFile = (value: unknown): value is FileAnswer =>
  typeof value === 'object' && value !== null && FILE in value;

/** Bare JSON without an envelope, where the wire of the base demands it. */
const BARE = Symbol('bare');
export interface BareAnswer {
  readonly [BARE]: true;
  body: unknown;
}
export const bare = (body: unknown): BareAnswer => ({ [BARE]: true, body });
export const isBare = (value: unknown): value is BareAnswer =>
  typeof value === 'object' && value !== null && BARE in value;
