/**
 * What the name of a picture may call its product, likeliest first: all of it, or all but the
 * number by which people tell pictures of one thing apart (`A-100_2.jpg`, `A-100 (2).jpg`).
 */
export function codesIn(fileName: string): string[] {
  const whole = stemOf(fileName);
  const bare = whole.replace(/[\s_-]*(?:\(\d{1,2}\)|（\d{1,2}）|[\s_-]\d{1,2})$/, '').trim();
  return [...new Set([whole, bare])].filter((code) => code !== '');
}

const stemOf = (fileName: string): string => fileName.replace(/\.[^.]*$/, '').trim();

/** By name as people count: 2 before 10. */
export const byName = (a: { fileName: string }, b: { fileName: string }): number =>
  stemOf(a.fileName).localeCompare(stemOf(b.fileName), 'zh-CN', { numeric: true });
