import { lazy, type ComponentType } from 'react';
import { loadOnce } from '#ui/chunk-reload.ts';
import { declarationsReady } from './declarations.ts';

/** A page that can be opened: what the menu (or a module) says about a path. */
export interface PageRoute {
  /** May hold parameters: `/orders/detail/:id`. */
  path: string;
  /** Component string of the menu, e.g. `list/base/unit?tab=pending`. */
  component: string;
  title: string;
  icon?: string | null;
  /** Kept alive in its tab while another is shown; false = rebuilt each time. */
  keepAlive: boolean;
  /** Address shown in a frame. */
  url?: string;
  hideTab?: boolean;
  hideHeader?: boolean;
}

/** Loads the component of a page; the chunk is fetched when the page is first opened. */
export type PageLoader = () => Promise<ComponentType>;

/** A page a module offers. Its name is what the menu's component string says before any `?`. */
export interface PageSpec {
  load: PageLoader;
  /** Path of a page that no menu entry names, e.g. `/orders/detail/:id`. */
  path?: string;
  /** `module:resource` whose rows this page shows one of (`:id` in its path): links lead here. */
  detailOf?: string;
  /** Shows no resource: it is not kept waiting for the declarations. */
  isBare?: boolean;
  /** Title of its tab until the page sets one; required beside `path`. */
  title?: string;
}

/** Pages of a module by name: `{ 'orders/board': { load: … } }`. */
export type PageSpecs = Readonly<Record<string, PageSpec>>;

interface KnownPage {
  /** Fetches its code; the browser does so once. */
  load: PageLoader;
  /** Itself once its code is there; until then a component that waits for it. */
  component: ComponentType;
  isLoaded: boolean;
}

const pages = new Map<string, KnownPage>();
const routes: PageRoute[] = [];
const detailPages = new Map<string, string>();

/**
 * Registers the pages of a module. A name given twice is a mistake of the wiring and throws;
 * naming a generic page (`list/base/unit`) replaces it.
 */
export function registerPages(specs: PageSpecs): void {
  for (const [name, { load, path, title, detailOf, isBare }] of Object.entries(specs)) {
    if (pages.has(name)) throw new Error(`page registered twice: ${name}`);
    pages.set(name, knownPage(load, isBare));
    if (detailOf) detailPages.set(detailOf, name);
    if (path) routes.push({ path, component: name, title: title ?? name, keepAlive: true });
  }
}

function knownPage(load: PageLoader, isBare = false): KnownPage {
  const fetchCode = async (): Promise<ComponentType> => {
    const [component] = await Promise.all([loadOnce(load), isBare ? null : declarationsReady()]);
    page.component = component;
    page.isLoaded = true;
    return page.component;
  };
  const page: KnownPage = {
    load: fetchCode,
    component: lazy(async () => ({ default: await fetchCode() })),
    isLoaded: false,
  };
  return page;
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

/** `/detail/<module>/<resource>/<id>` is one route; a module may replace the page per resource. */
export const componentName = (name: string, params: Readonly<Record<string, string>>): string =>
  name === 'detail' ? `detail/${params['module']}/${params['resource']}` : name;

/** A registered page, else the generic page of the first word (`list/…`, `detail/…`). */
const knownPageOf = (name: string): KnownPage | undefined =>
  pages.get(name) ?? pages.get(`${name.split('/')[0]}/*`);

/**
 * The component of a name: a registered page, else the generic page of its first word
 * (`list/<module>/<resource>`, `detail/<module>/<resource>`); null when nobody offers it. It is
 * another one once the code is there: who shows it keeps what was answered first.
 */
export const pageComponent = (name: string): ComponentType | null =>
  knownPageOf(name)?.component ?? null;

/**
 * Fetches the code of a page, so that it can be shown without a word of waiting.
 * @returns null when it is there, or nobody offers it; else when it came or failed to come, which
 *   the page itself then tells
 */
export function fetchPageCode(name: string): Promise<void> | null {
  const page = knownPageOf(name);
  if (!page || page.isLoaded) return null;
  return page.load().then(
    () => {},
    () => {},
  );
}
