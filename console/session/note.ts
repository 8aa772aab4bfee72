import { create } from 'zustand';
import { dropInWindow, writeWindow, readWindow } from '#ui/browser-store.ts';

const KEY = 'waybill.signInNote';

const useNoteStore = create<{ note: string | null }>(() => {
  const note = readWindow(KEY);
  dropInWindow(KEY);
  return { note };
});

/** Leaves a word for the sign-in page of this window, also over a reload that follows. */
export function leaveNote(text: string): void {
  writeWindow(KEY, text);
  useNoteStore.setState({ note: text });
}

/** The word that was left; it stands until somebody signs in or leaves the page. */
export const useNote = (): string | null => useNoteStore(({ note }) => note);

export function forgetNote(): void {
  dropInWindow(KEY);
  useNoteStore.setState({ note: null });
}
