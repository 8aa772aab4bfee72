export interface RangeInputProps {
  /** Both ends as the wire writes them; null = open. */
  value?: readonly [string | null, string | null] | null | undefined;
  /** null = both ends open. */
  onChange?: (value: [string | null, string | null] | null) => void;
  /** One end may stay open. */
  canBeOpen?: boolean;
  id?: string;
  'aria-label'?: string;
  disabled?: boolean;
}
