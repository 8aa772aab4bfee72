import type { Fields, Values } from './field.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** Who may call: a permission code, any signed-in user, or everybody. Nothing else starts. */
export type Access = { permission: string } | 'signedIn' | 'public';

/** Head of an answer that gives a file: what is to be known beside it, percent-encoded. */
export const FILE_NOTE = 'x-file-note';

declare const PATH: unique symbol;

/**
 * What a call does, where its verb does not say it (GET reads, all others write): somebody who may only
 * read is refused what writes. `own` is about the person and not about the tenant; `session` about where
 * they are, and stays whatever else is refused.
 */
export type Effect = 'reads' | 'writes' | 'own' | 'session';

/** A path below the API base. Only declared routes and resources make one. */
export type Path = string & { readonly [PATH]: true };

const DESCRIBED: unique symbol = Symbol('described');

/** What no set of fields describes: carries its type, from which `npm run schemas` makes its schema. */
export interface Shape<T> {
  /** Never present at run time. */
  readonly shape?: T;
  /** Those that describe a part of it, for OpenAPI. */
  readonly [DESCRIBED]: Fields;
}

/**
 * The shape of a body, a query or an answer that no set of fields describes. The handler gets it as it
 * arrived; a body that is declared by fields it gets parsed.
 * @param fields those that do describe a part of it, for OpenAPI
 */
export const shape = <T>(fields: Fields = {}): Shape<T> => ({ [DESCRIBED]: fields });

/**
 * One call of the API, declared in the model of the module that answers it. The server implements
 * it, the console calls it; OpenAPI and the list of permissions follow from what is implemented.
 */
export interface RouteDescription {
  readonly method: Method;
  /** Below the API base, e.g. `/orders/order/list`; `:id` for parameters, `*` for all that follows. */
  readonly path: `/${string}`;
  readonly access: Access;
  /** One line for OpenAPI. */
  readonly summary: string;
  /** What the body holds, in wire values; fields are parsed before the handler is called. */
  readonly body?: Fields | Shape<object>;
  readonly query?: Fields | Shape<object>;
  /** What is answered in the envelope; nothing by default. */
  readonly result?: Shape<unknown>;
  /** Takes one file as multipart `file`; answers a file instead of an envelope. For OpenAPI. */
  readonly takesFile?: boolean;
  readonly givesFile?: boolean;
  /** A picture in a page asks without a header: the cookie of kit/server/file-cookie speaks for it. */
  readonly takesFileCookie?: boolean;
  /** A signature that a stock client sends along is judged (contract §2.3); it opens nothing. */
  readonly isSigned?: boolean;
  /** About the account itself: closed to whoever acts for its person. */
  readonly isPersonal?: boolean;
  /** 'neutral' answers business refusals as HTTP 200 with success:false (the /sys family). */
  readonly refusals?: 'status' | 'neutral';
  readonly effect?: Effect;
}

declare const ROUTE: unique symbol;

/** A route that was declared: only {@link defineRoute} makes one, never a literal beside a call. */
export type RouteDeclaration = RouteDescription & { readonly [ROUTE]: true };

export const defineRoute = <const D extends RouteDescription>(route: D): D & { readonly [ROUTE]: true } =>
  route as D & { readonly [ROUTE]: true };

type NamesOf<P extends string> = P extends `${string}/:${infer Name}/${infer Rest}`
  ? Name | NamesOf<`/${Rest}`>
  : P extends `${string}/:${infer Name}`
    ? Name
    : P extends `${string}/*`
      ? '*'
      : never;

/** Parameters in the path of a route. */
export type ParamsOf<D extends RouteDeclaration> = { [K in NamesOf<D['path']>]: string };

type Scalar = string | number | boolean | null | undefined;

/** What may be asked of a route in its query. */
export type QueryOf<D extends RouteDeclaration> = D extends { query: infer Q }
  ? Q extends Fields
    ? { [K in keyof Q]?: Scalar }
    : Q extends Shape<infer T>
      ? T
      : never
  : Record<never, Scalar>;

/** What a route takes in its body. */
export type BodyOf<D extends RouteDeclaration> = D extends { body: infer B }
  ? B extends Fields
    ? Values<B>
    : B extends Shape<infer T>
      ? T
      : never
  : Record<never, unknown>;

/** What a route answers in the envelope. */
export type ResultOf<D extends RouteDeclaration> = D extends { result: Shape<infer T> } ? T : null;

/** A path below the API base with its parameters filled in, whatever they are called. */
export const filledPath = ({ path }: RouteDeclaration, params: Record<string, string>): Path =>
  path.replace(/:(\w+)|\*$/g, (all, name?: string) => {
    const value = params[name ?? all] ?? '';
    return name === undefined ? encodeURI(value) : encodeURIComponent(value);
  }) as Path;

/** The path of a route below the API base; parameters are needed where it has some. */
export const pathOf = <D extends RouteDeclaration>(
  route: D,
  ...[params]: keyof ParamsOf<D> extends never ? [] : [params: ParamsOf<D>]
): Path => filledPath(route, params ?? {});

const isShape = (about: Fields | Shape<object>): about is Shape<object> => DESCRIBED in about;

/** Fields of a body or query, for OpenAPI; none where only its shape is declared. */
export function declaredFields(about: Fields | Shape<object> | undefined): Fields | undefined {
  const fields = about && isShape(about) ? about[DESCRIBED] : about;
  return fields && Object.keys(fields).length > 0 ? fields : undefined;
}

/** Fields by which a body is parsed; none where it has a shape, which its handler judges. */
export const parsedFields = (about: Fields | Shape<object> | undefined): Fields | undefined =>
  about === undefined || isShape(about) ? undefined : about;
