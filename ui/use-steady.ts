import { useCallback, useRef } from 'react';

/**
 * A function that stays the same one and does what that of the latest drawing would: what it is given
 * to is not drawn again for it.
 */
export function useSteady<A extends unknown[], T>(does: (...args: A) => T): (...args: A) => T {
  const latest = useRef(does);
  latest.current = does;
  return useCallback((...args: A) => latest.current(...args), []);
}
