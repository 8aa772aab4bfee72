/** How hard a password is to guess, as far as its look tells; the server has the last word. */
type Strength = 0 | 1 | 2 | 3;

export const STRENGTH_TEXT: Record<Strength, string> = { 0: '太短', 1: '弱', 2: '中', 3: '强' };

const CLASSES = [/[a-z]/, /[A-Z]/, /\d/, /[^\sA-Za-z\d]/];

/** Length counts most; kinds of characters and variety among them add to it. */
export function passwordStrength(password: string): Strength {
  const signs = [...password];
  if (signs.length < 8) return 0;
  const kinds = CLASSES.filter((kind) => kind.test(password)).length;
  const isVaried = new Set(signs).size >= signs.length / 2 && new Set(signs).size >= 6;
  if (!isVaried || (kinds < 2 && signs.length < 12)) return 1;
  return signs.length >= 14 || (signs.length >= 10 && kinds >= 3) ? 3 : 2;
}
