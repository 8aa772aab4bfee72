/**
 * Signs that nobody sees and that copying brings along: zero-width ones, marks of direction, soft
 * hyphens, byte order marks, control signs.
 */
const UNSEEN =
  // eslint-disable-next-line no-control-regex
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]/g;

/** A text without the signs that nobody sees, and without blanks around it. */
export const withoutUnseen = (text: string): string => text.replace(UNSEEN, '').trim();

/**
 * A code, number or name in a list as it is meant: full-width signs narrow, nothing unseen, no blanks
 * around it. Letters stay as they are typed.
 */
export const plainCode = (text: string): string =>
  withoutUnseen(text.normalize('NFKC').replaceAll('\u00a0', ' '));
