import type { ComponentType } from 'react';

/** One state of a widget, as a test or a person finds it: a section under its title. */
export interface GalleryState {
  title: string;
  /** What to try, where that is not plain. */
  hint?: string;
  Show: ComponentType;
}

/** What a `<part>.gallery.tsx` beside a widget exports as `gallery`. */
export interface GalleryPart {
  title: string;
  states: readonly GalleryState[];
}

/** Loaders by file path, as a bundler finds them: `…/cron.gallery.tsx` is the part `cron`. */
export type GalleryParts = Readonly<Record<string, () => Promise<GalleryPart>>>;
