/* Letters of other alphabets that nobody tells from Latin ones: what is copied or typed with them is meant in Latin. */

/** Cyrillic letters, each with the Latin one that its capital is drawn as: numbers are printed in capitals. */
const CYRILLIC = 'АA ВB ЕE КK МM НH ОO РP СC ТT ХX ІI ЈJ ЅS УY ԚQ ԜW'.split(' ');
/** Small Greek letters are drawn as others than their capitals: who typed one meant Greek. */
const GREEK = 'ΑA ΒB ΕE ΖZ ΗH ΙI ΚK ΜM ΝN ΟO ΡP ΤT ΥY ΧX οo'.split(' ');

const LATIN: ReadonlyMap<string, string> = new Map(
  [...CYRILLIC, ...CYRILLIC.map((pair) => pair.toLowerCase()), ...GREEK].map(([like = '', letter = '']) => [
    like,
    letter,
  ]),
);

const DIGIT = /(?![0-9])\p{Nd}/gu;

/**
 * A text with the letters that look like Latin ones (Cyrillic, Greek) in Latin, and digits of other scripts as 0 to 9.
 * Letters that look like no Latin one stay.
 */
export const latin = (text: string): string =>
  [...text.replace(DIGIT, digitOf)].map((sign) => LATIN.get(sign) ?? sign).join('');

/** Unicode keeps the ten digits of a script together (UAX 44: Numeric_Type=Decimal), so the place says which it is. */
function digitOf(sign: string): string {
  let value = 0;
  for (let code = (sign.codePointAt(0) ?? 0) - 1; /\p{Nd}/u.test(String.fromCodePoint(code)) && value < 9; code -= 1)
    value += 1;
  return String(value);
}
