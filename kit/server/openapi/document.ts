import type { Fields } from '#kit/model/field.ts';
import { operatorsOf } from '#kit/model/query-language.ts';
import type { Route } from '../route.ts';
import type { RouteSchemas } from './route-schemas.ts';
import { fieldsSchema, requiredKeys, wireSchema, type Schema } from './field-schema.ts';
import { COMPONENTS, errorResponses, LIST_PARAMETERS, ref } from './components.ts';

export interface OpenApiAbout {
  /** Path prefix of the API, e.g. `/api`. */
  base: string;
  title: string;
  version: string;
  /** Of bodies and answers that no fields describe; without them those are left open. */
  schemas?: RouteSchemas;
}

export interface OpenApiDocument {
  openapi: '3.1.0';
  info: { title: string; version: string; description: string };
  servers: { url: string }[];
  tags: { name: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: Record<string, unknown>;
}

interface Operation extends Record<string, unknown> {
  operationId: string;
  summary: string;
  tags: string[];
}

/** Calls that take the query language of lists; their fields are filters, not values. */
const FILTERED = /\/(list|exportXls|counts)$/;

/**
 * The OpenAPI 3.1 document of the routes: what a caller may send, what comes back, and the
 * permission each call asks for. Every set of fields is one schema, however many calls share it.
 */
export function openApiDocument(
  routes: readonly Route[],
  { base, title, version, schemas: told }: OpenApiAbout,
): OpenApiDocument {
  const schemas = namedSchemas(told);
  const paths: OpenApiDocument['paths'] = {};
  const tags = new Set<string>();
  for (const route of routes) {
    const path = route.path.replace(/:([A-Za-z]+)/g, '{$1}');
    const item = (paths[path] ??= {});
    item[route.method.toLowerCase()] = operation(route, schemas);
    tags.add(tagOf(route));
  }
  return {
    openapi: '3.1.0',
    info: {
      title,
      version,
      description: '所有接口以 {success, code, message, result, timestamp} 应答；登录后在 X-Access-Token 中带上令牌。',
    },
    servers: [{ url: base }],
    tags: [...tags].sort().map((name) => ({ name })),
    paths,
    components: { ...COMPONENTS, schemas: { ...COMPONENTS.schemas, ...schemas.all } },
  };
}

function operation(route: Route, schemas: NamedSchemas): Operation {
  const { access } = route;
  const body = requestBody(route, schemas);
  return {
    operationId: operationId(route),
    summary: route.summary,
    tags: [tagOf(route)],
    ...(typeof access === 'object' ? { 'x-permission': access.permission } : {}),
    ...(access === 'public' ? { security: [] } : { security: [{ token: [] }] }),
    parameters: parameters(route),
    ...(body ? { requestBody: body } : {}),
    responses: { '200': success(route, schemas), ...errorResponses(route) },
  };
}

function parameters(route: Route): unknown[] {
  const inPath = [...route.path.matchAll(/:([A-Za-z]+)/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: name === 'id' ? { type: 'string', format: 'uuid' } : { type: 'string' },
  }));
  if (!route.query) return inPath;
  if (FILTERED.test(route.path)) {
    const filters = Object.entries(route.query)
      .filter(([, field]) => operatorsOf(field).length > 0)
      .map(([name, { title }]) => ({
        name,
        in: 'query',
        description: title,
        schema: ref('schemas', 'Filter'),
      }));
    return [...inPath, ...LIST_PARAMETERS, ...filters];
  }
  const needed = new Set(requiredKeys(route.query));
  const values = Object.entries(route.query).map(([name, field]) => ({
    name,
    in: 'query',
    required: needed.has(name),
    description: field.title,
    schema: wireSchema(field),
  }));
  return [...inPath, ...values];
}

