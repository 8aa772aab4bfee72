import { useSyncExternalStore } from 'react';

/** Dispatched by {@link goTo}: the history itself reports steps back and forth only. */
const MOVED = 'waybill:moved';

/** Goes to another page of the console (path and query) without a reload. */
export function goTo(address: string, { replace = false } = {}): void {
  if (replace) history.replaceState(null, '', address);
  else history.pushState(null, '', address);
  window.dispatchEvent(new Event(MOVED));
}

/** Path and query in the address bar, as one text that changes with every step. */
export const useAddress = (): string => useSyncExternalStore(subscribe, () => location.pathname + location.search);

function subscribe(listener: () => void): () => void {
  const events = ['popstate', MOVED];
  for (const event of events) window.addEventListener(event, listener);
  return () => {
    for (const event of events) window.removeEventListener(event, listener);
  };
}
