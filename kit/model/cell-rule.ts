/** Patterns that have a name; `*` is "not empty", the two of the last row look at the whole column. */
export type NamedPattern =
  | 'n6-16'
  | '*6-16'
  | 's6-18'
  | 'url'
  | 'e'
  | 'm'
  | 'p'
  | 's'
  | 'n'
  | 'z'
  | '*'
  | 'money'
  | 'only'
  | 'unique';

export interface CellRule {
  required?: boolean;
  /** A named pattern, or the text of a regular expression (see linear-pattern.ts for what it may hold). */
  pattern?: NamedPattern | (string & {});
  /** Same as the pattern `only`. */
  unique?: boolean;
  /** Decimal places that `money` takes; the spec has two readings, 2 and 5. Default 2. */
  decimals?: number;
  /** Judges by itself, possibly later; run by grid-handlers.ts once all other rules are passed. */
  handler?: CellHandler;
  /** Said on failure, with `${title}`, `${key}` and `${defaultValue}` filled in. */
  message?: string;
}

/** What a message may name. */
export interface CellAbout {
  title: string;
  key: string;
  defaultValue?: unknown;
}

export interface RuledColumn extends CellAbout {
  rules: readonly CellRule[];
}

/** What a handler receives of the cell. */
export interface CellEvent {
  title: string;
  key: string;
  value: unknown;
  row: Readonly<Record<string, unknown>>;
}

/**
 * Judges a cell by itself and says so through `callback`, at once or later. The first answer
 * counts. A promise that is rejected counts as a failure.
 */
export type CellHandler = (
  event: CellEvent,
  callback: (isPassed: boolean, message?: string) => void,
) => void | Promise<void>;

/** The value as it is judged: a text without blanks around it; what holds nothing is ''. */
export const judgedText = (value: unknown): string =>
  value === null || value === undefined ? '' : Array.isArray(value) ? value.join(',') : String(value).trim();

/** Fills in what a message names, in one go: what is filled in is not read again. */
export const inWords = (message: string, about: CellAbout): string =>
  message.replaceAll(/\$\{(title|key|defaultValue)\}/g, (_, name: keyof CellAbout) => judgedText(about[name]));
