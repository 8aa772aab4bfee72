import type { Readable } from 'node:stream';
import type { Fields, Values } from '#kit/model/field.ts';
import {
  declaredFields,
  type Access,
  type BodyOf,
  type Effect,
  type Method,
  type ParamsOf,
  type QueryOf,
  type ResultOf,
  type RouteDeclaration,
} from '#kit/model/route.ts';
import type { Actor } from './actor.ts';
import type { Cookie } from './cookies.ts';
import type { Database, Tx } from './database.ts';
import { parseCall } from './parse-call.ts';
import type { ArrivedForm, UploadPlace } from './receive-upload.ts';

export type { Access } from '#kit/model/route.ts';

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
  /** Host and port that the browser asked for, as it says. */
  readonly host: string;
  /** Cookies sent along; of a name that comes twice, none. */
  readonly cookies: ReadonlyMap<string, string>;
  /** Idempotency-Key header. */
  readonly key: string | null;
  /** The one file of a multipart request, streamed to a folder; see kit/server/receive-upload. */
  receive(place: UploadPlace): Promise<ArrivedForm>;
}

declare const IMPLEMENTED: unique symbol;

/** A route with what carries it out: only {@link implement} makes one. */
export interface Route {
  /** Never present at run time. */
  readonly [IMPLEMENTED]: true;
  method: Method;
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
  /** A picture in a page asks without a header: the cookie of kit/server/file-cookie speaks for it. */
  takesFileCookie?: boolean;
  /** A signature that a stock client sends along is judged (contract §2.3); it opens nothing. */
  isSigned?: boolean;
  /** About the account itself: closed to whoever acts for its person. */
  isPersonal?: boolean;
  /** Parameter of a list: whoever lacks the right and asks by it finds nothing, and is not refused. */
  emptyBy?: string;
  /** 'neutral' answers business refusals as HTTP 200 with success:false (the /sys family). */
  refusals?: 'status' | 'neutral';
  effect?: Effect;
  handle(call: Call): Promise<unknown>;
}

/** A call of a declared route: names that the declaration does not have do not compile. */
export type CallOf<D extends RouteDeclaration> = Omit<Call, 'params' | 'query' | 'body'> & {
  readonly params: ParamsOf<D>;
  readonly query: Arrived<QueryOf<D>, string>;
  /** Column values where the declaration has fields; else as it arrived, to be judged. */
  readonly body: D extends { refusals: 'neutral' } ? Arrived<BodyOf<D>, unknown> : ParsedBody<D>;
};

type ParsedBody<D extends RouteDeclaration> = D extends { body: infer B extends Fields }
  ? Values<B>
  : Arrived<BodyOf<D>, unknown>;

/** Every key of a declaration may be missing; where any key may come, any may be looked for. */
type Arrived<T, V> = string extends keyof T ? Record<string, V> : { readonly [K in keyof T]?: V };

/** What a handler may answer: the result, or how the envelope or the answer differ from the usual. */
export type Answered<T> =
  | T
  | Answer<T>
  | FileAnswer
  | RedirectAnswer
  | FileCookieAnswer<T>
  | NamedAnswer<T>
  | BareAnswer;

/**
 * A declared route with what carries it out. Ids in its path and a body of fields are parsed first, but
 * for the given base, whose routes refuse in words of their own.
 * @throws Refusal 404 for an id that no row can have, 422 with every field that is at fault
 */
export function implement<const D extends RouteDeclaration>(
  declared: D,
  handle: (call: CallOf<D>) => Promise<Answered<ResultOf<D>>>,
): Route {
  const { body, query, result: _result, ...route } = declared as RouteDeclaration;
  const [taken, request] = [declaredFields(body), declaredFields(query)];
  return {
    ...route,
    ...(taken ? { body: taken } : {}),
    ...(request ? { query: request } : {}),
    handle: async (call: Call) => handle(parseCall(declared, call) as unknown as CallOf<D>),
  } as unknown as Route;
}

/** A route that clients of the base call by a further verb too. */
export const alsoBy = (method: Method, route: Route): Route[] => [route, { ...route, method }];

/**
 * A route that deletes what its query names in `ids`, for clients of the base that send them by POST, as
 * the query or in the body.
 */
export const alsoByPost = (route: Route): Route[] => [
  route,
  {
    ...route,
    method: 'POST',
    handle: (call) => {
      const ids = call.query['ids'] ?? listed(call.body['ids']);
      return route.handle(Object.create(call, { query: { value: { ...call.query, ids } } }) as Call);
    },
  },
];

