import type { Field } from '#kit/model/field.ts';
import type { ForeignSheet } from '#kit/model/foreign-sheet.ts';
import type { AnyLifecycle } from '#kit/model/lifecycle.ts';
import type { NumberPlace, Numbers } from '#kit/model/numbers.ts';
import { resourceKey, snake, type AnyResource } from '#kit/model/resource.ts';
import type { Mask } from '#kit/model/scope.ts';
import { wireFault } from '#kit/model/wire.ts';
import type { Vault } from './vault.ts';

/** Everything the kit knows of the business: declarations by key, and the vault. */
export interface Registry {
  resource(key: string): AnyResource;
  find(key: string): AnyResource | undefined;
  /** Whatever has a list: a resource, or rows that a query puts together. */
  listed(key: string): AnyResource | undefined;
  lifecycleOf(resource: AnyResource): AnyLifecycle | undefined;
  /** Key of the resource whose rows a table holds. */
  resourceOfTable(this: void, table: string): string | undefined;
  resources: readonly AnyResource[];
  lifecycles: readonly AnyLifecycle[];
  /** Where the numbers stand by which a list is searched for many rows at once; none: it is not. */
  numbersOf(resource: AnyResource): readonly NumberPlace[];
  /** Exports of other programs that imports read. */
  foreignSheets: readonly ForeignSheet[];
  vault: Vault;
  /** Hides values that are encrypted at rest. */
  sealedMask: Mask;
}

/** Refuses declarations that contradict each other: unknown links, keys that are no field. */
export function createRegistry(
  resources: readonly AnyResource[],
  lifecycles: readonly AnyLifecycle[],
  vault: Vault,
  sealedMask: Mask,
  numbers: readonly Numbers[] = [],
  views: readonly AnyResource[] = [],
  foreignSheets: readonly ForeignSheet[] = [],
): Registry {
  const byKey = new Map(resources.map((resource) => [resourceKey(resource), resource]));
  const listed = new Map([...byKey, ...views.map((view) => [resourceKey(view), view] as const)]);
  const byTable = new Map(resources.map((resource) => [tableOf(resource), resourceKey(resource)]));
  const lifecycleByKey = new Map(lifecycles.map((l) => [resourceKey(l.of), l]));
  for (const resource of resources) {
    for (const [key, field] of Object.entries(resource.fields as AnyResource['fields'])) {
      const to = (field as { to?: string }).to;
      if (to && !byKey.has(to)) throw new Error(`${resourceKey(resource)}.${key}: no resource ${to}`);
    }
    if (Object.keys(resource).length > 13)
      throw new Error(`${resourceKey(resource)} has more keys than a declaration may have`);
    const fault = wireFault(resource);
    if (fault) throw new Error(`${resourceKey(resource)}: ${fault}`);
  }
  for (const one of numbers) checkNumbers(one, byKey);
  noteScopedParents(byKey);
  noteRuleParents(byKey);
  noteSubjects(byKey);
  return {
    resources,
    lifecycles,
    foreignSheets,
    vault,
    sealedMask,
    find: (key) => byKey.get(key),
    listed: (key) => listed.get(key),
    resource(key) {
      const found = byKey.get(key);
      if (!found) throw new Error(`no resource ${key}`);
      return found;
    },
    numbersOf: (resource) => numbers.filter(({ of }) => of === resource).flatMap(({ places }) => places),
    lifecycleOf: (resource) => lifecycleByKey.get(resourceKey(resource)),
    resourceOfTable: (table) => byTable.get(table),
  };
}

/** Refuses a number that is no text or link, and a way that does not lead to the listed row. */
function checkNumbers({ of, places }: Numbers, byKey: ReadonlyMap<string, AnyResource>): void {
  for (const { rows = of, field, by = [] } of places) {
    const at = `numbers of ${resourceKey(of)}: ${resourceKey(rows)}.${field}`;
    const fields = rows.fields as Record<string, Field>;
    if (!['text', 'link'].includes(fields[field]?.kind ?? '')) throw new Error(`${at} is no number`);
    const end = by.reduce<AnyResource | undefined>(
      (from, key) => byKey.get((from?.fields as Record<string, Field> | undefined)?.[key]?.to ?? ''),
      rows,
    );
    // Rows of a view may have the ids of those that it is made of.
    if (end !== of && !(of.kind === 'view' && by.length === 0)) throw new Error(`${at} does not lead there`);
  }
}

