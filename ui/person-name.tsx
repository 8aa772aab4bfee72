import { useEffect, useSyncExternalStore, type ReactNode } from 'react';
import { askPersonName, personName, watchPersonNames } from './person-names.ts';

/** Somebody of the house by the name that colleagues call them by; by their username until it is known. */
export function PersonName({ username }: { username: string }): ReactNode {
  const name = useSyncExternalStore(watchPersonNames, () => personName(username));
  useEffect(() => askPersonName(username), [username]);
  return name === username ? name : <span title={username}>{name}</span>;
}
