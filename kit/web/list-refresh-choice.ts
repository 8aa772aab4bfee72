import { create } from 'zustand';
import { writeLocal, readLocal } from '#ui/browser-store.ts';

const KEY = 'waybill.listRefresh';

/** Whether lists show by themselves what others change: a choice of the desk, on by default. */
export const useListRefresh = create<{ isOn: boolean }>(() => ({ isOn: readLocal(KEY) !== '0' }));

/** @returns whether it will still hold at the next visit: a browser may refuse to keep anything */
export function setListRefresh(isOn: boolean): boolean {
  useListRefresh.setState({ isOn });
  return writeLocal(KEY, isOn ? '1' : '0');
}

globalThis.window?.addEventListener('storage', ({ key, newValue }) => {
  if (key === KEY) useListRefresh.setState({ isOn: newValue !== '0' });
});
