import { judgedText } from './cell-rule.ts';

const NOBODY: readonly never[] = [];

/**
 * Which values of one column stand in two or more rows, kept up as cells change, so that a key
 * press in ten thousand rows costs one look-up. Empty values never repeat. Values are compared as
 * they are judged: texts without blanks around them, a number like its text.
 */
export class UniqueCounts<Row extends string | number = string> {
  readonly #texts = new Map<Row, string>();
  /** Who holds a text: most texts are held by one row, and cost no set. */
  readonly #rows = new Map<string, Row | Set<Row>>();

  /**
   * The value of a row, new or changed.
   * @returns the other rows whose verdict this turned: one that is no longer alone with its value,
   *   or is alone again
   */
  put(row: Row, value: unknown): readonly Row[] {
    const text = judgedText(value);
    if (this.#texts.get(row) === text) return NOBODY;
    const alone = this.drop(row);
    if (text === '') return alone;
    this.#texts.set(row, text);
    const held = this.#rows.get(text);
    if (held === undefined) this.#rows.set(text, row);
    else if (held instanceof Set) held.add(row);
    else {
      this.#rows.set(text, new Set([held, row]));
      return [...alone, held];
    }
    return alone;
  }

  /** A row that is gone. @returns as {@link put} */
  drop(row: Row): readonly Row[] {
    const text = this.#texts.get(row);
    if (text === undefined) return NOBODY;
    this.#texts.delete(row);
    const held = this.#rows.get(text);
    if (!(held instanceof Set)) {
      this.#rows.delete(text);
      return NOBODY;
    }
    held.delete(row);
    if (held.size > 1) return NOBODY;
    const [last] = held;
    this.#rows.set(text, last as Row);
    return [last as Row];
  }

  /** Whether two or more rows hold it. */
  isRepeated(value: unknown): boolean {
    return this.#rows.get(judgedText(value)) instanceof Set;
  }
}
