import { useId, type KeyboardEvent, type ReactNode } from 'react';
import { integer } from '#kit/model/field.ts';
import { judgeField } from './judge-field.ts';
import { readTyped } from './read-typed.ts';
import { TypedInput } from './typed-input.tsx';
import { Unread } from './unread.ts';
import './cells.css';

/** A whole number, nothing, or a text that is no such number. */
export type WholeNumber = number | Unread | null;

interface NumberFieldProps {
  /** What the number is, in what is said of a wrong one. */
  title: string;
  /** Of the input, where the title alone does not tell it from its neighbours. */
  label?: string;
  min: number;
  /** Absent: as many as there are. */
  max?: number | undefined;
  value: WholeNumber;
  onChange: (value: WholeNumber) => void;
  disabled?: boolean;
  size?: 'small' | 'middle';
  /** A percentage: its sign stands behind it, and may be typed. */
  percent?: true;
  className?: string;
}

/**
 * A whole number within bounds, for dialogs that are no form of fields: read as forms read it. What
 * is no such number stays as it was typed, is marked, and the reason stands below it.
 */
export function NumberField(props: NumberFieldProps): ReactNode {
  const { title, label = title, min, max, value, onChange, disabled = false, percent } = props;
  const field = integer(title, {
    min,
    ...(max === undefined ? {} : { max }),
    ...(percent ? { percent } : {}),
  });
  const faultId = useId();
  const fault = value instanceof Unread ? value.message : null;
  const step = (event: KeyboardEvent, by: number): void => {
    event.preventDefault();
    if (typeof value !== 'number') return;
    onChange(Math.min(Math.max(value + by, min), max ?? value + by));
  };
  return (
    <span className={`wb-number-field ${props.className ?? ''}`}>
      <TypedInput
        value={value}
        disabled={disabled}
        aria-invalid={fault !== null}
        aria-describedby={fault === null ? undefined : faultId}
        onChange={(next) => onChange(next as WholeNumber)}
        read={(text) => {
          const read = readTyped(field, text);
          const wrong = judgeField(field, read);
          return wrong === null || read instanceof Unread ? read : new Unread(text, wrong);
        }}
        input={{
          role: 'spinbutton',
          inputMode: 'numeric',
          suffix: percent && '%',
          size: props.size ?? 'middle',
          'aria-label': label,
          'aria-valuemin': min,
          'aria-valuemax': max,
          'aria-valuenow': typeof value === 'number' ? value : undefined,
          ...(fault === null ? {} : { status: 'error' }),
          onKeyDown(event) {
            if (event.key === 'ArrowUp') step(event, 1);
            if (event.key === 'ArrowDown') step(event, -1);
          },
        }}
      />
      {fault !== null && (
        <span id={faultId} className="wb-number-fault" role="alert">
          {fault}
        </span>
      )}
    </span>
  );
}
