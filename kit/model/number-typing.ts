/** Whether a number cell takes this while it is typed: `''`, `-`, `12`, `-12.`, `12.5`. */
export const acceptsNumberTyping = (text: string): boolean => /^(-?|-?\d+\.?\d*)$/.test(text);

/** A number cell after typing: the number, or '' when there is none in it. */
export function numberOnBlur(text: string): number | '' {
  const typed = text.trim();
  const number = acceptsNumberTyping(typed) ? Number.parseFloat(typed) : Number.NaN;
  return Number.isFinite(number) ? number : '';
}
