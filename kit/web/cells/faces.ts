import type { ComponentType } from 'react';
import type { Field } from '#kit/model/field.ts';

/** A stored row as the wire carries it: fields, `<field>_dictText` siblings, audit columns. */
export type Row = Record<string, unknown> & { id: string };

export interface ShowProps {
  field: Field;
  name: string;
  value: unknown;
  row: Readonly<Record<string, unknown>>;
}

export interface EditProps {
  field: Field;
  name: string;
  /** Wire value; injected by the form together with `onChange` and `id`. */
  value?: unknown;
  onChange?: (value: unknown) => void;
  id?: string;
  disabled?: boolean | undefined;
  /** Values of the whole form, for faces that depend on a sibling (currency of an amount). */
  row?: Readonly<Record<string, unknown>> | undefined;
}

export interface SearchProps {
  field: Field;
  name: string;
  /** Id of its input, for the label. */
  id: string;
  /** Flat list query being put together, in the query language of the lists. */
  query: Readonly<Record<string, string>>;
  /** Changes it; `now` runs the search at once (a choice), typing waits for Enter. */
  set: (patch: Record<string, string | undefined>, now: boolean) => void;
}

/** The web's face of a field kind. */
export interface CellFaces {
  Show: ComponentType<ShowProps>;
  Edit: ComponentType<EditProps>;
  /** null = the server offers no operator for it. */
  Search: ComponentType<SearchProps> | null;
  /** Width of a list column in px. */
  width: number;
  align?: 'right';
  sortable: boolean;
}

export const isBlank = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  (Array.isArray(value) && value.length === 0);
