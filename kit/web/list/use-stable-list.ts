import { useRef } from 'react';

/** The list of before, while each of its entries has the same values: what depends on it stays too. */
export function useStableList<T extends object>(next: readonly T[]): readonly T[] {
  const stored = useRef(next);
  const before = stored.current;
  const isSame = before.length === next.length && before.every((one, at) => isAlike(one, next[at] as T));
  if (!isSame) stored.current = next;
  return stored.current;
}

function isAlike<T extends object>(one: T, other: T): boolean {
  if (one === other) return true;
  const keys = Object.keys(one) as (keyof T)[];
  return keys.length === Object.keys(other).length && keys.every((key) => Object.is(one[key], other[key]));
}
