import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { FieldError } from '#kit/model/refusal.ts';
import { MESSAGES } from './messages.ts';
import type { Schema } from './openapi/field-schema.ts';
import type { Route } from './route.ts';

/**
 * What routes take where no fields describe it, and what they answer, by verb and path: JSON Schemas made
 * of the types of their declarations (`npm run schemas`).
 */
export interface RouteSchemas {
  bodies: Readonly<Record<string, Schema>>;
  answers: Readonly<Record<string, Schema>>;
  /** Those of named types, shared by the others. */
  $defs: Readonly<Record<string, Schema>>;
}

export interface RouteShapes {
  /** What of a body has another type than its route declares; empty where it has no schema. */
  bodyErrors(route: Route, body: unknown): FieldError[];
  /**
   * What of an answer is not as its route declares it, keys that nobody declared among it; but routes of
   * the given base answer more than our own pages read. For tests.
   */
  answerFaults(route: Route, result: unknown): string[];
}

/** Judges bodies and answers by the schemas of their routes; each is compiled when it is first asked for. */
export function routeShapes({ bodies, answers, $defs }: RouteSchemas): RouteShapes {
  const taken = judges(mapped(bodies, lenient), mapped($defs, lenient));
  const given = judges(answers, $defs);
  const givenWhole = judges(mapped(answers, closed), mapped($defs, closed));
  return {
    bodyErrors: (route, body) => {
      const judge = taken(keyOf(route));
      return !judge || judge(body) ? [] : fieldErrors(judge);
    },
    answerFaults: (route, result) => {
      const judge = (route.refusals === 'neutral' ? given : givenWhole)(keyOf(route));
      const json: unknown = JSON.parse(JSON.stringify(result ?? null));
      if (!judge || judge(json)) return [];
      return (judge.errors ?? []).map(
        ({ instancePath, message = '', params }) => `${instancePath || '/'} ${message} ${JSON.stringify(params)}`,
      );
    },
  };
}

const keyOf = ({ method, path }: Route): string => `${method} ${path}`;

function judges(
  schemas: Readonly<Record<string, Schema>>,
  $defs: Readonly<Record<string, Schema>>,
): (key: string) => ValidateFunction | null {
  const ajv = new Ajv2020({ strict: false });
  const made = new Map<string, ValidateFunction | null>();
  return (key) => {
    const known = made.get(key);
    if (known !== undefined) return known;
    const schema = schemas[key];
    const judge = schema ? ajv.compile({ ...schema, $defs }) : null;
    made.set(key, judge);
    return judge;
  };
}

/** One error a key of the body, at the row of the list where there is one. */
function fieldErrors({ errors }: ValidateFunction): FieldError[] {
  const found = new Map<string, FieldError>();
  for (const { instancePath } of errors ?? []) {
    const [field = '', index] = instancePath.split('/').slice(1);
    const row = /^\d+$/.test(index ?? '') ? Number(index) + 1 : undefined;
    const message = MESSAGES.parameterWrong(field);
    if (!found.has(field)) found.set(field, { field, ...(row ? { row } : {}), code: 'invalid', message });
  }
  return [...found.values()];
}

const mapped = <T>(record: Readonly<Record<string, T>>, by: (one: T) => T): Record<string, T> =>
  Object.fromEntries(Object.entries(record).map(([key, one]) => [key, by(one)]));

interface Parts {
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  additionalProperties?: Schema;
}

/**
 * The kinds of values that are there, alone: what is missing, which code or which of several structures
 * it has to be, the handler says in words of its trade.
 */
function lenient(schema: Schema): Schema {
  const { properties, items, anyOf, additionalProperties } = schema as Parts;
  if ('const' in schema || 'enum' in schema) return {};
  if (anyOf) return anyOf.length === 2 && anyOf.some(isNull) ? { anyOf: anyOf.map(lenient) } : {};
  return {
    ...schema,
    required: [],
    ...(properties ? { properties: mapped(properties, lenient) } : {}),
    ...(items ? { items: lenient(items) } : {}),
    ...(additionalProperties ? { additionalProperties: lenient(additionalProperties) } : {}),
  };
}

const isNull = (schema: Schema): boolean => schema['type'] === 'null' || schema['const'] === null;

/** The schema as it is, but for keys that it does not name. */
function closed(schema: Schema): Schema {
  const { properties, items, anyOf, additionalProperties } = schema as Parts;
  return {
    ...schema,
    ...(properties ? { properties: mapped(properties, closed), additionalProperties: false } : {}),
    ...(items ? { items: closed(items) } : {}),
    ...(anyOf ? { anyOf: anyOf.map(closed) } : {}),
    ...(additionalProperties ? { additionalProperties: closed(additionalProperties) } : {}),
  };
}
