import type { GridRow } from './grid-column.ts';

/** Who has stored the rows of others: named by the server with them, or looked up by who changed them. */
export class RealNames {
  /** By row, of rows that others sent; undefined: nobody said. */
  readonly #told = new Map<string, string | undefined>();
  #byUsername: ReadonlyMap<string, string> = new Map();
  readonly #changed: () => void;

  constructor(changed: () => void) {
    this.#changed = changed;
  }

  told(id: string, name: string | undefined): void {
    this.#told.set(id, name);
  }

  /** A row came from the server: it says itself who changed it. */
  read(id: string): void {
    this.#told.delete(id);
  }

  /** Who is to be looked up to name whoever stored this row. */
  usernameOf(row: GridRow): string | undefined {
    const { updateBy } = row;
    return typeof updateBy === 'string' && !this.#told.has(row.id) ? updateBy : undefined;
  }

  of(row: GridRow): string | undefined {
    if (this.#told.has(row.id)) return this.#told.get(row.id);
    const username = this.usernameOf(row);
    return username === undefined ? undefined : this.#byUsername.get(username);
  }

  learn(names: ReadonlyMap<string, string>): void {
    if (names === this.#byUsername) return;
    this.#byUsername = names;
    this.#changed();
  }

  forget(): void {
    this.#told.clear();
  }
}
