const KEY = 'waybill.signInNote';

let note: string | null | undefined;

/** Leaves a word for the next sign-in page of this window, over the reload that follows. */
export function leaveNote(text: string): void {
  note = text;
  try {
    sessionStorage.setItem(KEY, text);
  } catch {
    // A refused store costs the word, not the sign-in.
  }
}

/** The word that was left; it stands until somebody signs in or leaves the page. */
export function takeNote(): string | null {
  if (note === undefined) {
    try {
      note = sessionStorage.getItem(KEY);
      sessionStorage.removeItem(KEY);
    } catch {
      note = null;
    }
  }
  return note;
}

export const forgetNote = (): void => {
  note = null;
};
