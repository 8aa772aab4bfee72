/** What every editor of long texts takes. */
export interface EditorProps {
  value?: string | null | undefined;
  onChange?: ((text: string) => void) | undefined;
  /** Pixels of the text. */
  height?: number | undefined;
  disabled?: boolean | undefined;
  readOnly?: boolean | undefined;
  placeholder?: string | undefined;
  id?: string | undefined;
  /** Its name; a form's label cannot reach it. */
  'aria-label': string;
  'aria-required'?: boolean | undefined;
  'aria-invalid'?: boolean | undefined;
  'aria-describedby'?: string | undefined;
}
