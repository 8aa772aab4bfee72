import { useState, type KeyboardEvent, type ReactNode } from 'react';
import { fetched } from '../fetched.tsx';
import type { EditProps } from './faces.ts';
import type { Picks } from './moment-calendar.tsx';
import { TypedInput } from './typed-input.tsx';
import { Unread } from './unread.ts';

/** Calendars are heavy: their code is fetched when one is first opened; typing does not wait for it. */
const MomentCalendar = fetched(() => import('./moment-calendar.tsx').then((module) => module.MomentCalendar));

/**
 * A day or a time as a text that is typed, with a calendar below it to choose from. The keyboard
 * stays in the text; what is no day stays there as it was typed.
 */
export function MomentInput({
  picks,
  icon,
  read,
  opensAtOnce = false,
  ...props
}: EditProps & {
  picks: Picks;
  icon: ReactNode;
  /** A typed text as a wire value, or as an `Unread`. */
  read: (text: string) => unknown;
}): ReactNode {
  const { value, disabled = false, field, onChange, onBlur } = props;
  const [isOpen, setOpen] = useState(opensAtOnce);
  const shut = (event: KeyboardEvent): void => {
    if (!isOpen || event.key !== 'Escape') return;
    // It closes the calendar, not the form around it.
    event.stopPropagation();
    setOpen(false);
  };
  return (
    <span className="wb-moment wb-wide" onKeyDown={shut}>
      <TypedInput
        {...props}
        read={read}
        onBlur={() => {
          setOpen(false);
          onBlur?.();
        }}
        input={{
          suffix: icon,
          allowClear: !field.required,
          onClick: () => setOpen(true),
          onKeyDown: (event) => {
            if (event.key === 'ArrowDown') setOpen(true);
            if (event.key !== 'Enter') return;
            // It takes the day or time that was typed; browsers would send the whole form with it.
            event.preventDefault();
            setOpen(false);
          },
        }}
      />
      {isOpen && !disabled && (
        <MomentCalendar
          picks={picks}
          value={value instanceof Unread || typeof value !== 'string' ? null : value}
          onPick={(next) => {
            onChange?.(next);
            if (picks === 'day') setOpen(false);
          }}
        />
      )}
    </span>
  );
}
