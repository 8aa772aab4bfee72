import type { MenuEntry } from './menu.ts';

/** A page found in the menu. */
export interface MenuHit {
  key: string;
  /** `订单 / 待处理`. */
  trail: string;
}

const MOST = 20;

/**
 * Pages whose trail of titles holds every word of a text; those whose own title begins with it come
 * first. Containers that are no page are left out, as is what the menu hides.
 */
export function searchMenu(entries: readonly MenuEntry[], text: string, isPage: (key: string) => boolean): MenuHit[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const whole = words.join(' ');
  const rank = ({ title }: { title: string }): number => (title.startsWith(whole) ? 0 : title.includes(whole) ? 1 : 2);
  return pagesOf(entries, [], isPage)
    .filter(({ trail }) => words.every((word) => trail.toLowerCase().includes(word)))
    .sort((a, b) => rank(a) - rank(b))
    .slice(0, MOST)
    .map(({ key, trail }) => ({ key, trail }));
}

function pagesOf(
  entries: readonly MenuEntry[],
  above: readonly string[],
  isPage: (key: string) => boolean,
): (MenuHit & { title: string })[] {
  return entries.flatMap(({ key, title, children }) => {
    const titles = [...above, title];
    const inner = pagesOf(children, titles, isPage);
    if (children.length > 0 && !isPage(key)) return inner;
    return [{ key, title: title.toLowerCase(), trail: titles.join(' / ') }, ...inner];
  });
}
