import type { FocusEvent, KeyboardEvent, ReactNode } from 'react';

/**
 * Around a picker of two inputs, which reads its own format alone: whatever else people type for a
 * day or a time is put into that format when its input is left or confirmed.
 * @param read a typed text in the picker's format, null when it is none
 */
export function TypedRange({
  read,
  children,
}: {
  read: (text: string) => string | null;
  children: ReactNode;
}): ReactNode {
  const settle = ({ target }: FocusEvent | KeyboardEvent): void => {
    if (!(target instanceof HTMLInputElement)) return;
    const text = read(target.value);
    if (text !== null && text !== target.value) retype(target, text);
  };
  return (
    <span
      className="wb-typed-range"
      onBlurCapture={settle}
      onKeyDownCapture={(event) => {
        if (event.key === 'Enter' || event.key === 'Tab') settle(event);
      }}
    >
      {children}
    </span>
  );
}

/** As if somebody typed it: React hears of a value only that was set past its own setter. */
function retype(input: HTMLInputElement, text: string): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text);
  input.dispatchEvent(new Event('input', { bubbles: true }));
}
