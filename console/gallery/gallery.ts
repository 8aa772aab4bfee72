import type { ComponentType } from 'react';
import type { PageSpecs, RouteSpecs } from '#kit/web/pages.ts';
import type { GalleryParts } from '#ui/gallery-part.ts';

/**
 * Pages that show every widget in each of its states: `/dev/gallery` and `/dev/gallery/<part>`.
 * For development; an installation in production does not register them.
 */
export function galleryPages(parts: GalleryParts): PageSpecs {
  const named = Object.fromEntries(
    Object.entries(parts).map(([path, load]) => [/([^/]+)\.gallery\.tsx$/.exec(path)?.[1] ?? path, load]),
  );
  const page = (): Promise<ComponentType> => import('./gallery-page.tsx').then(({ galleryPage }) => galleryPage(named));
  return {
    'dev/gallery': { load: page },
    'dev/gallery/part': { load: page },
  };
}

/** Where they stand. */
export const galleryRoutes: RouteSpecs = {
  'dev/gallery': { path: '/dev/gallery', title: '组件库' },
  'dev/gallery/part': { path: '/dev/gallery/:part', title: '组件库' },
};
