import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';

export interface OfferedEntry {
  value: string;
  label: string;
}

/** The entry that Enter means: the one that is called so, else the first. */
export const entryMeant = <E extends OfferedEntry>(entries: readonly E[], text: string): E | undefined => {
  const requested = text.trim().toLowerCase();
  return entries.find(({ label }) => label.toLowerCase() === requested) ?? entries[0];
};

/**
 * Enter in a list that is still asking for what was typed: what stands there is the answer to a shorter word,
 * so it is taken once the own answer has come. Typing on, Escape or leaving gives it up.
 * @param typed what is asked for
 * @param take takes the entry
 */
export function useAwaitedEnter<E extends OfferedEntry>(
  { typed, isWaiting, entries }: { typed: string; isWaiting: boolean; entries: readonly E[] },
  take: (entry: E) => void,
): (list: ReactNode) => ReactNode {
  const [requested, setWanted] = useState<string | null>(null);
  const latest = useRef(take);
  latest.current = take;
  useEffect(() => {
    if (requested === null || isWaiting) return;
    setWanted(null);
    const entry = requested === typed ? entryMeant(entries, typed) : undefined;
    if (entry) latest.current(entry);
  }, [requested, typed, isWaiting, entries]);
  return (list) => (
    <span
      className="wb-typed-choice"
      onBlur={() => setWanted(null)}
      onKeyDownCapture={(event: KeyboardEvent) => {
        if (event.key !== 'Enter') return setWanted(null);
        if (!isWaiting || typed.trim() === '') return;
        event.preventDefault();
        event.stopPropagation();
        setWanted(typed);
      }}
    >
      {list}
    </span>
  );
}
