const MOST_SHOWN = 40;
/** Signs that turn the direction of all that follows them. */
const TURNS = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** A text that leaves the direction of the sentence it stands in as it is. */
export const unturned = (text: string): string => text.replaceAll(TURNS, '');

/** A value in a sentence: in quotes, and not longer than one reads. */
export function quoted(text: string): string {
  const plain = unturned(text);
  if (plain === '') return '空';
  return `“${plain.length > MOST_SHOWN ? `${plain.slice(0, MOST_SHOWN)}…` : plain}”`;
}
