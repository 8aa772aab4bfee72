import type { Field, Fields, Kind, RequiredKeys } from './field.ts';
import type { AnyResource, Resource } from './resource.ts';

/**
 * What the server reads and writes of each kind: `money` in minor units, decimals as text, days as
 * `YYYY-MM-DD`, instants as `Date`, uploads as a list of addresses, secrets sealed.
 */
interface StoredValue {
  text: string;
  textarea: string;
  integer: number;
  quantity: number;
  money: bigint;
  price: string;
  rate: string;
  flag: boolean;
  choice: string;
  choices: string[];
  link: string;
  tags: string[];
  date: string;
  datetime: Date;
  length: number;
  weight: number;
  secret: string;
  sealed: string;
  json: unknown;
  files: string[];
  pictures: string[];
}

type StoredOf<F> =
  F extends Field<infer K, infer V> ? (K extends 'choice' | 'choices' ? V : StoredValue[K & Kind]) : never;

/** Whether a stored row always has a value: as `always` says, else where it is asked for or has a default. */
type IsAlways<F> = F extends { always: infer A }
  ? A
  : F extends { required: true }
    ? true
    : F extends { default: unknown }
      ? true
      : false;

/** Columns of every stored row beside its fields. */
export type RowStamps = {
  id: string;
  createBy: string | null;
  createTime: Date;
  updateBy: string | null;
  updateTime: Date | null;
  version: number;
};

/** A stored row whose resource only the caller knows. */
export type AnyRow = Record<string, unknown> & RowStamps;

/** Values of fields as they are stored. */
export type FieldRow<F extends Fields> = {
  -readonly [K in keyof F]: IsAlways<F[K]> extends true ? StoredOf<F[K]> : StoredOf<F[K]> | null;
};

/** What was answered to a move, parsed: values of its fields as they are stored. */
export type AnswersTo<F extends Fields> = { [K in RequiredKeys<F>]: StoredOf<F[K]> } & {
  [K in Exclude<keyof F, RequiredKeys<F>>]?: StoredOf<F[K]> | null;
};

/**
 * A stored row of a resource, as declared: the same keys in effects, guards, queries and events.
 * Which of them are never null is checked against the catalogue (tools/schema-faults.ts).
 */
export type RowOf<R extends AnyResource> =
  R extends Resource<infer F, string> ? (string extends keyof F ? AnyRow : RowStamps & FieldRow<F>) : never;

/** Parsed values of a write, by field key: only what is given, null where it is emptied. */
export type WrittenOf<R extends AnyResource> =
  R extends Resource<infer F, string>
    ? string extends keyof F
      ? Record<string, unknown>
      : { -readonly [K in keyof F]?: StoredOf<F[K]> | null }
    : never;

/** Kinds whose value has a text of its own beside it, as `<field>_dictText`. */
type Spoken = 'choice' | 'choices' | 'flag' | 'link' | 'tags';

type WireValues<F extends Fields> = {
  -readonly [K in keyof F]: F[K] extends Field<Kind, infer V> ? (IsAlways<F[K]> extends true ? V : V | null) : never;
} & {
  -readonly [K in keyof F as F[K] extends Field<Spoken> ? `${K & string}_dictText` : never]?: string | null;
} & {
  -readonly [K in keyof F as F[K] extends Field<'tags'> ? `${K & string}_tones` : never]?: string[];
};

type WireStamps = {
  [K in keyof RowStamps]: RowStamps[K] extends Date | null ? string | Exclude<RowStamps[K], Date> : RowStamps[K];
};

/** A row on the wire whose resource only the caller knows. */
type AnyWireRow = Record<string, unknown> & { id: string };

type DeclaredWireRow<R extends AnyResource> =
  R extends Resource<infer F, string> ? (string extends keyof F ? AnyWireRow : WireStamps & WireValues<F>) : never;

/**
 * A row of a resource as lists and details answer it. What is masked for the one who asks is not
 * there, whatever the type says: ask with `in`.
 */
export type WireRow<R extends AnyResource> = DeclaredWireRow<R> extends infer W extends AnyWireRow ? W : never;
