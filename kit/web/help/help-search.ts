/** A chapter as it is searched. */
export interface Searched {
  file: string;
  title: string;
  /** Its Markdown, with what the declarations say. */
  text: string;
}

export interface Hit {
  file: string;
  title: string;
  /** What stands around the first word, without signs of Markdown. */
  excerpt: string;
}

const AROUND = 36;

/** Text as it is read: without headings, links, pictures and stress. */
export const plainText = (markdown: string): string =>
  markdown
    .replace(/!\[[^\]]*\]\([^)]*\)/g, '')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/^#+ /gm, '')
    .replace(/[*`>]/g, '')
    .replace(/\s+/g, ' ')
    .trim();

/** Words of a search, as they are compared. */
export const wordsOf = (typed: string): string[] =>
  typed
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');

/** Chapters that hold every word, those with a word in their title first. */
export function findChapters(chapters: readonly Searched[], typed: string): Hit[] {
  const words = wordsOf(typed);
  if (words.length === 0) return [];
  const found = chapters.flatMap(({ file, title, text }) => {
    const plain = plainText(text);
    const [whole, name] = [`${title} ${plain}`.toLowerCase(), title.toLowerCase()];
    if (!words.every((word) => whole.includes(word))) return [];
    const inTitle = words.filter((word) => name.includes(word)).length;
    return [{ inTitle, hit: { file, title, excerpt: excerptOf(plain, words) } }];
  });
  return found.sort((a, b) => b.inTitle - a.inTitle).map(({ hit }) => hit);
}

function excerptOf(plain: string, words: readonly string[]): string {
  const lower = plain.toLowerCase();
  const places = words.map((word) => lower.indexOf(word)).filter((at) => at >= 0);
  const at = Math.min(...places, plain.length);
  const from = at === plain.length ? 0 : Math.max(0, at - AROUND);
  const to = Math.min(plain.length, from + 3 * AROUND);
  return `${from > 0 ? '…' : ''}${plain.slice(from, to)}${to < plain.length ? '…' : ''}`;
}
