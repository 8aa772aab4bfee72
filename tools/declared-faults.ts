import type { Assembled } from '#kit/server/assembled.ts';
import { addressMask } from '#kit/model/address.ts';
import type { Field } from '#kit/model/field.ts';
import { splitSuffix } from '#kit/server/query/conditions.ts';
import { resourceKey, type AnyResource } from '#kit/model/resource.ts';
import type { SourceFile } from './syntax.ts';

const PAGES = /^modules\/.*\/web\/.*\bpages\.tsx?$|^(?:console|app\/web)\/.*\.tsx?$/;
/** `'orders/OrderList': { load: …` */
const PAGE = /^\s*'([a-zA-Z]+\/[\w/]+)':/gm;
/** Pages of the kit that show any resource, or any form of settings. */
const GENERIC = /^(?:list|detail|settings)\/(\w+)\/(\w+)$/;

/** Components of menus behind which no page stands: whoever opens the menu finds nothing. */
export function componentFaults({ menus, declared }: Assembled, sources: readonly SourceFile[]): string[] {
  const pages = new Set(
    sources
      .filter(({ path }) => PAGES.test(path))
      .flatMap(({ source }) => [...source.matchAll(PAGE)].map(([, name]) => name)),
  );
  const shown = new Set([
    ...[...declared.resources, ...declared.views].map(resourceKey),
    ...declared.settings.map(({ name }) => name),
  ]);
  return menus.flatMap(({ path, component }) => {
    const name = component?.split('?')[0];
    if (!name || pages.has(name)) return [];
    const [, module, resource] = GENERIC.exec(name) ?? [];
    return module && shown.has(`${module}:${resource}`) ? [] : [`menu ${path}: no page is called ${name}`];
  });
}

/** What a list reads beside its fields. */
const LIST_WORDS: ReadonlySet<string> = new Set(['keyword', 'column', 'order', 'superQueryParams', 'view']);

/** What the list behind a to-do is asked for and does not know: it would show other rows than were counted. */
export function todoFaults({ todos, declared: { lifecycles } }: Assembled): string[] {
  return todos.flatMap((todo) => {
    if (!('resource' in todo)) return [];
    const { key, resource, query } = todo;
    const tabs = lifecycles.find(({ of }) => of === resource)?.tabs ?? {};
    return Object.entries(query)
      .filter(([name, value]) =>
        name === 'tab'
          ? !Object.hasOwn(tabs, value)
          : !LIST_WORDS.has(name) && !isField(resource, splitSuffix(name)[0]),
      )
      .map(([name, value]) => `to-do ${key}: its list knows no ${name === 'tab' ? `tab ${value}` : name}`);
  });
}

const isField = (resource: AnyResource, name: string): boolean =>
  name === 'id' || name === 'createTime' || Object.hasOwn(resource.fields, name);

/** What people may be limited to. */
const LIMITED: ReadonlySet<string> = new Set(['base:warehouse', 'base:channelAccount']);

/** Rows that name a shop or a warehouse and are seen by whoever may see the table, and why. */
const FOR_ALL: Readonly<Record<string, string>> = {
  'orders:orderLine': 'read with its order, whose scope decides',
  'aftersales:partLine': 'read with its request, whose scope decides',
  'aftersales:returnLabelRule': 'says for everybody which labels are bought: a setting, no goods and no buyer',
};

/** Resources with a link to a shop or a warehouse that say nothing of who sees their rows. */
export function scopeFaults(resources: readonly AnyResource[]): string[] {
  const unscoped = resources.filter(({ scope, fields }) => !scope && Object.values<Field>(fields).some(isLimited));
  const keys = new Set(unscoped.map(resourceKey));
  return [
    ...[...keys].filter((key) => !FOR_ALL[key]).map((key) => `${key}: names a shop or a warehouse and has no scope`),
    ...Object.keys(FOR_ALL)
      .filter((key) => resources.some((one) => resourceKey(one) === key) && !keys.has(key))
      .map((key) => `${key}: has a scope or no link to one, and is still excused from it`),
  ];
}

/** Masks that hide one part of an address and forget another: the postcode alone leads to a door. */
export function maskFaults(resources: readonly AnyResource[]): string[] {
  return resources.flatMap((resource) => {
    const { fields, masks = {} } = resource;
    const prefixes = Object.keys(fields).flatMap((key) => /^(\w+)Address1$/.exec(key)?.[1] ?? []);
    return Object.entries<readonly string[]>(masks).flatMap(([mask, hidden]) =>
      prefixes.flatMap((prefix) => {
        const all: readonly string[] = addressMask(prefix).filter((key) => Object.hasOwn(fields, key));
        const missing = all.filter((key) => !hidden.includes(key));
        if (missing.length === 0 || missing.length === all.length) return [];
        return [`${resourceKey(resource)}: the mask ${mask} leaves out ${missing.join(', ')}`];
      }),
    );
  });
}

const isLimited = ({ kind, to }: Field): boolean => kind === 'link' && to !== undefined && LIMITED.has(to);
