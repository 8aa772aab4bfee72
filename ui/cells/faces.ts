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
  /** `text`: the label of a chosen row, where the value is only its id. */
  onChange?: (value: unknown, text?: string) => void;
  /** Called when the input is left: what only the server can judge is asked for then. */
  onBlur?: (() => void) | undefined;
  /**
   * Takes a text that was left in a list from which nothing was chosen; absent: it becomes an
   * `Unread`.
   */
  onText?: ((text: string) => void) | undefined;
  id?: string;
  'aria-required'?: boolean | 'true' | 'false' | undefined;
  'aria-invalid'?: boolean | 'true' | 'false' | undefined;
  'aria-describedby'?: string | undefined;
  disabled?: boolean | undefined;
  /** Code of the currency an amount is in, where no field of the row says it. */
  currency?: string | undefined;
  /** What stands in an empty input, where something is to be said there. */
  placeholder?: string | undefined;
  /** Values of the whole form, for faces that depend on a sibling (currency of an amount). */
  row?: Readonly<Record<string, unknown>> | undefined;
  /** A list or calendar opens as soon as it stands: it was clicked where it was not there yet. */
  opensAtOnce?: boolean | undefined;
}

type Spoken = Pick<EditProps, 'aria-required' | 'aria-invalid' | 'aria-describedby'>;

/**
 * What an input takes over from its form: the id its label points at, whom to tell when it is left,
 * and what screen readers announce: required, wrong, and where it says why.
 */
export const inputProps = (
  props: Pick<EditProps, 'id' | 'onBlur' | 'placeholder'> & Spoken,
): { id?: string; onBlur?: () => void; placeholder?: string } & Spoken => ({
  ...(props.id ? { id: props.id } : {}),
  ...(props.onBlur ? { onBlur: props.onBlur } : {}),
  ...(props.placeholder ? { placeholder: props.placeholder } : {}),
  'aria-required': props['aria-required'],
  'aria-invalid': props['aria-invalid'],
  'aria-describedby': props['aria-describedby'],
});

export interface SearchProps {
  field: Field;
  name: string;
  /** Id of its input, for the label. */
  id: string;
  /** Flat list query being put together, in the query language of the lists. */
  query: Readonly<Record<string, string>>;
  /** Changes it; `now` runs the search at once (a choice), typing waits for Enter. */
  set: (patch: Record<string, string | undefined>, now: boolean) => void;
  /** Stands in it while nothing is asked, where no label in sight names it. */
  placeholder?: string | undefined;
}

/** The web's face of a field kind. */
export interface CellFaces {
  Show: ComponentType<ShowProps>;
  Edit: ComponentType<EditProps>;
  /** null = the server offers no operator for it. */
  Search: ComponentType<SearchProps> | null;
  sortable: boolean;
}

export const isBlank = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
