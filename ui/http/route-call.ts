import {
  filledPath,
  type Path,
  type BodyOf,
  type ParamsOf,
  type QueryOf,
  type ResultOf,
  type RouteDeclaration,
} from '#kit/model/route.ts';
import type { Envelope } from './api-error.ts';
import { call, download, fetchFile, getPicture, openFile, upload, type CallOptions, type Query } from './http.ts';

type Part<K extends string, T> = [keyof T] extends [never]
  ? { readonly [key in K]?: undefined }
  : { readonly [key in K]: T };

type OptionalPart<K extends string, T> = [keyof T] extends [never]
  ? { readonly [key in K]?: undefined }
  : { readonly [key in K]?: T };

/** What a call of a route takes along. */
export type Sent<D extends RouteDeclaration> = Part<'params', ParamsOf<D>> &
  OptionalPart<'query', QueryOf<D>> &
  Part<'body', BodyOf<D>> &
  Omit<CallOptions, 'query' | 'body'>;

/** Nothing has to be said of a route without parameters and body. */
type SentArgs<D extends RouteDeclaration> = Record<never, never> extends Sent<D> ? [sent?: Sent<D>] : [sent: Sent<D>];

interface AnySent extends CallOptions {
  params?: Record<string, string>;
}

function split(route: RouteDeclaration, sent: unknown): [Path, CallOptions] {
  const { params, ...options } = (sent ?? {}) as AnySent;
  return [filledPath(route, params ?? {}), options];
}

/** Calls a declared route. @returns the whole envelope @throws ApiError */
export function callRoute<const D extends RouteDeclaration>(
  route: D,
  ...[sent]: SentArgs<D>
): Promise<Envelope<ResultOf<D>>> {
  return call<ResultOf<D>>(route.method, ...split(route, sent));
}

/** {@link callRoute}. @returns the result alone */
export const fetchRoute = <const D extends RouteDeclaration>(route: D, ...sent: SentArgs<D>): Promise<ResultOf<D>> =>
  callRoute(route, ...sent).then(({ result }) => result);

/** Uploads one file to a route that takes one. @returns the whole envelope @throws ApiError */
export function uploadTo<const D extends RouteDeclaration & { takesFile: true }>(
  route: D,
  file: File,
  ...[sent]: SentArgs<D>
): Promise<Envelope<ResultOf<D>>> {
  const [path, options] = split(route, sent);
  return upload<ResultOf<D>>(path, file, options);
}

type FileRoute = RouteDeclaration & { givesFile: true };

/** Downloads what a route gives, under the name the server gave it. @throws ApiError */
export function downloadFrom<const D extends FileRoute>(
  route: D,
  fallbackName: string,
  ...[sent]: SentArgs<D>
): Promise<void> {
  const [path, { query, ...options }] = split(route, sent);
  return download(path, query as Query, fallbackName, { ...options, method: route.method });
}

/** Shows what a route gives in a tab of its own. @returns what is said beside the file, or null @throws ApiError */
export function openFrom<const D extends FileRoute>(route: D, ...[sent]: SentArgs<D>): Promise<string | null> {
  const [path, options] = split(route, sent);
  return openFile(path, { ...options, method: route.method });
}

/** The bytes of what a route gives, for what is neither kept nor shown. @throws ApiError */
export function blobFrom<const D extends FileRoute>(route: D, ...[sent]: SentArgs<D>): Promise<Blob> {
  const [path, options] = split(route, sent);
  return fetchFile(route.method, path, options);
}

/** A picture that a route gives, as a data URI. @throws ApiError */
export const pictureFrom = <const D extends FileRoute>(
  route: D,
  params: ParamsOf<D>,
  signal?: AbortSignal,
): Promise<string> => getPicture(filledPath(route, params), signal);
