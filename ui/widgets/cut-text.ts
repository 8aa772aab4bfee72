import { NOT_CUT } from '#kit/model/limits.ts';

/** The first characters of a text and `...` where it goes on; -1 cuts nothing. */
export function cutText(text: string, characters: number): string {
  if (characters === NOT_CUT || text.length <= characters) return text;
  const signs = [...text];
  return signs.length <= characters ? text : `${signs.slice(0, characters).join('')}...`;
}
