import { movePermission, type AnyLifecycle, type Move } from '#kit/model/lifecycle.ts';
import { resourceKey, type AnyResource } from '#kit/model/resource.ts';
import { isServed, type Verb } from '#kit/model/wire.ts';

/** A right the code knows: `{module}:{resource}:{verb}` and what it is called. */
export interface DeclaredPermission {
  code: string;
  title: string;
  /** `module:resource` it belongs to, for its place in the tree. */
  resource: string;
}

const VERBS = {
  list: '查询',
  add: '新增',
  edit: '编辑',
  delete: '删除',
  import: '导入',
  export: '导出',
} as const satisfies Record<Verb, string>;

const VERBS_OF: Record<AnyResource['kind'], readonly Verb[]> = {
  register: ['list', 'add', 'edit', 'delete', 'import', 'export'],
  document: ['list', 'add', 'edit', 'import', 'export'],
  ledger: ['list', 'export'],
  view: ['list'],
};

/** Fields that are hidden from whoever lacks the code (cost, profit, personal data of buyers). */
export const MASK_PERMISSIONS: readonly DeclaredPermission[] = [
  { code: 'field:cost:view', title: '查看成本', resource: 'field:cost' },
  { code: 'field:profit:view', title: '查看利润', resource: 'field:profit' },
  { code: 'field:pii:view', title: '查看买家个人信息', resource: 'field:pii' },
];

/** Every right that follows from the declarations: generic verbs, and each move a person makes. */
export function declaredPermissions(
  resources: readonly AnyResource[],
  lifecycles: readonly AnyLifecycle[],
): DeclaredPermission[] {
  const codes: DeclaredPermission[] = [];
  for (const resource of resources) {
    const key = resourceKey(resource);
    for (const verb of VERBS_OF[resource.kind].filter((one) => isServed(resource, one)))
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

/**
 * Whether a pattern covers a code: segments are compared one by one, `*` stands for one segment
 * and, at the end, for all that follow (`orders:*` covers `orders:order:accept`).
 */
export function covers(pattern: string, code: string): boolean {
  const wanted = pattern.split(':');
  const given = code.split(':');
  for (const [index, segment] of wanted.entries()) {
    if (segment === '*' && index === wanted.length - 1) return given.length > index;
    if (segment !== '*' && segment !== given[index]) return false;
  }
  return wanted.length === given.length;
}

/** Rights of the operator of the install: they reach beyond one tenant. */
export const PLATFORM_PATTERNS: readonly string[] = [
  'platform:*',
  'monitor:*',
  'system:tenant:*',
  'system:permission:*',
  'system:dict:*',
  'system:gatewayRoute:*',
  'system:job:*',
  'system:checkRule:*',
  'system:fillRule:*',
];

export const isPlatformRight = (code: string): boolean =>
  PLATFORM_PATTERNS.some((pattern) => covers(pattern, code));
