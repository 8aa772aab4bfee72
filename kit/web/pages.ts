import { lazy, type ComponentType, type LazyExoticComponent } from 'react';
import { loadOnce } from './chunk-reload.ts';
import type { PageRoute } from './shell/menu.ts';

/** Loads the component of a page; the chunk is fetched when the page is first opened. */
export type PageLoader = () => Promise<ComponentType>;

/** A page a module offers. Its name is what the menu's component string says before any `?`. */
export interface PageSpec {
  load: PageLoader;
  /** Path of a page that no menu entry names, e.g. `/orders/detail/:id`. */
  path?: string;
  /** `module:resource` whose rows this page shows one of (`:id` in its path): links lead here. */
  detailOf?: string;
  /** Title of its tab until the page sets one; required beside `path`. */
  title?: string;
}

/** Pages of a module by name: `{ 'orders/board': { load: … } }`. */
export type PageSpecs = Readonly<Record<string, PageSpec>>;

const pages = new Map<string, LazyExoticComponent<ComponentType>>();
const routes: PageRoute[] = [];
const detailPages = new Map<string, string>();

/**
 * Registers the pages of a module. A name given twice is a mistake of the wiring and throws;
 * naming a generic page (`list/base/warehouse`) replaces it.
 */
export function registerPages(specs: PageSpecs): void {
  for (const [name, { load, path, title, detailOf }] of Object.entries(specs)) {
    if (pages.has(name)) throw new Error(`page registered twice: ${name}`);
    pages.set(
      name,
      lazy(() => loadOnce(load).then((component) => ({ default: component }))),
    );
    if (detailOf) detailPages.set(detailOf, name);
    if (path) routes.push({ path, component: name, title: title ?? name, keepAlive: true });
  }
}

/** Routes of pages that stand beside the menu. */
export const registeredRoutes = (): readonly PageRoute[] => routes;

/** Name of the page that shows one row of a resource, where a module offers one. */
export const detailPageOf = (resource: string): string | undefined => detailPages.get(resource);

/** Splits a component string: `list/orders/order?tab=pending` → name and options. */
export function readComponent(component: string): {
  name: string;
  options: Record<string, string>;
} {
  const [name = '', search = ''] = component.replace(/^\/?(views\/)?/, '').split('?');
  return { name, options: Object.fromEntries(new URLSearchParams(search)) };
}

/**
 * The component of a name: a registered page, else the generic page of its first word
 * (`list/<module>/<resource>`, `detail/<module>/<resource>`); null when nobody offers it.
 */
export function pageComponent(name: string): LazyExoticComponent<ComponentType> | null {
  return pages.get(name) ?? pages.get(`${name.split('/')[0]}/*`) ?? null;
}
