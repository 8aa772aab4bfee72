import type { Brand } from '#kit/model/brand.ts';

export type { Brand };

/** What the server wrote into the entry page under a name; null where it wrote none. */
export function readEntryData<T>(id: string): T | null {
  const text = document.getElementById(id)?.textContent;
  return text ? (JSON.parse(text) as T) : null;
}

/** The installation's names; the given ones where the server sent none. */
export const readBrand = (builtIn: Brand): Brand => ({
  ...builtIn,
  ...readEntryData<Partial<Brand>>('brand'),
});

/** Title of a browser tab: the page in front of the platform's name. */
export const pageTitle = (page: string | number | undefined, { platform }: Brand): string =>
  page ? `${page} - ${platform}` : platform;
