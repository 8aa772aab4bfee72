/** What is looked for in the texts of cells. */
export interface FindWish {
  text: string;
  isCaseSensitive: boolean;
  /** The text is all there is in its cell. */
  isWhole: boolean;
}

const ownSigns = /[\\^$.*+?()[\]{}|/-]/g;

function patternOf({ text, isCaseSensitive, isWhole }: FindWish): RegExp {
  const plain = text.replaceAll(ownSigns, String.raw`\$&`);
  return new RegExp(isWhole ? `^${plain}$` : plain, isCaseSensitive ? 'g' : 'gi');
}

/** Tells whether a text is one that is looked for; null where nothing is. */
export function finder(wish: FindWish): ((text: string) => boolean) | null {
  if (wish.text === '') return null;
  const pattern = patternOf(wish);
  return (text) => {
    pattern.lastIndex = 0;
    return pattern.test(text);
  };
}

/** A text with every place that is looked for replaced by other words, taken as they are written. */
export function replaced(text: string, wish: FindWish, by: string): string {
  return wish.text === '' ? text : text.replaceAll(patternOf(wish), () => by);
}
