import { TAG_CHARACTERS } from '#kit/model/limits.ts';

const SEPARATOR = ';';
const signsOf = (text: string): string[] => [...text.replaceAll(/[;；\s]/g, '')];

/** Tags of two characters with a semicolon after each: `abcde` → `ab;cd;e`, `abcd` → `ab;cd;`. */
export function tagText(typed: string): string {
  const signs = signsOf(typed);
  return signs.map((sign, index) => ((index + 1) % TAG_CHARACTERS === 0 ? sign + SEPARATOR : sign)).join('');
}

/**
 * The text after a key press. Whoever deletes a semicolon means the character before it: the
 * semicolon would only come back.
 */
export function editedTags(before: string, typed: string, caret: number): { text: string; caret: number } {
  const isSeparatorGone =
    typed.length === before.length - 1 &&
    before[caret] === SEPARATOR &&
    before.slice(0, caret) + before.slice(caret + 1) === typed;
  const head = signsOf(typed.slice(0, caret)).slice(0, isSeparatorGone ? -1 : undefined);
  const tail = signsOf(typed.slice(caret));
  return { text: tagText([...head, ...tail].join('')), caret: tagText(head.join('')).length };
}

/** The value of a text: no semicolon at its end, which would be an empty tag. */
export const tagValue = (text: string): string => tagText(text).replace(/;$/, '');
