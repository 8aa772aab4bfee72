import type { Brand } from '#kit/model/brand.ts';

export type { Brand };

/** What the server wrote into the entry page; the given names where it wrote none. */
export function readBrand(builtIn: Brand): Brand {
  const text = document.getElementById('brand')?.textContent;
  return text ? { ...builtIn, ...(JSON.parse(text) as Partial<Brand>) } : builtIn;
}

/** Title of a browser tab: the page in front of the platform's name. */
export const pageTitle = (page: string | number | undefined, { platform }: Brand): string =>
  page ? `${page} - ${platform}` : platform;
