import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Actor } from './actor.ts';
import type { Database } from './database.ts';
import type { Problem } from './readiness.ts';
import type { Route } from './route.ts';

/** `isPicture`: a cookie that the browser sends by itself speaks for the caller. */
interface CallerAbout {
  ip: string;
  requestId: string;
  isPicture?: boolean;
}
type ResolveActor = (token: string, about: CallerAbout) => Promise<Actor | null>;

export const METRICS_PATH = '/metrics';

/** A request that has been answered, for whoever counts them: no header and no body. */
export interface AnsweredRequest {
  at: Date;
  ms: number;
  method: string;
  /** As it was sent, query and all: nothing of it is shown unjudged. */
  url: string;
  /** Of the route that it reached; null where there is none. */
  pattern: string | null;
  status: number;
  ip: string;
}

export interface HttpOptions {
  db: Database;
  routes: readonly Route[];
  /** Path prefix of every route, e.g. `/api`. */
  base: string;
  /** Resolves a session token to its actor; null when the session is gone. */
  resolveActor: ResolveActor;
  /**
   * Takes the session of a token to the tenant that its client names; null where that is none of
   * the person's. Absent: any tenant but the session's is refused.
   */
  followTenant?: (token: string, tenant: string, about: CallerAbout) => Promise<Actor | null>;
  /** Addresses or networks of proxies whose X-Forwarded-For is believed; nobody's by default. */
  trustedProxies?: readonly string[];
  /** The time that answers tell and signatures are judged by; the machine's by default. */
  clock?: () => Date;
  /** What a right is called, by its code. */
  rightTitle?: (code: string) => string | undefined;
  /** What stands in the way of serving; nothing when this node is ready. */
  problems: () => Promise<Problem[]>;
  logger?: object | boolean;
  /** Answers paths outside the base (the console's pages); false leaves them unknown. */
  fallback?: (request: FastifyRequest, reply: FastifyReply) => FastifyReply | Promise<FastifyReply> | false;
  /** Origins beside our own that pictures of the console may come from. */
  pictureOrigins?: readonly string[];
  /** Origins beside our own that the console may call. */
  connectOrigins?: readonly string[];
  /** Origins beside our own that may stand in a frame of the console. */
  frameOrigins?: readonly string[];
  /** The OpenAPI document, served at /openapi.json with a page to browse it at /docs. */
  openApi?: () => unknown;
  /** Somebody tried to change what they have no right to; called before the answer. */
  onForbidden?: (actor: Actor, route: Route) => Promise<void>;
  /** People reach the server over TLS: browsers are asked to use nothing else. */
  isTls?: boolean;
  /** Hears of every answer below the base. */
  onAnswered?: (answered: AnsweredRequest) => void;
  /** Figures as text at {@link METRICS_PATH}, for whoever has the token; absent: there is no such path. */
  metrics?: { token: string; text: () => Promise<string> };
  /** Looks at every result before it is sent; what it throws fails the call. For tests. */
  judgeAnswer?: (route: Route, result: unknown) => void;
}
