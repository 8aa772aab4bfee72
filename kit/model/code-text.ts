/**
 * Signs that nobody sees and that copying and scanning bring along: control and format signs such as
 * zero-width blanks, marks of direction, soft hyphens and byte order marks.
 */
const INVISIBLE = /[\p{Cc}\p{Cf}]/gu;
/** The same but for tabs and line breaks, which part what stands beside them. */
const UNSEEN = /(?![\t\r\n])[\p{Cc}\p{Cf}]/gu;
const CONTROL = /(?![\t\r\n])\p{Cc}/gu;

/** Prose without control signs, which no screen shows and no database keeps; what joins letters and emoji stays. */
export const withoutControls = (text: string): string => text.replace(CONTROL, '');

/** A number as it was scanned or copied, without any sign that nobody sees. */
export const withoutInvisible = (text: string): string => text.replace(INVISIBLE, '');

/** A text without the signs that nobody sees, and without blanks around it; its lines stay apart. */
export const withoutUnseen = (text: string): string => text.replace(UNSEEN, '').trim();

/**
 * A code, number or name in a list as it is meant: full-width signs narrow, nothing unseen, no blanks
 * around it. Letters stay as they are typed.
 */
export const plainCode = (text: string): string => withoutUnseen(text.normalize('NFKC').replaceAll('\u00a0', ' '));
