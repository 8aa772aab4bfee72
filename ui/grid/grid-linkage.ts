import { isBlank } from '../cells/faces.ts';
import type { GridColumn, Linkage, LinkageOption } from './grid-column.ts';
import type { GridStore } from './grid-store.ts';

/** Columns whose choices hang on another's value: who hangs on whom, and the choices asked so far. */
export class GridLinkage {
  readonly #store: GridStore;
  readonly #parents = new Map<string, { parent: string | null; linkage: Linkage }>();
  readonly #options = new Map<string, Promise<readonly LinkageOption[]>>();
  readonly #texts = new Map<string, Map<string, string>>();

  constructor(store: GridStore) {
    this.#store = store;
  }

  /** Follows each linkage down the columns' `linkageKey`. */
  configure(linkages: readonly Linkage[], columns: readonly GridColumn[]): void {
    this.#parents.clear();
    const dependents = new Map<string, string[]>();
    for (const linkage of linkages) {
      let parent: string | null = null;
      let key: string | undefined = linkage.key;
      while (key !== undefined && !this.#parents.has(key)) {
        this.#parents.set(key, { parent, linkage });
        if (parent !== null) dependents.set(parent, [key]);
        parent = key;
        key = columns.find((column) => column.key === parent)?.linkageKey;
      }
    }
    this.#store.dependents = dependents;
  }

  isLinked = (key: string): boolean => this.#parents.has(key);

  /** How many columns stand above one: 0 for the topmost. */
  depthOf(key: string): number {
    const parent = this.#parents.get(key)?.parent ?? null;
    return parent === null ? 0 : 1 + this.depthOf(parent);
  }

  /** Texts of a column's values, as far as their choices were asked. */
  textsOf = (key: string): Map<string, string> => {
    const texts = this.#texts.get(key) ?? new Map<string, string>();
    this.#texts.set(key, texts);
    return texts;
  };

  /**
   * Asks for the choices among which stored values stand that came without their names, once for
   * each value above them.
   */
  askNames(): void {
    for (const key of this.#parents.keys()) {
      const texts = this.textsOf(key);
      for (const row of this.#store.rows) {
        const value = row[key];
        if (isBlank(value) || row[`${key}_dictText`] || texts.has(String(value))) continue;
        // What cannot be asked is asked again by whoever opens the cell, who sees why then.
        this.optionsOf(key, row).catch(() => undefined);
      }
    }
  }

  /** The choices of a cell; none below an empty parent. A failed call is asked again next time. */
  optionsOf(key: string, row: Readonly<Record<string, unknown>>): Promise<readonly LinkageOption[]> {
    const link = this.#parents.get(key);
    if (!link) return Promise.resolve([]);
    const above = link.parent === null ? '' : String(row[link.parent] ?? '');
    if (link.parent !== null && above === '') return Promise.resolve([]);
    const name = `${link.linkage.key} ${key} ${above}`;
    const known = this.#options.get(name);
    if (known) return known;
    const request = link.linkage.requestData(above).then((options) => {
      const texts = this.textsOf(key);
      for (const { value, text } of options) texts.set(value, text);
      this.#store.emit();
      return options;
    });
    request.catch(() => this.#options.delete(name));
    this.#options.set(name, request);
    return request;
  }
}