function requestBody(route: Route, schemas: NamedSchemas): unknown {
  if (route.takesFile)
    return {
      required: true,
      content: {
        'multipart/form-data': {
          schema: {
            type: 'object',
            properties: { file: { type: 'string', contentMediaType: 'application/octet-stream' } },
            required: ['file'],
          },
        },
      },
    };
  if (!route.body) {
    const schema = schemas.shape('bodies', route);
    return schema && { required: true, content: { 'application/json': { schema } } };
  }
  const isEdit = route.path.endsWith('/edit');
  const more = isEdit
    ? {
        properties: { id: { type: 'string', format: 'uuid' }, version: { type: 'integer' } },
        required: ['id'],
      }
    : { required: requiredKeys(route.body) };
  return {
    required: true,
    content: {
      'application/json': {
        schema: { allOf: [schemas.of(route.body, route), { type: 'object', ...more }] },
      },
    },
  };
}

function success(route: Route, schemas: NamedSchemas): unknown {
  if (route.givesFile)
    return {
      description: '文件',
      content: {
        'application/octet-stream': { schema: { type: 'string', contentEncoding: 'binary' } },
      },
    };
  const result: Schema =
    route.query && route.path.endsWith('/list')
      ? pageOf(schemas.of(route.query, route))
      : route.takesFile
        ? ref('schemas', 'ImportResult')
        : (schemas.shape('answers', route) ?? {});
  return {
    description: '成功',
    content: {
      'application/json': {
        schema: {
          allOf: [ref('schemas', 'Envelope'), { type: 'object', properties: { result } }],
        },
      },
    },
  };
}

const pageOf = (row: Schema): Schema => ({
  type: 'object',
  properties: {
    records: { type: 'array', items: { allOf: [row, ref('schemas', 'Audit')] } },
    total: { type: 'integer' },
    totalText: { type: 'string' },
    size: { type: 'integer' },
    current: { type: 'integer' },
    pages: { type: 'integer' },
  },
});

const tagOf = ({ path }: Route): string => path.split('/')[1] ?? '';

/** `GET /base/unit/list` → `get_base_unit_list`: stable, and unique as its route is. */
const operationId = ({ method, path }: Route): string =>
  `${method.toLowerCase()}${path.replace(/[^A-Za-z0-9]+/g, '_')}`;

interface NamedSchemas {
  all: Record<string, Schema>;
  /** A reference to the schema of a set of fields, named after the first call that has it. */
  of(fields: Fields, route: Route): Schema;
  /** What is known of a body or an answer by its type alone. */
  shape(of: 'bodies' | 'answers', route: Route): Schema | undefined;
}

/** Types have schemas of their own beside those of fields: no set of fields is called so. */
const typeName = (name: string): string => `type.${name}`;

/** References to named types, as the document names them. */
const relinked = (schema: Schema): Schema =>
  JSON.parse(
    JSON.stringify(schema).replace(
      /"#\/\$defs\/([^"]+)"/g,
      (_, name: string) => `"#/components/schemas/${typeName(name)}"`,
    ),
  ) as Schema;

function namedSchemas(reported: RouteSchemas = { bodies: {}, answers: {}, $defs: {} }): NamedSchemas {
  const names = new Map<Fields, string>();
  const all: Record<string, Schema> = {};
  for (const [name, schema] of Object.entries(reported.$defs)) all[typeName(name)] = relinked(schema);
  return {
    all,
    shape(of, { method, path }) {
      const schema = reported[of][`${method} ${path}`];
      return schema && relinked(schema);
    },
    of(fields, route) {
      let name = names.get(fields);
      if (!name) {
        const [module = '', resource = '', ...rest] = route.path.split('/').slice(1);
        const call = rest.filter((part) => !part.startsWith(':')).join('.');
        const whole = `${module}.${resource}`;
        name = /^(list|add|edit)?$/.test(call) && !all[whole] ? whole : `${whole}.${call}`;
        if (all[name]) name = `${name}.${route.method.toLowerCase()}`;
        names.set(fields, name);
        all[name] = fieldsSchema(fields);
      }
      return ref('schemas', name);
    },
  };
}
