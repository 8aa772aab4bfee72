import { resourceKey } from './resource.ts';

/**
 * A fact that one module tells and others react to. Declared once, in the model of the module that
 * tells it: whoever hears it imports it, and a name misspelt does not compile.
 */
export interface EventKind<P extends object = object> {
  readonly kind: 'event';
  readonly name: string;
  /** Never present at run time: carries the shape of the payload. */
  readonly payload?: P;
}

/** What an event says. */
export type PayloadOf<E> = E extends EventKind<infer P> ? P : never;

export const defineEvent = <P extends object>(name: string): EventKind<P> => ({
  kind: 'event',
  name,
});

/**
 * Payload of {@link rowChanged}; `change` is what was done: `add`, `edit`, `delete` or a move. `fields`
 * are those whose value is another than before, where a form or a sheet wrote the row; absent: any.
 */
export interface RowChange {
  id: string;
  change: string;
  fields?: readonly string[];
}

/** A row of a register was written: once per row, in the transaction that wrote it. */
export const rowChanged = (resource: { module: string; name: string }): EventKind<RowChange> =>
  defineEvent(`${resourceKey(resource)}.changed`);
