import { createElement, type ComponentType } from 'react';
import { loadOnce } from '#ui/chunk-reload.ts';
import { fetched } from '#ui/fetched.tsx';
import { PageSkeleton } from '#ui/page-skeleton.tsx';
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
  /** Shows no resource: it is not kept waiting for the declarations. */
  isBare?: boolean;
}

/** Pages by name: `{ 'orders/board': { load: … } }`. */
export type PageSpecs = Readonly<Record<string, PageSpec>>;

/** What is known of a page before its code, or the list of its module's pages, is fetched. */
export interface RouteSpec {
  /** Path of a page that no menu entry names, e.g. `/orders/detail/:id`. */
  path?: string;
  /** Title of its tab until the page sets one; required beside `path`. */
  title?: string;
  /** `module:resource` whose rows this page shows one of (`:id` in its path): links lead here. */
  detailOf?: string;
}

/** By name of the page. */
export type RouteSpecs = Readonly<Record<string, RouteSpec>>;

interface KnownPage {
  /** Fetches its code; the browser does so once. */
  load: PageLoader;
  /** Itself once its code is there; until then a component that waits for it. */
  component: ComponentType;
  isLoaded: boolean;
}

const specs = new Map<string, PageSpec>();
/** By the first word of the names of their pages, a name whole, or the module of a generic one. */
const offers = new Map<string, () => Promise<PageSpecs>>();
const pages = new Map<string, KnownPage>();
const routes: PageRoute[] = [];
const detailPages = new Map<string, string>();

/**
 * Registers pages that are known from the start, those of the console itself. A name given twice is a
 * mistake of the wiring and throws; naming a generic page (`list/base/unit`) replaces it.
 */
export function registerPages(given: PageSpecs): void {
  for (const [name, spec] of Object.entries(given)) {
    if (specs.has(name)) throw new Error(`page registered twice: ${name}`);
    specs.set(name, spec);
  }
}

/**
 * Offers the pages of a module: the list of them stays out of the shell and is fetched with the first of
 * them.
 * @param words with which the names of its pages begin, its own among them, which also stands second
 *   in names of generic pages that it replaces (`list/<module>/…`); a name whole where it begins as another's do
 */
export function offerPages(words: readonly string[], load: () => Promise<PageSpecs>): void {
  for (const word of words) {
    if (offers.has(word)) throw new Error(`pages offered twice: ${word}`);
    offers.set(word, load);
  }
}

/** Registers routes of pages that stand beside the menu, and which pages show the row of what. */
export function registerRoutes(given: RouteSpecs): void {
  for (const [name, { path, title, detailOf }] of Object.entries(given)) {
    if (detailOf) detailPages.set(detailOf, name);
    if (path) routes.push({ path, component: name, title: title ?? name, keepAlive: true });
  }
}

/** Where pages of a name come from: a module by the name or its word, else the console. */
function offerOf(name: string): (() => Promise<PageSpecs>) | undefined {
  const [first = '', second = ''] = name.split('/');
  return offers.get(name) ?? offers.get(first === 'list' || first === 'detail' ? second : first);
}

/** @returns the page of that very name, else the generic one of its first word; neither: undefined */
async function specOf(name: string): Promise<PageSpec | undefined> {
  const offer = specs.has(name) ? undefined : offerOf(name);
  const offered = offer ? (await loadOnce(offer))[name] : undefined;
  return specs.get(name) ?? offered ?? specs.get(`${name.split('/')[0]}/*`);
}

function pageOf(name: string): KnownPage {
  const known = pages.get(name);
  if (known) return known;
  const fetchCode = async (): Promise<ComponentType> => {
    // On their way beside the list of pages; who waits for them hears when they fail.
    if (!specs.get(name)?.isBare) declarationsReady().catch(() => undefined);
    const spec = (await specOf(name)) ?? MISSING;
    const isBare = spec.isBare ?? false;
    const [component] = await Promise.all([loadOnce(spec.load), isBare ? null : declarationsReady()]);
    page.component = component;
    page.isLoaded = true;
    return component;
  };
  const page: KnownPage = {
    load: fetchCode,
    component: fetched(fetchCode, createElement(PageSkeleton)),
    isLoaded: false,
  };
  pages.set(name, page);
  return page;
}

const MISSING: PageSpec = {
  load: () => import('./missing-page.tsx').then(({ MissingPage }) => MissingPage),
  isBare: true,
};

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

/**
 * The component of a name: a page of the console or of a module, else the generic page of its first
 * word (`list/<module>/<resource>`, `detail/<module>/<resource>`), else one that says that there is
 * none. It is another one once the code is there: who shows it keeps what was answered first.
 */
export const pageComponent = (name: string): ComponentType => pageOf(name).component;

/**
 * Fetches the code of a page, so that it can be shown without a word of waiting.
 * @returns null when it is there; else when it came or failed to come, which the page itself then says
 */
export function fetchPageCode(name: string): Promise<void> | null {
  const page = pageOf(name);
  if (page.isLoaded) return null;
  return page.load().then(
    () => {},
    () => {},
  );
}
