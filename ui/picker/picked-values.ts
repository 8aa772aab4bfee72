import { CHOICE_SEPARATOR } from '#kit/model/limits.ts';
/** What stands in a field that holds several keys: joined by commas, as the wire has them. */
export const readKeys = (value: string | null | undefined): string[] => [
  ...new Set(
    (value ?? '')
      .split(CHOICE_SEPARATOR)
      .map((key) => key.trim())
      .filter((key) => key !== ''),
  ),
];

/** Keys as the field holds them; null where there are none. */
export const writeKeys = (keys: readonly string[]): string | null =>
  keys.length === 0 ? null : keys.join(CHOICE_SEPARATOR);

/**
 * A text cut to a number of characters; -1 leaves it whole (spec §9, "Text").
 * Counts characters, not code units: a rare Chinese sign is never cut in two.
 */
export function cutText(text: string, length: number): string {
  const signs = [...text];
  return length < 0 || signs.length <= length ? text : `${signs.slice(0, length).join('')}…`;
}
