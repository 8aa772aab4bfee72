import { create } from 'zustand';

/** `locked`: too many errors; nothing is tried until somebody asks for it. */
export type SocketState = 'closed' | 'connecting' | 'open' | 'locked';

export type SocketMessage = Record<string, unknown>;

/** How the socket of notices stands; while it is not open, whoever needs news asks for them. */
export const useSocketState = create<{ state: SocketState }>(() => ({ state: 'closed' }));

const handlers = new Map<string, Set<(message: SocketMessage) => void>>();

/** Hears every message of a command (`topic`, `user`, `changed`). @returns how to stop */
export function onSocketMessage(cmd: string, handle: (message: SocketMessage) => void): () => void {
  const known = handlers.get(cmd) ?? new Set();
  handlers.set(cmd, known.add(handle));
  return () => known.delete(handle);
}

/** Hands a message to those who wait for its command; others are ignored. */
export function dispatchMessage(message: SocketMessage): void {
  const { cmd } = message;
  if (typeof cmd !== 'string') return;
  for (const handle of Array.from(handlers.get(cmd) ?? [])) handle(message);
}
