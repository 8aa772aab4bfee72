import { create } from 'zustand';
import { writeLocal, readLocal } from '#ui/browser-store.ts';

const KEY = 'waybill.readAloud';

/** Whether this browser reads new messages aloud: a choice of the desk, not of the person. */
export const useReadAloud = create<{ isOn: boolean }>(() => ({ isOn: readLocal(KEY) === '1' }));

/** @returns whether it will still hold at the next visit: a browser may refuse to keep anything */
export function setReadAloud(isOn: boolean): boolean {
  useReadAloud.setState({ isOn });
  return writeLocal(KEY, isOn ? '1' : '0');
}

// One computer speaks with one voice: the switch holds for all its windows.
globalThis.window?.addEventListener('storage', ({ key, newValue }) => {
  if (key === KEY) useReadAloud.setState({ isOn: newValue === '1' });
});