/** Ids of a body, as text or as a list, separated by commas. */
const listed = (ids: unknown): string =>
  typeof ids === 'string' ? ids : Array.isArray(ids) ? ids.map(String).join(',') : '';

const ANSWER = Symbol('answer');

/** An answer whose envelope is not the plain one: own message or code (201 on partial imports). */
export interface Answer<T = unknown> {
  readonly [ANSWER]: true;
  code: number;
  message: string;
  /** What is said behind the message, whoever words that. */
  note?: string;
  result: T;
}

export const answer = <T = null>(message: string, result: T = null as T, code = 200): Answer<T> => ({
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
  /** How long the browser of this user may keep it; 0 by default. */
  cacheSeconds: number;
  /** Names these bytes: the browser may keep them, and asks each time whether it still may. */
  etag?: string;
  /** Somebody uploaded it: whatever it holds, nothing in it runs or loads. */
  isForeign?: boolean;
  /** A page for a frame of our own: nothing in it runs, its pictures are ours. */
  isPage?: boolean;
  /** What whoever asked has to know beside it, in a sentence or two: some of it is missing. */
  note?: string;
}

export const file = (
  name: string,
  mime: string,
  body: Buffer | Uint8Array | Readable,
  inline = false,
  cacheSeconds = 0,
): FileAnswer => ({ [FILE]: true, name, mime, body, inline, cacheSeconds });

/** A page to be looked at in a frame of the console. @param html cleaned: a policy is its second wall */
export const page = (name: string, html: string): FileAnswer => ({
  ...file(name, 'text/html; charset=utf-8', Buffer.from(html), true),
  isPage: true,
});

/** A file that somebody uploaded. @param about `sha256` of its bytes names them to the browser */
export const uploadedFile = (
  about: Pick<FileAnswer, 'name' | 'mime' | 'inline'> & { sha256: string },
  body: Buffer,
): FileAnswer => ({
  ...file(about.name, about.mime, body, about.inline),
  etag: `"${about.sha256}"`,
  isForeign: true,
});
export const isFile = (value: unknown): value is FileAnswer =>
  typeof value === 'object' && value !== null && FILE in value;

const REDIRECT = Symbol('redirect');

/** Leads the browser elsewhere by GET; cookies go with it. */
export interface RedirectAnswer {
  readonly [REDIRECT]: true;
  location: string;
  cookies: readonly Cookie[];
}

/** @param location a path of this site, or an address that this server chose itself */
export const redirect = (location: string, cookies: readonly Cookie[] = []): RedirectAnswer => ({
  [REDIRECT]: true,
  location,
  cookies,
});
export const isRedirect = (value: unknown): value is RedirectAnswer =>
  typeof value === 'object' && value !== null && REDIRECT in value;

const FILE_COOKIE = Symbol('fileCookie');

/** A result with which the browser may fetch pictures by itself; see kit/server/file-cookie. */
export interface FileCookieAnswer<T = unknown> {
  readonly [FILE_COOKIE]: true;
  token: string;
  result: T | NamedAnswer<T>;
}

export const withFileCookie = <T>(token: string, result: T | NamedAnswer<T>): FileCookieAnswer<T> => ({
  [FILE_COOKIE]: true,
  token,
  result,
});
export const isWithFileCookie = (value: unknown): value is FileCookieAnswer =>
  typeof value === 'object' && value !== null && FILE_COOKIE in value;

const NAMED = Symbol('named');

/** A result with a name: who has it by that name already is said so, and nothing is made or sent. */
export interface NamedAnswer<T = unknown> {
  readonly [NAMED]: true;
  name: string;
  make(): T;
}

/** @param name another one whenever the result is another */
export const named = <T>(name: string, make: () => T): NamedAnswer<T> => ({
  [NAMED]: true,
  name,
  make,
});
export const isNamed = (value: unknown): value is NamedAnswer =>
  typeof value === 'object' && value !== null && NAMED in value;

/** Bare JSON without an envelope, where the wire of the base demands it. */
const BARE = Symbol('bare');
export interface BareAnswer {
  readonly [BARE]: true;
  body: unknown;
  cookies: readonly Cookie[];
}
export const bare = (body: unknown, cookies: readonly Cookie[] = []): BareAnswer => ({
  [BARE]: true,
  body,
  cookies,
});
export const isBare = (value: unknown): value is BareAnswer =>
  typeof value === 'object' && value !== null && BARE in value;
