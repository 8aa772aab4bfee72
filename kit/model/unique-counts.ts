import { judgedText } from './cell-rule.ts';

/**
 * Which values of one column stand in two or more rows, kept up as cells change, so that a key
 * press in ten thousand rows costs one look-up. Empty values never repeat. Values are compared as
 * they are judged: texts without blanks around them, a number like its text.
 */
export class UniqueCounts<Row = string> {
  readonly #texts = new Map<Row, string>();
  readonly #rows = new Map<string, Set<Row>>();

  /**
   * The value of a row, new or changed.
   * @returns the other rows whose verdict this turned: one that is no longer alone with its value,
   *   or is alone again
   */
  put(row: Row, value: unknown): Row[] {
    const text = judgedText(value);
    if (this.#texts.get(row) === text) return [];
    const turned = this.drop(row);
    if (text === '') return turned;
    const sharers = this.#rows.get(text) ?? new Set<Row>();
    if (sharers.size === 1) turned.push(...sharers);
    this.#texts.set(row, text);
    this.#rows.set(text, sharers.add(row));
    return turned;
  }

  /** A row that is gone. @returns as {@link put} */
  drop(row: Row): Row[] {
    const text = this.#texts.get(row);
    if (text === undefined) return [];
    this.#texts.delete(row);
    const sharers = this.#rows.get(text) as Set<Row>;
    sharers.delete(row);
    if (sharers.size === 0) this.#rows.delete(text);
    return sharers.size === 1 ? [...sharers] : [];
  }

  /** Whether two or more rows hold it. */
  isRepeated(value: unknown): boolean {
    return (this.#rows.get(judgedText(value))?.size ?? 0) > 1;
  }
}
