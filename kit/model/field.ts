import type { Dict } from './dict.ts';
import type { RuleName } from './rules.ts';
import type { WrittenForm } from './written-form.ts';

/**
 * Field kinds are a closed set. Each has a face on the server (kit/server/kinds) and one on the
 * web (ui/cells); a new kind does not compile until every face exists.
 */
export type Kind =
  | 'text'
  | 'textarea'
  | 'integer'
  | 'quantity'
  | 'money'
  | 'price'
  | 'rate'
  | 'flag'
  | 'choice'
  | 'choices'
  | 'link'
  | 'tags'
  | 'date'
  | 'datetime'
  | 'length'
  | 'weight'
  | 'secret'
  | 'sealed'
  | 'json'
  | 'files'
  | 'pictures';

const CHOSEN: ReadonlySet<Kind> = new Set<Kind>([
  'choice',
  'choices',
  'link',
  'tags',
  'date',
  'datetime',
  'flag',
  'files',
  'pictures',
]);

/** Whether a value of this kind is chosen (请选择) and not typed (请输入). */
export const isChosen = (kind: Kind): boolean => CHOSEN.has(kind);

/**
 * What each kind holds on the wire. Amounts are decimal strings, lengths mm, weights g, files the
 * addresses of uploads joined by commas.
 */
interface WireValue {
  text: string;
  textarea: string;
  integer: number;
  quantity: number;
  money: string;
  price: string;
  rate: string;
  flag: boolean;
  choice: string;
  choices: string[];
  link: string;
  tags: string[];
  date: string;
  datetime: string;
  length: number;
  weight: number;
  secret: string;
  sealed: string;
  json: unknown;
  files: string;
  pictures: string;
}

interface FieldOptions {
  /** Must be present on add and may not be emptied on edit. */
  required?: boolean;
  /** No two live rows of a tenant share it; checked by a unique index. */
  unique?: boolean;
  /** Default of a new row, as a wire value. */
  default?: string | number | boolean | readonly string[];
  /** A named rule of kit/model/rules. */
  rule?: RuleName;
  /** text: the form of kit/model/written-form in which it is kept. */
  written?: WrittenForm;
  /** text: a username, shown as colleagues call the person. */
  isPerson?: boolean;
  /** Greatest length (texts), value (numbers) or count (choices, files). */
  max?: number;
  /** Least length (texts), value (numbers) or count (choices). */
  min?: number;
  /** Written by the server only: shown, searched and exported, never taken from a request. */
  derived?: boolean;
  /** A derived field of a composite that its sheets fill in all the same: the store reads it. */
  onSheet?: true;
  /**
   * Whether a stored row always has a value, where that does not follow from `required` or a
   * default: written by the server, or left empty by rows that no form has made.
   */
  always?: boolean;
  /** Counts the rows of one parent from 1: a new row gets the next number, shown as `k/n`. */
  ordinal?: true;
  /**
   * A text that holds a structure (JSON), written and read by an input of its own: shown and
   * exported, never asked for by a part of it or changed in many rows.
   */
  structured?: true;
  /**
   * rate, integer: a percentage, typed whole and shown with its sign wherever it stands (`13%`). A rate is
   * stored as the fraction (0.13), a whole number as it is; min and max are of what is stored.
   */
  percent?: true;
  /** One line of help below the input. */
  hint?: string;
  /** A question of a move: the field of the document that it begins with, and that is shown beside it. */
  startsAs?: string;
  /** A tracking number: key of the field that says who carries it. A number of another carrier's form is asked about. */
  carriedBy?: string;
  /**
   * tags of a view: key of its link to the row that has them. They are shown and asked for here, and
   * given, merged and counted there.
   */
  holder?: string;
}

export interface Field<K extends Kind = Kind, V = unknown> extends FieldOptions {
  readonly kind: K;
  readonly title: string;
  /** choice, choices: the dictionary. */
  readonly dict?: Dict;
  /** link, tags: `module:resource` it points to. */
  readonly to?: string;
  /** tags: what the rows it points to have in common, by field. */
  readonly within?: Readonly<Record<string, string>>;
  /** money: key of the field that holds its currency. */
  readonly currency?: string;
  /** json: a question about the lines of a document; all that it says: kit/model/lines-question. */
  readonly lines?: { readonly columns: Fields };
  /** Never present at run time: carries the value type. */
  readonly value?: V;
}

