import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { readRouteSchemas } from '#app/route-schemas.ts';
import type { Schema } from '#kit/server/openapi/field-schema.ts';
import type { Route } from '#kit/server/route.ts';

const { answers, $defs } = readRouteSchemas();
const open = judges(answers, $defs);
const whole = judges(mapped(answers, closed), mapped($defs, closed));

/**
 * Compares what a route answers with the type that it declares, a key that nobody declared among it; but
 * routes of the given base answer more than our own pages read.
 * @throws Error naming what differs, which the caller hears as an unexpected one
 */
export function judgeAnswer(route: Route, result: unknown): void {
  const name = `${route.method} ${route.path}`;
  const judge = (route.refusals === 'neutral' ? open : whole)(name);
  if (!judge || judge(JSON.parse(JSON.stringify(result ?? null)))) return;
  const faults = (judge.errors ?? []).map(
    ({ instancePath, message = '', params }) => `${instancePath || '/'} ${message} ${JSON.stringify(params)}`,
  );
  const text = `${name} answers otherwise than declared: ${faults.join('; ')}`;
  console.error(text);
  throw new Error(text);
}

/** Each schema is compiled when it is first asked for. */
function judges(
  schemas: Readonly<Record<string, Schema>>,
  defs: Readonly<Record<string, Schema>>,
): (name: string) => ValidateFunction | null {
  const ajv = new Ajv2020({ strict: false });
  const made = new Map<string, ValidateFunction | null>();
  return (name) => {
    const known = made.get(name);
    if (known !== undefined) return known;
    const schema = schemas[name];
    const judge = schema ? ajv.compile({ ...schema, $defs: namedIn(schema, defs) }) : null;
    made.set(name, judge);
    return judge;
  };
}

/** What a schema names, however far: all of them beside each of a thousand schemas would be read a thousand times. */
function namedIn(schema: Schema, defs: Readonly<Record<string, Schema>>): Record<string, Schema> {
  const found: Record<string, Schema> = {};
  const read = (one: Schema): void => {
    for (const [, name = ''] of JSON.stringify(one).matchAll(REFERENCE)) {
      const def = defs[name];
      if (!def || name in found) continue;
      found[name] = def;
      read(def);
    }
  };
  read(schema);
  return found;
}

const REFERENCE = /"#\/\$defs\/([^"]+)"/g;

function mapped<T>(record: Readonly<Record<string, T>>, by: (one: T) => T): Record<string, T> {
  return Object.fromEntries(Object.entries(record).map(([key, one]) => [key, by(one)]));
}

/** The schema as it is, but for keys that it does not name. */
function closed(schema: Schema): Schema {
  const { properties, items, anyOf, additionalProperties } = schema as {
    properties?: Record<string, Schema>;
    items?: Schema;
    anyOf?: Schema[];
    additionalProperties?: Schema;
  };
  return {
    ...schema,
    ...(properties ? { properties: mapped(properties, closed), additionalProperties: false } : {}),
    ...(items ? { items: closed(items) } : {}),
    ...(anyOf ? { anyOf: anyOf.map(closed) } : {}),
    ...(additionalProperties ? { additionalProperties: closed(additionalProperties) } : {}),
  };
}
