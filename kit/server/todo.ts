import type { TodoBand } from '#kit/model/todo.ts';
import type { AnyResource } from '#kit/model/resource.ts';
import type { Tx } from './database.ts';
import type { Sql } from './sql.ts';

/** One thing that waits for somebody, and the list that shows it. */
export interface TodoItem {
  key: string;
  band: TodoBand;
  title: string;
  /** What it means, in a few words of the card. */
  hint: string;
  count: number;
  /** The earliest moment at which one of them is too late. */
  deadline: Date | null;
  /** Page of the console and the filter it opens with. */
  path: string;
  query: Record<string, string>;
  /** Key of a card below that counts the same work: whoever has this one does not see the other. */
  inPlaceOf?: string;
}

/** Rows of one resource that wait, within the rights and the row scope of whoever looks. */
export interface WaitingRows {
  key: string;
  band: TodoBand;
  /** Rights of which one at least is needed to do something about it; absent: whoever sees the rows. */
  doneBy?: readonly string[];
  title: string;
  hint: string;
  resource: AnyResource;
  /** Which rows, on alias `t`. */
  where: Sql;
  /** When each of them is too late, on alias `t`; of a day, by the zone of the tenant. Absent: never. */
  due?: Sql | ((zone: string) => Sql);
  path: string;
  query: Record<string, string>;
  /** As of a {@link TodoItem}. */
  inPlaceOf?: string;
}

/**
 * A count that looks at so many rows that it is kept: up to a minute for readers who see the same rows, unless what it
 * is made of changes.
 */
export interface KeptCount extends Omit<TodoItem, 'count' | 'deadline' | 'inPlaceOf'> {
  /** Rights that are needed to do something about it, all of them. */
  rights: readonly string[];
  /** `module:resource` of the rows that it is made of. */
  madeOf: readonly string[];
  count(tx: Tx): Promise<number>;
}

/** What waits: rows of a resource, or whatever a module counts itself. */
export type Todo = { sort: number } & (WaitingRows | KeptCount | { items(tx: Tx): Promise<readonly TodoItem[]> });
