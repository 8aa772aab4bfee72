import { useRef, type FormEvent, type KeyboardEvent, type ReactNode } from 'react';
import type { Field } from '#kit/model/field.ts';
import { Unread } from './unread.ts';

interface Entry {
  value: string;
  label: string;
}

/**
 * What is typed into a list counts also when the list is left without choosing: the one entry it
 * names or leaves over is taken, anything else stays as it was typed.
 * @param take takes the entry
 * @param keep keeps a text that is none
 */
export function useTypedChoice(options: readonly Entry[], take: (entry: Entry) => void, keep: (text: string) => void) {
  const typed = useRef('');
  return {
    /** Forgets what was typed: something was chosen. */
    forget: (): void => void (typed.current = ''),
    leave(): void {
      const text = typed.current.trim();
      typed.current = '';
      if (text === '') return;
      const entry = entryOf(options, text);
      if (entry) take(entry);
      else keep(text);
    },
    /** Stands around the list, whose own search is emptied before anybody is notified that it is left. */
    around: (list: ReactNode): ReactNode => (
      <span
        className="wb-typed-choice"
        onInput={({ target }: FormEvent) => {
          if (target instanceof HTMLInputElement) typed.current = target.value;
        }}
        onKeyDown={({ key }: KeyboardEvent) => {
          if (key === 'Escape') typed.current = '';
        }}
      >
        {list}
      </span>
    ),
  };
}

/** The entry of this code or these words, else the only one in which the text stands. */
function entryOf(options: readonly Entry[], text: string): Entry | undefined {
  const upper = text.toUpperCase();
  const exact = options.filter(({ value, label }) => label.toUpperCase() === upper || value.toUpperCase() === upper);
  if (exact.length > 0) return exact.length === 1 ? exact[0] : undefined;
  const near = options.filter(({ label }) => label.toUpperCase().includes(upper));
  return near.length === 1 ? near[0] : undefined;
}

export const notAmong = ({ title }: Field, text: string): Unread => new Unread(text, `${title}不在可选范围内`);