export type Fields = Readonly<Record<string, Field>>;

type Made<K extends Kind, V, O> = Field<K, V> & Omit<O, 'value'>;

const simple =
  <K extends Kind>(kind: K) =>
  <const O extends FieldOptions>(title: string, options?: O): Made<K, WireValue[K], O> =>
    ({ kind, title, ...options }) as Made<K, WireValue[K], O>;

export const text = simple('text');
export const textarea = simple('textarea');
export const integer = simple('integer');
/** Integer ≥ 0: units of stock or goods. */
export const quantity = simple('quantity');
/** Unit price, numeric(18,4), no currency of its own. */
export const price = simple('price');
/** Ratio, numeric(9,6) or fx numeric(18,8) in the table. */
export const rate = simple('rate');
export const flag = simple('flag');
export const date = simple('date');
export const datetime = simple('datetime');
/** Millimetres. */
export const length = simple('length');
/** Grams. */
export const weight = simple('weight');
/** Write-only: encrypted at rest, answered as `***` when set. */
export const secret = simple('secret');
/** Personal data: encrypted at rest, hidden by the mask that the registry names. */
export const sealed = simple('sealed');
export const json = simple('json');
/** Uploads that the row holds; `max` of them at most, {@link MOST_FILES} by default. */
export const files = simple('files');
/** As {@link files}, pictures only. */
export const pictures = simple('pictures');

/** Uploads of one field where the field says no number. */
export const MOST_FILES = 10;

export function choice<C extends string, const O extends FieldOptions>(
  title: string,
  dictionary: Dict<C>,
  options?: O,
): Made<'choice', C, O> {
  return { kind: 'choice', title, dict: dictionary, ...options } as unknown as Made<'choice', C, O>;
}

export function choices<C extends string, const O extends FieldOptions>(
  title: string,
  dictionary: Dict<C>,
  options?: O,
): Made<'choices', C[], O> {
  return { kind: 'choices', title, dict: dictionary, ...options } as unknown as Made<'choices', C[], O>;
}

/** A reference to a row of `module:resource`; the answer carries its label as `<field>_dictText`. */
export function link<const O extends FieldOptions>(title: string, to: string, options?: O): Made<'link', string, O> {
  return { kind: 'link', title, to, ...options } as unknown as Made<'link', string, O>;
}

/** Tags of one row where the field says no number. */
export const MOST_TAGS = 20;

/** What a register of tags says in the field `color`: one that `ToneTag` draws (ui/cells). */
export const TONE_FIELD = 'color';

/**
 * Tags of a row: several rows of a register whose label is their name and whose `color` their tone.
 * The answer carries names as `<field>_dictText`, joined by {@link TAG_SEPARATOR}, and tones as
 * `<field>_tones`. `max` of them at most, {@link MOST_TAGS} by default.
 * @param within what of the register may be used here
 */
export function tags<const O extends FieldOptions>(
  title: string,
  to: string,
  within: Readonly<Record<string, string>>,
  options?: O,
): Made<'tags', string[], O> {
  return { kind: 'tags', title, to, within, ...options } as unknown as Made<'tags', string[], O>;
}

/** Stands between the names of tags in cells and sheets, and therefore in no name. */
export const TAG_SEPARATOR = ';';

/** Posted amount: bigint minor units in the table, decimal string in major units on the wire. */
export function money<const O extends FieldOptions>(
  title: string,
  currency: string,
  options?: O,
): Made<'money', string, O> {
  return { kind: 'money', title, currency, ...options } as unknown as Made<'money', string, O>;
}

type ValueOf<F> = F extends Field<Kind, infer V> ? V : never;
/** Keys of fields that are asked for. */
export type RequiredKeys<F extends Fields> = {
  [K in keyof F]: F[K] extends { required: true } ? K : never;
}[keyof F];

/** Wire shape of a set of fields, as asked for in a form or a body. */
export type Values<F extends Fields> = {
  [K in RequiredKeys<F>]: ValueOf<F[K]>;
} & {
  [K in Exclude<keyof F, RequiredKeys<F>>]?: ValueOf<F[K]> | null;
};
