import { gather, type Declared } from '#kit/model/declared.ts';
import type { DeclaredDict } from '#kit/model/dict.ts';
import type { Field } from '#kit/model/field.ts';
import type { Grants, RoleGrants } from '#kit/model/grants.ts';
import { declaredPermissions, type DeclaredPermission } from '#kit/model/permission.ts';
import { resourceKey, type AnyResource } from '#kit/model/resource.ts';
import { isCommand, type Command } from './move-effect.ts';
import type { Beside, House, Module, Parts } from './module.ts';
import type { Registry } from './registry.ts';
import { resourceRoutes, type Serve } from './resource-routes.ts';
import type { Route } from './route.ts';
import type { SheetOfDocument } from './import-export/document-sheet.ts';
import type { Assembled } from './assembled.ts';
import { assembledFaults } from './assembled-faults.ts';

interface Needed {
  registry: Registry;
  importBytes?: number;
}

/**
 * Puts modules together: their parts in module order, generic routes from the declarations, one
 * table of reactions.
 * @throws when they do not fit together, with all that does not
 */
export function assembleModules<S extends Needed>(modules: readonly Module<S>[], services: S): Assembled {
  const house: House = {
    serves: () => serves,
    invariants: () => invariants,
    todos: () => todos,
    grants: () => grantsOf(modules),
    counted: () => counted,
    works: () => works,
    jobs: () => declared.jobs,
    tenantPages: () => tenantPages,
  };
  const parts = modules.flatMap((module): Parts[] => [module, module.build?.(services, house) ?? {}]);
  const all = <T>(of: (part: Parts) => readonly T[] | undefined): T[] => parts.flatMap((part) => of(part) ?? []);
  const declared = gather(modules.map((module) => module.declared));
  const commands = all((part) => part.moves)
    .flatMap((room): unknown[] => Object.values(room))
    .filter(isCommand);
  const besides = all((part) => part.extensions);
  const documents = all((part) => part.documents);
  const serves = withPlain(
    declared,
    all((part) => part.serves),
  )
    .map((serve) => withCommands(serve, commands))
    .map((serve) => withExtensions(serve, besides))
    .map((serve) => withDocuments(serve, documents));
  const counted = all((part) => part.counted);
  const works = all((part) => part.works);
  const tenantPages = all((part) => part.tenantPages);
  const invariants = all((part) => part.invariants);
  const todos = all((part) => part.todos).sort((a, b) => a.sort - b.sort);
  const handlers = Object.fromEntries(all((part) => part.jobs).map(({ kind, handler }) => [kind.name, handler]));
  const routes = [
    ...serves.flatMap((serve) => resourceRoutes(serve, services.registry, services.importBytes)),
    ...all((part) => part.routes),
  ];
  const assembled: Assembled = {
    ...settledParts(modules, declared, routes),
    declared,
    serves,
    routes,
    reactions: {
      within: all((part) => part.inTransaction),
      after: all((part) => part.after),
      offers: all((part) => part.offers),
    },
    handlers,
    counted,
    invariants,
    todos,
    scheduled: all((part) => part.scheduled),
    works,
  };
  const faults = assembledFaults(assembled, services.registry.resources);
  if (faults.length > 0) throw new Error(`the modules do not fit together:\n${faults.join('\n')}`);
  return assembled;
}

/** What is declared and needs nothing more is served as it is. */
function withPlain({ resources }: Declared, serves: readonly Serve[]): Serve[] {
  const named = new Set(serves.map(({ resource }) => resource));
  const plain = resources.filter((resource) => !named.has(resource));
  return [...serves, ...plain.map((resource) => ({ resource }))];
}

function withCommands(serve: Serve, commands: readonly Command[]): Serve {
  const own = commands.filter(({ lifecycle }) => lifecycle.of === serve.resource);
  return own.length === 0 ? serve : { ...serve, commands: [...(serve.commands ?? []), ...own] };
}

/** A sheet of its lines, where a module takes one. */
function withDocuments(serve: Serve, documents: readonly SheetOfDocument[]): Serve {
  const own = documents.find(({ of }) => of === serve.resource);
  return own ? { ...serve, documents: own.sheet } : serve;
}

/** What several modules say of the rows of one page, together. */
function withExtensions(serve: Serve, besides: readonly Beside[]): Serve {
  const own = besides.filter(({ of }) => of === serve.resource).map(({ rows }) => rows);
  const requested = [...(serve.beside ? [serve.beside] : []), ...own];
  if (own.length === 0) return serve;
  return {
    ...serve,
    async beside(tx, rows) {
      const answers = new Map<string, Record<string, unknown>>();
      // One after the other: they share the connection of the transaction.
      for (const ask of requested)
        for (const [id, words] of await ask(tx, rows)) answers.set(id, { ...answers.get(id), ...words });
      return answers;
    },
  };
}

/** What is the same at every start, whatever the services. */
function settledParts<S>(
  modules: readonly Module<S>[],
  declared: Declared,
  routes: readonly Route[],
): Pick<Assembled, 'permissions' | 'menus' | 'dictionaries' | 'grants' | 'open'> {
  return {
    permissions: allPermissions(
      [
        ...declaredPermissions(
          [...declared.resources, ...declared.views.filter(({ isComposite }) => isComposite)],
          declared.lifecycles,
        ),
        ...modules.flatMap(({ permissions = [] }) => permissions),
      ],
      routes,
    ),
    menus: modules.flatMap(({ menus = [] }) => menus),
    dictionaries: allDictionaries(
      modules.flatMap(({ dictionaries = [] }) => dictionaries),
      declared.resources,
    ),
    grants: grantsOf(modules),
    open: {
      toAll: new Set(modules.flatMap(({ open }) => open?.toAll ?? [])),
      toSession: new Set(modules.flatMap(({ open }) => open?.toSession ?? [])),
    },
  };
}

/** What the preset roles may, from every module its part. */
export function grantsOf(modules: readonly Pick<Module<never>, 'grants'>[]): RoleGrants {
  const found: Record<string, Grants[]> = {};
  for (const { grants = {} } of modules)
    for (const [role, own] of Object.entries(grants)) (found[role] ??= []).push(own);
  return found;
}

/** Rights that are declared, and those that only a route names: they have its title. */
function allPermissions(declared: readonly DeclaredPermission[], routes: readonly Route[]): DeclaredPermission[] {
  const found = new Map(declared.map((one) => [one.code, one]));
  for (const { access, summary } of routes) {
    if (typeof access !== 'object' || found.has(access.permission)) continue;
    const [module = '', name = ''] = access.permission.split(':');
    const resource = resourceKey({ module, name });
    found.set(access.permission, { code: access.permission, title: summary, resource });
  }
  return [...found.values()];
}

/** Every dictionary in use, named after the first field that shows it where nobody names it. */
function allDictionaries(named: readonly DeclaredDict[], resources: readonly AnyResource[]): DeclaredDict[] {
  const found = new Map(named.map((one) => [one.dict.code, one]));
  for (const resource of resources)
    for (const { dict, title } of Object.values(resource.fields as Record<string, Field>))
      if (dict && !found.has(dict.code)) found.set(dict.code, { dict, name: `${resource.title}${title}` });
  return [...found.values()];
}
