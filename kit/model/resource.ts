import type { DraftDeclaration } from './draft.ts';
import type { Fields } from './field.ts';
import type { ListEntry } from './list-entry.ts';
import type { Masks, Scope } from './scope.ts';
import type { Wire } from './wire.ts';

/** Keys that every stored row carries beside its own fields. */
export type AuditKey = 'id' | 'createBy' | 'createTime' | 'updateBy' | 'updateTime' | 'version';

/**
 * One typed declaration per resource, data only. `fields` is the truth about the data; label,
 * list, search and form are views on it. Twelve keys at most: a page that needs a condition
 * climbs the ladder to code instead.
 */
interface Declaration<F extends Fields, N extends string = string> {
  module: string;
  name: N;
  title: string;
  /** Where rows come from, and what to do next: in place of a list that has none. */
  empty?: string;
  fields: F;
  label: (keyof F & string) | 'id';
  /** Read by `listKeys` and `listEntries` (list-entry.ts): an entry may be a cell of several fields. */
  list: readonly ListEntry<(keyof F & string) | AuditKey>[];
  search: readonly ((keyof F & string) | AuditKey)[];
  form: readonly (readonly (keyof F & string)[])[];
  /** Default order; createTime descending where absent. */
  sort?: { field: (keyof F & string) | AuditKey; order: 'asc' | 'desc' };
  scope?: Scope<keyof F & string>;
  masks?: Masks<keyof F & string>;
  /** Child rows edited with this one: `key` of the resource → field that points back. */
  lines?: Readonly<Record<string, string>>;
  /** Documents: how they are written before they go their way. */
  draft?: DraftDeclaration<keyof F & string>;
}

type ResourceKind = 'register' | 'document' | 'ledger' | 'view';

export interface Resource<F extends Fields = Fields, N extends string = string> extends Declaration<F, N> {
  readonly kind: ResourceKind;
  /** Its rows stand in tables of its module's own making; see {@link defineComposite}. */
  readonly isComposite?: boolean;
  /** How it is spoken of where the wire is not ours; absent: by its own names. */
  readonly wire?: Wire<keyof F & string>;
}

const define =
  (kind: ResourceKind) =>
  <const F extends Fields, const N extends string>(
    declaration: Declaration<F, N>,
    wire?: Wire<keyof F & string>,
  ): Resource<F, N> => ({ kind, ...declaration, ...(wire ? { wire } : {}) });

/** Master data: generic list, add, edit, delete, import and export. */
export const defineRegister = define('register');
/**
 * A register whose rows stand in tables of its module's own making: the module gives them as a select
 * and writes them by a store (kit/server/serve.ts); list, form and names follow from the declaration.
 */
export const defineComposite = <const F extends Fields, const N extends string>(
  declaration: Declaration<F, N>,
  wire?: Wire<keyof F & string>,
): Resource<F, N> => ({ ...defineRegister<F, N>(declaration, wire), isComposite: true });

/** A business document: generic reading; written only by the moves of its lifecycle. */
export const defineDocument = define('document');
/** Append-only postings: generic reading, no writing at all from outside. */
export const defineLedger = define('ledger');

/** What a view leaves to others: it has no rows of its own. */
type NotOfViews = 'form' | 'scope' | 'lines';

/**
 * Rows that a query of the module puts together out of tables that are no resource: they are listed,
 * or exported, and that is all. A view has the columns it declares, and an `id`.
 */
export const defineView = <const F extends Fields, const N extends string>(
  declaration: Omit<Declaration<F, N>, NotOfViews>,
  wire?: Wire<keyof F & string>,
): Resource<F, N> => define('view')<F, N>({ ...declaration, form: [] }, wire);

/** Whether nothing of a resource is written by its generic routes. */
export const isOnlyRead = ({ kind }: { kind: ResourceKind }): boolean => kind === 'ledger' || kind === 'view';

// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type AnyResource = Resource<any, string>;

/** `module:name`, the key of registries and the stem of permission codes. */
export const resourceKey = (resource: { module: string; name: string }): string =>
  `${resource.module}:${resource.name}`;

const snakes = new Map<string, string>();

/**
 * `channelAccount` → `channel_account`: table and column names are the field's names in snake case.
 * Remembered: a list page asks for the same few hundred names for every row.
 */
export function snake(name: string): string {
  const known = snakes.get(name);
  if (known !== undefined) return known;
  const made = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  snakes.set(name, made);
  return made;
}

const camels = new Map<string, string>();

/** `channel_account` → `channelAccount`: what a row calls a column. Remembered, as {@link snake} is. */
export function camel(column: string): string {
  const known = camels.get(column);
  if (known !== undefined) return known;
  const made = column.replace(/_([a-z])/g, (_all, letter: string) => letter.toUpperCase());
  camels.set(column, made);
  return made;
}
