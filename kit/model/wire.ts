/** What a generic route asks for: the last word of its permission. */
export type Verb = 'list' | 'add' | 'edit' | 'delete' | 'import' | 'export';

/** Last part of the path of a generic route. */
export type Operation =
  | 'list'
  | 'queryById'
  | 'options'
  | 'lookup'
  | 'counts'
  | 'add'
  | 'edit'
  | 'bulkEdit'
  | 'tag'
  | 'delete'
  | 'deleteBatch'
  | 'saveLines'
  | 'exportXls'
  | 'importExcel'
  | 'importTemplate'
  | 'importLines'
  | 'lineTemplate';

/**
 * How a resource is spoken of where paths and names are given and not ours: the one place where its
 * odd names stand. Both sides read it: the server answers by it, the console asks by it. Refusals
 * of such a resource are neutral (HTTP 200 and success:false).
 */
export interface Wire<K extends string = string> {
  /** Where its routes begin, below the API base. */
  path: `/${string}`;
  /** Last parts of paths, where not the name of the operation. */
  paths?: { readonly [operation in Operation]?: string };
  /** What its table is called where clients name one. */
  table?: string;
  /** Names of fields on the wire, where not their own. */
  names?: { readonly [key in K]?: string };
  /** Fields whose codes are numbers on the wire. */
  numbers?: readonly K[];
  /** Names under which a value is answered once more, each with the name on the wire it repeats. */
  repeats?: Readonly<Record<string, string>>;
  /** What every row is answered with beside its fields. */
  constants?: Readonly<Record<string, unknown>>;
  /** What is said when it is done, where not in the words of the kit. */
  texts?: { readonly [operation in Operation]?: string };
  /** Verbs that are served; all of its kind where absent. */
  serves?: readonly Verb[];
  /** Readings for every session, whatever its rights. */
  open?: readonly Operation[];
  /** Parameter of the list by which everybody may ask: who may not list its rows finds none. */
  emptyBy?: string;
}

/** What of a resource says where it is found. */
interface Placed {
  module: string;
  name: string;
  wire?: Wire;
}

/** Where the routes of a resource begin, below the API base. */
export const stemOf = ({ module, name, wire }: Placed): `/${string}` => wire?.path ?? `/${module}/${name}`;

/** Whether a resource is served with a verb that its kind knows. */
export const isServed = ({ wire }: Pick<Placed, 'wire'>, verb: string): boolean =>
  wire?.serves?.includes(verb as Verb) ?? true;

type Row = Readonly<Record<string, unknown>>;
type Rename = (name: string) => string;

/** A row of ours as the wire has it. */
export function toWire(wire: Wire | undefined, row: Row): Record<string, unknown> {
  if (!wire) return { ...row };
  const sent = renamed(withCodes(wire, row, Number), outward(wire));
  for (const [name, repeated] of Object.entries(wire.repeats ?? {})) sent[name] = sent[repeated];
  return { ...sent, ...wire.constants };
}

/** A row or a body of the wire in our names. What the wire only repeats or adds is left out. */
export function fromWire(wire: Wire | undefined, row: Row): Record<string, unknown> {
  if (!wire) return { ...row };
  const added = { ...wire.repeats, ...wire.constants };
  const own = Object.entries(row).filter(([name]) => !Object.hasOwn(added, name));
  return withCodes(wire, renamed(Object.fromEntries(own), inward(wire)), String);
}

/** A row whose codes are turned to numbers, or back. */
function withCodes({ numbers = [] }: Wire, row: Row, turn: (code: unknown) => unknown): Row {
  const turned: Record<string, unknown> = { ...row };
  for (const key of numbers)
    if (turned[key] !== null && turned[key] !== undefined && turned[key] !== '') turned[key] = turn(turned[key]);
  return turned;
}

type Query = Readonly<Record<string, string>>;

/** The query of a list in the names of the wire: filters, order and the advanced query. */
export const queryToWire = (wire: Wire | undefined, query: Query): Record<string, string> =>
  wire ? renamedQuery(query, outward(wire)) : { ...query };

/** The query of a list in our names. */
export const queryFromWire = (wire: Wire | undefined, query: Query): Record<string, string> =>
  wire ? renamedQuery(query, inward(wire)) : { ...query };

/** A field of ours by its name on the wire. */
export const nameFromWire = (wire: Wire | undefined, name: string): string => (wire ? inward(wire)(name) : name);

/** The name of one of our fields on the wire. */
export const nameToWire = (wire: Wire | undefined, name: string): string => (wire ? outward(wire)(name) : name);

/** What is wrong with the wire of a resource; null where it has none or all is well. */
export function wireFault({ fields, wire }: { fields: object; wire?: Wire }): string | null {
  if (!wire) return null;
  const sent = Object.keys(fields).map(outward(wire));
  const twice = sent.find((name, index) => sent.indexOf(name) !== index);
  if (twice !== undefined) return `two fields are ${twice} on the wire`;
  const taken = Object.keys({ ...wire.repeats, ...wire.constants }).find((name) => sent.includes(name));
  return taken === undefined ? null : `${taken} is answered in the place of a field`;
}

const outward = ({ names = {} }: Wire): Rename => withSuffix(new Map(Object.entries(names) as [string, string][]));

const inward = ({ names = {} }: Wire): Rename =>
  withSuffix(new Map((Object.entries(names) as [string, string][]).map(([key, sent]) => [sent, key])));

/** Names that say more of a field carry its name in front. */
const SUFFIX = /_(?:dictText|begin|end|MultiString)$/;

const withSuffix =
  (names: ReadonlyMap<string, string>): Rename =>
  (name) => {
    const known = names.get(name);
    if (known !== undefined) return known;
    const [suffix] = SUFFIX.exec(name) ?? [''];
    const stem = name.slice(0, name.length - suffix.length);
    return (names.get(stem) ?? stem) + suffix;
  };

const renamed = (row: Row, rename: Rename): Record<string, unknown> =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [rename(name), value]));

function renamedQuery(query: Query, rename: Rename): Record<string, string> {
  const filters = renamed(query, rename) as Record<string, string>;
  const { superQueryParams } = filters;
  for (const several of ['column', 'columns'])
    if (filters[several])
      filters[several] = filters[several]
        .split(',')
        .map((name) => rename(name.trim()))
        .join(',');
  if (superQueryParams) filters['superQueryParams'] = renamedConditions(superQueryParams, rename);
  return filters;
}

/** The conditions of an advanced query; what cannot be read stays for the server to refuse. */
function renamedConditions(params: string, rename: Rename): string {
  for (const text of decodings(params)) {
    const list = readJson(text);
    if (!Array.isArray(list)) continue;
    return JSON.stringify(list.map((item: unknown) => renamedCondition(item, rename)));
  }
  return params;
}

function renamedCondition(item: unknown, rename: Rename): unknown {
  const { field } = (item ?? {}) as { field?: unknown };
  return typeof field === 'string' ? { ...(item as object), field: rename(field) } : item;
}

/** As it came, and decoded once more: clients differ in how often they encode. */
function decodings(text: string): string[] {
  try {
    return [text, decodeURIComponent(text)];
  } catch {
    return [text];
  }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
