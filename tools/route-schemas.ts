import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { API, SymbolFlags, TypeFlags, type Checker, type Symbol, type Type } from 'typescript/unstable/sync';
import type { RouteSchemas } from '#kit/server/openapi/route-schemas.ts';

/* Writes app/route-schemas.json; `npm run check` says when it is out of date. */

type Schema = Record<string, unknown>;

interface Found {
  answers: Record<string, Schema>;
  bodies: Record<string, Schema>;
}

const ROUTE_SCHEMAS = 'app/route-schemas.json';

const ROOT = resolve(import.meta.dirname, '..');
/** Declarations of routes stand in the models of modules and of the kit. */
const MODELS = /\/(modules\/[a-z]+|kit|console)\/model\//;
/** Anything. */
const OPEN: Schema = {};

/** Reads what every route takes and answers off the types of its declaration. @param root of the checkout */
function readRouteSchemas(root: string): RouteSchemas {
  const api = new API({ cwd: root });
  try {
    const config = join(root, 'tsconfig.json');
    const project = api.updateSnapshot({ openProjects: [config] }).getProject(config);
    if (!project) throw new Error(`no project at ${config}`);
    const { checker, program } = project;
    const names = program
      .getSourceFileNames()
      .filter((name) => MODELS.test(name) && !name.endsWith('.test.ts'))
      .toSorted();
    const writer = new SchemaWriter(checker);
    const found: Found = { answers: {}, bodies: {} };
    for (const name of names) {
      const source = program.getSourceFile(name);
      const room = source && checker.getSymbolAtLocation(source);
      if (!room || !/Route\b|\broutes\b|\bdefineSettings\b/.test(source.text)) continue;
      for (const symbol of checker.getExportsOfModule(room))
        if (symbol.flags & SymbolFlags.Variable) collect(symbol, writer, found);
    }
    return { answers: sorted(found.answers), bodies: sorted(found.bodies), $defs: sorted(writer.defs) };
  } finally {
    api.close();
  }
}

/** Notes the schemas of one route, or those of a group of routes. */
function collect(symbol: Symbol, writer: SchemaWriter, found: Found, depth = 0): void {
  const type = writer.typeOf(symbol);
  if (!type || !(type.flags & (TypeFlags.Object | TypeFlags.Intersection))) return;
  const [method, path] = [writer.property(type, 'method'), writer.property(type, 'path')];
  if (!method || !path) {
    if (depth === 0) for (const member of writer.members(type)) collect(member, writer, found, depth + 1);
    return;
  }
  const [verb, at] = [literal(method), literal(path)];
  if (!verb || !at) return;
  const [answer, body] = [writer.shapeOf(type, 'result'), writer.shapeOf(type, 'body')];
  if (answer) found.answers[`${verb} ${at}`] = answer;
  if (body) found.bodies[`${verb} ${at}`] = body;
}

const literal = (type: Type): string | null => (type.isStringLiteralType() ? String(type.value) : null);

/** Turns types into schemas of the JSON that stands for their values. */
class SchemaWriter {
  readonly defs: Record<string, Schema> = {};
  private readonly checker: Checker;
  private readonly named = new Map<number, string>();

  constructor(checker: Checker) {
    this.checker = checker;
  }

  typeOf(symbol: Symbol): Type | undefined {
    return this.checker.getTypeOfSymbol(symbol);
  }

  property(type: Type, name: string): Type | undefined {
    const found = this.checker.getPropertyOfType(type, name);
    return found && this.typeOf(found);
  }

  /** What `shape<T>()` under this name of a route carries; null where it has fields or nothing. */
  shapeOf(route: Type, name: string): Schema | null {
    const declared = this.property(route, name);
    const carried = declared && this.property(declared, 'shape');
    return carried ? this.schema(carried) : null;
  }

  members(type: Type): readonly Symbol[] {
    return this.checker.getPropertiesOfType(type);
  }

  schema(type: Type): Schema {
    const { flags } = type;
    if (flags & TypeFlags.AnyOrUnknown) return OPEN;
    if (type.isStringLiteralType() || type.isNumberLiteralType()) return { const: type.value };
    if (type.isBooleanLiteralType()) return { const: this.checker.typeToString(type) === 'true' };
    if (flags & TypeFlags.StringLike) return { type: 'string' };
    if (flags & TypeFlags.NumberLike) return { type: 'number' };
    if (flags & TypeFlags.BooleanLike) return { type: 'boolean' };
    if (flags & (TypeFlags.Null | TypeFlags.VoidLike)) return { type: 'null' };
    if (type.isUnionType()) return this.union(type.getTypes() ?? []);
    if (type.isIntersectionType()) {
      const plain = (type.getTypes() ?? []).find((part) => part.flags & TypeFlags.Primitive);
      return plain ? this.schema(plain) : this.object(type);
    }
    if (flags & TypeFlags.Object) return this.isNamed(type) ? this.reference(type) : this.structure(type);
    return OPEN;
  }

