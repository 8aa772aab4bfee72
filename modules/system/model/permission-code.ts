import type { DeclaredPermission } from '#kit/model/permission.ts';

/** Fields that are hidden from whoever lacks the code (cost, profit, personal data of buyers). */
export const MASK_PERMISSIONS: readonly DeclaredPermission[] = [
  { code: 'field:cost:view', title: '查看成本', resource: 'field:cost', isInner: true },
  { code: 'field:profit:view', title: '查看利润', resource: 'field:profit', isInner: true },
  { code: 'field:pii:view', title: '查看买家个人信息', resource: 'field:pii', isInner: true },
];

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
