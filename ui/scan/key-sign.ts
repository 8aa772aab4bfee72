/** Keys of the American layout, which scanners type by, as they are and with Shift. */
const SIGNS: Readonly<Record<string, string>> = {
  Minus: '-_',
  Equal: '=+',
  BracketLeft: '[{',
  BracketRight: ']}',
  Backslash: '\\|',
  Semicolon: ';:',
  Quote: `'"`,
  Comma: ',<',
  Period: '.>',
  Slash: '/?',
  Space: '  ',
};
const SHIFTED_DIGITS = ')!@#$%^&*(';

/** One key as it was pressed. */
export interface PressedKey {
  key: string;
  /** Which key of the keyboard it was, where an input method has taken the sign of it. */
  code?: string;
  shiftKey?: boolean;
  timeStamp: number;
}

/** What an input method tells of keys that it keeps for itself. */
const TAKEN: ReadonlySet<string> = new Set(['Process', 'Unidentified']);

/**
 * The sign of a key, or the name of one without a sign. A Chinese input method that is switched on takes
 * the keys of a scanner as pinyin; which keys they were is still known.
 */
export function signOf({ key, code = '', shiftKey = false }: PressedKey): string {
  if (!TAKEN.has(key)) return key;
  const named = /^(?:Key([A-Z])|(?:Digit|Numpad)([0-9]))$/.exec(code);
  if (named?.[1]) return shiftKey ? named[1] : named[1].toLowerCase();
  if (named?.[2]) return shiftKey && code.startsWith('Digit') ? (SHIFTED_DIGITS[Number(named[2])] ?? '') : named[2];
  if (code === 'NumpadEnter') return 'Enter';
  return SIGNS[code]?.charAt(shiftKey ? 1 : 0) ?? code;
}