  private union(parts: readonly Type[]): Schema {
    const reported = parts.filter(({ flags }) => !(flags & TypeFlags.VoidLike)).map((part) => this.schema(part));
    const constants = reported.filter((one) => 'const' in one).map((one) => one['const']);
    const others = reported.filter((one) => !('const' in one));
    const isBoolean = constants.includes(true) && constants.includes(false);
    const left = isBoolean ? constants.filter((one) => typeof one !== 'boolean') : constants;
    const all = [
      ...(left.length === 1 ? [{ const: left[0] }] : []),
      ...(left.length > 1 ? [{ enum: left.toSorted() }] : []),
      ...(isBoolean ? [{ type: 'boolean' }] : []),
      ...others.toSorted(byText),
    ];
    if (all.some((one) => Object.keys(one).length === 0)) return OPEN;
    return all.length === 1 && all[0] ? all[0] : { anyOf: all };
  }

  /** An interface, or an object type with a name of its own, without arguments. */
  private isNamed(type: Type): boolean {
    const isGeneric = (type.isTypeReference() && this.checker.getTypeArguments(type).length > 0) || this.isList(type);
    const alias = type.getAliasSymbol();
    return !isGeneric && (alias ? type.getAliasTypeArguments().length === 0 : type.isClassOrInterface());
  }

  private isList(type: Type): boolean {
    return this.checker.isArrayLikeType(type);
  }

  private reference(type: Type): Schema {
    let name = this.named.get(type.id);
    if (!name) {
      const requested = (type.getAliasSymbol() ?? type.getSymbol())?.name ?? 'Unnamed';
      if (requested === 'Date') return { type: 'string' };
      name = requested;
      for (let next = 2; name in this.defs; next++) name = `${requested}${next}`;
      this.named.set(type.id, name);
      this.defs[name] = OPEN;
      this.defs[name] = this.structure(type);
    }
    return { $ref: `#/$defs/${name}` };
  }

  private structure(type: Type): Schema {
    if (type.isTupleType() || (this.isList(type) && !this.checker.isArrayType(type))) {
      const [first, ...rest] = type.isTypeReference() ? this.checker.getTypeArguments(type) : [];
      return { type: 'array', ...(first && rest.length === 0 ? { items: this.schema(first) } : {}) };
    }
    if (this.isList(type)) {
      const [item] = type.isTypeReference() ? this.checker.getTypeArguments(type) : [];
      return { type: 'array', items: item ? this.schema(item) : OPEN };
    }
    return this.object(type);
  }

  private object(type: Type): Schema {
    const properties: Record<string, Schema> = {};
    const required: string[] = [];
    for (const symbol of this.members(type)) {
      const value = this.typeOf(symbol);
      if (!value || symbol.name.startsWith('__@')) continue;
      properties[symbol.name] = this.schema(value);
      if (!(symbol.flags & SymbolFlags.Optional)) required.push(symbol.name);
    }
    const [index] = this.checker.getIndexInfosOfType(type);
    return {
      type: 'object',
      ...(Object.keys(properties).length > 0 ? { properties } : {}),
      ...(required.length > 0 ? { required } : {}),
      ...(index ? { additionalProperties: this.schema(index.valueType) } : {}),
    };
  }
}

/** Types of a union have no order of their own. */
const byText = (a: Schema, b: Schema): number => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1);

const sorted = <T>(record: Record<string, T>): Record<string, T> =>
  Object.fromEntries(Object.entries(record).toSorted(([a], [b]) => (a < b ? -1 : 1)));

/** One schema a line, so that what changed is seen. */
const textOf = (schemas: RouteSchemas): string =>
  `{${Object.entries(schemas)
    .map(([part, entries]) => `${JSON.stringify(part)}:{\n${linesOf(entries)}\n}`)
    .join(',')}}\n`;

const linesOf = (entries: Readonly<Record<string, Schema>>): string =>
  Object.entries(entries)
    .map(([name, schema]) => `${JSON.stringify(name)}:${JSON.stringify(schema)}`)
    .join(',\n');

/** Whether the file says of every route what its type says. */
export function routeSchemaFaults(root: string): { faults: string[]; seen: string } {
  const found = readRouteSchemas(root);
  const isTrue = readFileSync(join(root, ROUTE_SCHEMAS), 'utf8') === textOf(found);
  return {
    faults: isTrue ? [] : [`${ROUTE_SCHEMAS} is out of date: npm run schemas`],
    seen: `${Object.keys(found.answers).length} answers`,
  };
}

if (import.meta.filename === process.argv[1]) writeFileSync(join(ROOT, ROUTE_SCHEMAS), textOf(readRouteSchemas(ROOT)));
