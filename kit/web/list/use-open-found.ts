import { useEffect, useRef, type FormEvent, type KeyboardEvent } from 'react';
import type { Row } from '#ui/cells/faces.ts';
import type { ListHandle } from './use-list.ts';

/** Signs that come faster than this one after the other are read by a scanner. */
const SCANNED_MS = 60;
const LEAST_SIGNS = 6;

/**
 * A number that finds one row leads to it: Enter searches, Enter again opens. What a scanner reads
 * opens by the one Enter that it sends.
 * @returns what the place around the box listens to
 */
export function useOpenFound<R extends Row>(list: ListHandle<R>, onOpen: (row: R) => void) {
  const typing = useRef({ signs: 0, since: 0 });
  const scanned = useRef<string | null>(null);
  const { keyword } = list.params.filters;
  const [only] = list.rows;
  const isOne = only !== undefined && list.total === 1 && !list.isFetching;
  useEffect(() => {
    if (scanned.current === null || keyword !== scanned.current || list.isFetching) return;
    scanned.current = null;
    if (isOne) onOpen(only);
    // When an answer has come, not whenever the page draws itself.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [keyword, list.isFetching]);
  return {
    onInput: ({ timeStamp: now }: FormEvent): void => {
      const { signs, since } = typing.current;
      const isGoingOn = signs > 0 && now - since < SCANNED_MS * (signs + 1);
      typing.current = isGoingOn ? { signs: signs + 1, since } : { signs: 1, since: now };
    },
    onKeyDown: (event: KeyboardEvent): void => {
      if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
      const typed = event.target instanceof HTMLInputElement ? event.target.value.trim() : '';
      const { signs } = typing.current;
      typing.current = { signs: 0, since: 0 };
      if (typed === '') return;
      if (typed === keyword?.trim() && isOne) {
        event.preventDefault();
        onOpen(only);
      } else if (signs >= LEAST_SIGNS && signs >= typed.length) scanned.current = typed;
    },
  };
}
