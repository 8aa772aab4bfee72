import type { AnyResource } from '#kit/model/resource.ts';
import { resourceRoute } from '#kit/model/resource-routes.ts';
import { pathOf, type Path } from '#kit/model/route.ts';
import { fromWire, nameFromWire, queryToWire, toWire, type Operation } from '#kit/model/wire.ts';
import { ApiError, type Envelope } from '#ui/http/api-error.ts';
import { call, type CallOptions, type Query } from '#ui/http/http.ts';

/** What a generic route is asked, in the resource's own names. */
interface ResourceCall extends Omit<CallOptions, 'query' | 'body'> {
  query?: Query | undefined;
  body?: Readonly<Record<string, unknown>> | undefined;
  /** Another route that speaks of the resource in the same names. */
  path?: Path | undefined;
}

/**
 * Calls a generic route of a resource. Names are those of its declaration on this side of the call,
 * whatever they are on the wire.
 * @throws ApiError
 */
export async function callResource<T>(
  of: AnyResource,
  operation: Operation,
  { query, body, path, ...options }: ResourceCall = {},
): Promise<Envelope<T>> {
  const { wire } = of;
  const route = resourceRoute(of, operation);
  try {
    const envelope = await call<T>(route.method, path ?? pathOf(route), {
      ...options,
      ...(query ? { query: queryOf(of, query) } : {}),
      ...(body ? { body: toWire(wire, body) } : {}),
    });
    return wire ? { ...envelope, result: readResult(of, operation, envelope.result) } : envelope;
  } catch (error) {
    throw wire && error instanceof ApiError ? inOurNames(of, error) : error;
  }
}

/** {@link callResource} for what is asked and not done. @returns the result alone */
export const fetchResource = <T>(
  of: AnyResource,
  operation: Operation,
  query?: Query,
  options: Omit<ResourceCall, 'query' | 'body'> = {},
): Promise<T> => callResource<T>(of, operation, { ...options, query }).then(({ result }) => result);

/** A query of a list as its routes take it. */
export function queryOf({ wire }: AnyResource, query: Query): Query {
  if (!wire) return query;
  const requested = Object.entries(query).flatMap(([name, value]) =>
    value === null || value === undefined ? [] : [[name, String(value)] as const],
  );
  return queryToWire(wire, Object.fromEntries(requested));
}

function readResult<T>({ wire }: AnyResource, operation: Operation, result: T): T {
  const row = (one: Record<string, unknown>): Record<string, unknown> => fromWire(wire, one);
  if (operation === 'queryById') return row(result as Record<string, unknown>) as T;
  if (operation !== 'list') return result;
  if (Array.isArray(result)) return result.map(row) as T;
  const page = result as { records: Record<string, unknown>[] };
  return { ...page, records: page.records.map(row) } as T;
}

function inOurNames({ wire }: AnyResource, error: ApiError): ApiError {
  const { status, message, code, result } = error;
  const errors = error.errors.map((one) => ({ ...one, field: nameFromWire(wire, one.field) }));
  return new ApiError(status, message, { code, result, errors });
}
