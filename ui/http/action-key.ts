import { useRef } from 'react';
import { v4 } from 'uuid';
import { isOutcomeUnknown } from './api-error.ts';

export interface ActionKeys {
  /** Key of this action: the same again while its outcome is unknown and its payload unchanged. */
  keyFor(payload: unknown): string;
  /** Tells how the call ended; null = it succeeded. */
  settle(error: unknown): void;
}

/** A random key. Browsers make one themselves only by https; the console is opened by http too. */
export const newKey = (): string => v4();

/**
 * Idempotency keys of one user action. A call whose outcome is unknown (no answer, timeout, 5xx)
 * keeps its key for the retry, so nothing happens twice; a clear answer ends the action, so that a
 * second try after a refusal is judged again.
 */
export function createActionKeys(make: () => string = newKey): ActionKeys {
  let pending: { key: string; payload: string } | null = null;
  return {
    keyFor(payload) {
      const text = JSON.stringify(payload);
      if (pending?.payload !== text) pending = { key: make(), payload: text };
      return pending.key;
    },
    settle(error) {
      if (error === null || !isOutcomeUnknown(error)) pending = null;
    },
  };
}

/** {@link createActionKeys} for the lifetime of a component. */
export function useActionKeys(): ActionKeys {
  const keys = useRef<ActionKeys | null>(null);
  keys.current ??= createActionKeys();
  return keys.current;
}
