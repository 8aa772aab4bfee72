import { TextDecoder } from 'node:util';

/**
 * Tells Windows-1252 from GB18030, neither of which says so itself, and from UTF-8 with a few damaged characters, of which
 * next to all others would be no accident. A Chinese character is two bytes above
 * 0x7F in mostly even runs, and most are common ones (0xB0–0xF7, then 0xA1 and above). An accented letter
 * of the West is one such byte between Latin ones: `Café,12` read as GB18030 swallows the comma or
 * gives one rare character between letters.
 */
export function codePageGuess(): { look: (bytes: Uint8Array) => void; name: () => string } {
  let chinese: TextDecoder | undefined = new TextDecoder('gb18030', { fatal: true });
  let run: number[] = [];
  let before = 0;
  let [east, west] = [0, 0];
  let [whole, broken] = [0, 0];
  const endRun = (after: number): void => {
    const [isEast, isWest] = judged(run, before, after);
    if (isEast) east += run.length;
    if (isWest) west += run.length;
    const inUtf8 = bytesInUtf8(run);
    whole += inUtf8;
    broken += run.length - inUtf8;
    run = [];
  };
  return {
    look(bytes) {
      chinese = decodes(chinese, bytes, true);
      for (const byte of bytes) {
        if (byte > 0x7f) {
          if (run.length < LONGEST_RUN) run.push(byte);
          continue;
        }
        if (run.length > 0) endRun(byte);
        before = byte;
      }
    },
    name() {
      if (run.length > 0) endRun(0);
      if (whole > broken * MOSTLY) return 'utf-8';
      const isChinese = decodes(chinese, new Uint8Array(), false) !== undefined;
      // Bytes that are letters of neither are refused as Chinese: Windows-1252 has a sign for almost each.
      return west === 0 || (isChinese && east >= west) ? 'gb18030' : 'windows-1252';
    },
  };
}

const LONGEST_RUN = 4096;
const MOSTLY = 9;

/** How many bytes of a run are in whole characters of UTF-8. */
function bytesInUtf8(run: readonly number[]): number {
  let count = 0;
  for (let at = 0; at < run.length;) {
    const lead = run[at] as number;
    const length = lead >= 0xf0 && lead < 0xf5 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc2 ? 2 : 0;
    const rest = run.slice(at + 1, at + length);
    const isWhole = length > 0 && lead < 0xf5 && rest.length === length - 1 && rest.every((byte) => byte < 0xc0);
    count += isWhole ? length : 0;
    at += isWhole ? length : 1;
  }
  return count;
}

const isLatin = (byte: number): boolean => (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a;
/** The common characters and signs of GB 2312. */
const isCommon = (first = 0, second = 0): boolean =>
  second >= 0xa1 && ((first >= 0xb0 && first <= 0xf7) || first === 0xa3 || first === 0xa1);
/** Accented letters, and the quotes, dashes and signs that office programs put in by themselves. */
const isWestern = (byte: number): boolean =>
  byte >= 0xc0 ||
  [0x80, 0x85, 0x91, 0x92, 0x93, 0x94, 0x96, 0x97, 0x99, 0xa0, 0xa3, 0xa9, 0xae, 0xb0, 0xb7].includes(byte);

function judged(run: readonly number[], before: number, after: number): [boolean, boolean] {
  const pairs = run.length % 2 === 0 && run.every((byte, at) => at % 2 === 1 || isCommon(byte, run[at + 1]));
  const isShort = run.length <= 2 && run.every(isWestern);
  const isBesideLatin = isLatin(before) || isLatin(after);
  return [pairs && !(isShort && isLatin(before) && isLatin(after)), isShort && (isBesideLatin || run.length === 1)];
}

/** The decoder as long as the bytes are of its encoding. */
export function decodes(decoder: TextDecoder | undefined, chunk: Uint8Array, stream: boolean): TextDecoder | undefined {
  try {
    decoder?.decode(chunk, { stream });
    return decoder;
  } catch {
    return undefined;
  }
}
