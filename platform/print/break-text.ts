const CLOSING = /[，。、；：！？）》」』】〕〉”’…%℃,.;:!?)\]}]/;
const OPENING = /[（《「『【〔〈“‘([{¥￥$#]/;
const BREAK_AFTER = /[-/_,;|]/;
/** Scripts written without spaces: a line may end after any character. */
const IDEOGRAPHIC = /[\u2e80-\u9fff\uf900-\ufaff\ufe30-\ufe4f\uff00-\uffef\u{20000}-\u{3ffff}]/u;

/**
 * Breaks a text into lines of at most `width`. Chinese breaks between characters but keeps closing
 * punctuation off the start of a line and opening punctuation off its end; other words break at
 * spaces and after `-` `/` `_`, and inside only when one alone is too wide. `\n` always breaks.
 */
export function breakText(text: string, width: number, widthOf: (part: string) => number): string[] {
  const lines: string[] = [];
  for (const paragraph of text.split(/\r\n|\r|\n/)) {
    let line = '';
    let lineWidth = 0;
    const endLine = () => {
      lines.push(line.trimEnd());
      line = '';
      lineWidth = 0;
    };
    for (const unit of units(paragraph)) {
      const unitWidth = widthOf(unit);
      if (line !== '' && lineWidth + widthOf(unit.trimEnd()) > width) endLine();
      if (unitWidth <= width) {
        if (line === '' && unit.trim() === '' && lines.length > 0) continue;
        line += unit;
        lineWidth += unitWidth;
        continue;
      }
      for (const character of unit) {
        const characterWidth = widthOf(character);
        if (line !== '' && lineWidth + characterWidth > width) endLine();
        line += character;
        lineWidth += characterWidth;
      }
    }
    endLine();
  }
  return lines;
}

/** The smallest pieces between which a line may end. */
function units(text: string): string[] {
  const found: string[] = [];
  let current = '';
  let previous = '';
  for (const character of text) {
    const mayBreak =
      current !== '' &&
      character !== ' ' &&
      !CLOSING.test(character) &&
      !OPENING.test(previous) &&
      (IDEOGRAPHIC.test(character) ||
        IDEOGRAPHIC.test(previous) ||
        previous === ' ' ||
        BREAK_AFTER.test(previous) ||
        (OPENING.test(character) && CLOSING.test(previous)));
    if (mayBreak) {
      found.push(current);
      current = '';
    }
    current += character;
    previous = character;
  }
  if (current !== '') found.push(current);
  return found;
}
