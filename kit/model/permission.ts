import { movePermission, type AnyLifecycle, type Move } from './lifecycle.ts';
import { resourceKey, type AnyResource } from './resource.ts';
import { isServed, type Verb } from './wire.ts';

/** A right the code knows: `{module}:{resource}:{verb}` and what it is called. */
export interface DeclaredPermission {
  code: string;
  title: string;
  /** `module:resource` it belongs to, for its place in the tree. */
  resource: string;
  /** Asked for within routes or by screens alone: no route has it as its own. */
  isInner?: boolean;
}

const VERBS = {
  list: '查询',
  add: '新增',
  edit: '编辑',
  delete: '删除',
  import: '导入',
  export: '导出',
} as const satisfies Record<Verb, string>;

/** A document is written before it goes its way only where it has a draft. */
const WITH_DRAFT: readonly Verb[] = ['add', 'edit'];

const VERBS_OF: Record<AnyResource['kind'], readonly Verb[]> = {
  register: ['list', 'add', 'edit', 'delete', 'import', 'export'],
  document: ['list', 'export'],
  ledger: ['list', 'export'],
  view: ['list', 'export'],
};

/** On a given wire a view is listed, and that is all. */
const isOffered = ({ kind, wire }: AnyResource, verb: Verb): boolean => kind !== 'view' || !wire || verb === 'list';

/** What the generic routes of a resource ask for. */
const verbsOf = (resource: AnyResource): Verb[] =>
  [...VERBS_OF[resource.kind], ...(resource.draft ? WITH_DRAFT : [])].filter(
    (verb) => isServed(resource, verb) && isOffered(resource, verb),
  );

/** Every right that follows from the declarations: generic verbs, and each move a person makes. */
export function declaredPermissions(
  resources: readonly AnyResource[],
  lifecycles: readonly AnyLifecycle[],
): DeclaredPermission[] {
  const codes: DeclaredPermission[] = [];
  for (const resource of resources) {
    const key = resourceKey(resource);
    for (const verb of verbsOf(resource))
      codes.push({
        code: `${key}:${verb}`,
        title: `${VERBS[verb]}${resource.title}`,
        resource: key,
      });
  }
  for (const lifecycle of lifecycles) {
    for (const [name, move] of Object.entries(lifecycle.moves as Record<string, Move>)) {
      if (move.system) continue;
      const code = movePermission(lifecycle, name);
      if (codes.some((known) => known.code === code)) continue;
      codes.push({
        code,
        title: `${lifecycle.of.title}：${move.title}`,
        resource: resourceKey(lifecycle.of),
      });
    }
  }
  return codes;
}