/** A row and the field by which its lines point back at it. */
export interface Parent {
  resource: AnyResource;
  key: string;
  /** The field may be empty, or lead elsewhere: such rows hang on nothing here. */
  isLoose?: boolean;
  /** The field holds ids of several kinds of rows, as a uuid or as a text. */
  isOfMany?: boolean;
}

const scopedParents = new WeakMap<AnyResource, Parent>();

/**
 * Rows under no limit of their own are under those of the row that they are lines of,
 * or else of the document that they cannot be without.
 */
function noteScopedParents(byKey: ReadonlyMap<string, AnyResource>): void {
  for (const child of byKey.values()) {
    if (child.scope) continue;
    const parent = parentOf(child, byKey);
    if (parent) scopedParents.set(child, parent);
  }
}

function parentOf(child: AnyResource, byKey: ReadonlyMap<string, AnyResource>): Parent | undefined {
  for (const resource of byKey.values()) {
    const key = resource.lines?.[resourceKey(child)];
    if (key && resource.scope) return { resource, key };
  }
  for (const [key, { required, to }] of Object.entries(child.fields as Record<string, Field>)) {
    const resource = required && to ? byKey.get(to) : undefined;
    if (resource?.kind === 'document' && resource.scope) return { resource, key };
  }
  return undefined;
}

/** The row whose row scope holds for these rows too; absent where they have one, or need none. */
export const scopedParent = (resource: AnyResource): Parent | undefined => scopedParents.get(resource);

const parents = new WeakMap<AnyResource, readonly Parent[]>();

/**
 * Rows that are hidden by a data rule take with them what belongs to them: their lines, what has no
 * scope of its own and cannot be without them, and what says that it hangs on them.
 */
function noteRuleParents(byKey: ReadonlyMap<string, AnyResource>): void {
  for (const child of byKey.values()) {
    const found: Parent[] = [];
    for (const resource of byKey.values()) {
      const key = resource.lines?.[resourceKey(child)];
      if (key && resource !== child) found.push({ resource, key });
    }
    for (const [key, field] of Object.entries(child.fields as Record<string, Field>)) {
      const isNever = !field.required && !field.always;
      const resource = field.to && !isNever && !child.scope ? byKey.get(field.to) : undefined;
      const isNew = found.every((one) => one.key !== key);
      if (resource?.kind === 'document' && resource !== child && isNew) found.push({ resource, key });
    }
    found.push(...hangsOn(child, byKey));
    if (found.length > 0) parents.set(child, found);
  }
}

/** What a row says it hangs on, and what says so of the row. */
function hangsOn(child: AnyResource, byKey: ReadonlyMap<string, AnyResource>): Parent[] {
  const fields = child.fields as Record<string, Field>;
  const under = ((child.scope?.under ?? []) as string[]).map((key) => {
    const resource = byKey.get(fields[key]?.to ?? '');
    if (!resource) throw new Error(`${resourceKey(child)}.${key} leads to nothing it could hang on`);
    return { resource, key, isLoose: true };
  });
  const held = [...byKey.values()].flatMap((resource) => {
    const key = resource.scope?.holds?.[resourceKey(child)];
    return key ? [{ resource, key, isLoose: true, isOfMany: true }] : [];
  });
  return [...under, ...held];
}

/** The rows whose data rules hold for these rows too, and the fields that lead to them. */
export const ruleParents = (resource: AnyResource): readonly Parent[] => parents.get(resource) ?? [];

const subjects = new WeakMap<AnyResource, readonly Parent[]>();

function noteSubjects(byKey: ReadonlyMap<string, AnyResource>): void {
  for (const resource of byKey.values()) {
    const fields = resource.fields as Record<string, Field>;
    const links = ((resource.scope?.of ?? []) as string[]).map((key) => {
      const target = byKey.get(fields[key]?.to ?? '');
      if (!target?.scope) throw new Error(`${resourceKey(resource)}.${key} leads to no row scope`);
      return { resource: target, key };
    });
    if (links.length > 0) subjects.set(resource, links);
  }
}

/** What a row may be about, first things first, where the scope of that holds for the row. */
export const subjectsOf = (resource: AnyResource): readonly Parent[] => subjects.get(resource) ?? [];

/** Table of a resource: its name in snake case. */
export const tableOf = (resource: AnyResource): string => snake(resource.name);
