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
export const covers = (pattern: string, code: string): boolean => segmentsCover(pattern.split(':'), code.split(':'));

/**
 * Whether any of the patterns covers a code, as {@link covers} says. For many codes: a code is compared
 * with the patterns that begin as it does.
 */
export function anyCovers(patterns: readonly string[]): (code: string) => boolean {
  const byFirst = Map.groupBy(
    patterns.map((pattern) => pattern.split(':')),
    ([first]) => first,
  );
  return (code) => {
    const given = code.split(':');
    return [given[0], '*'].some((first) => byFirst.get(first)?.some((requested) => segmentsCover(requested, given)));
  };
}

function segmentsCover(requested: readonly string[], given: readonly string[]): boolean {
  for (const [index, segment] of requested.entries()) {
    if (segment === '*' && index === requested.length - 1) return given.length > index;
    if (segment !== '*' && segment !== given[index]) return false;
  }
  return requested.length === given.length;
}

/** Rights of the operator of the install: they reach beyond one tenant. */
export const PLATFORM_PATTERNS: readonly string[] = [
  'platform:*',
  'monitor:*',
  'system:tenant:*',
  'system:plan:*',
  'system:permission:*',
  'operations:gatewayRoute:*',
  'system:job:*',
];

export const isPlatformRight = (code: string): boolean => PLATFORM_PATTERNS.some((pattern) => covers(pattern, code));

/** What says who may do what: whoever holds such a right keeps it to themselves. */
const RESERVED_PATTERNS: readonly string[] = [
  ...PLATFORM_PATTERNS,
  'system:user:*',
  'system:role:*',
  'system:depart:*',
  'system:departRole:*',
  'system:dataRule:*',
  'system:invitation:*',
  'system:dataLog:restore',
  'system:online:logout',
];

const LOOKING = /:(list|show|export)$/;

/**
 * Whether a right goes along to somebody who acts for its holder: what would let them give rights, to
 * themselves above all, does not. Looking does.
 */
export const isLent = (code: string): boolean =>
  !isPlatformRight(code) && (LOOKING.test(code) || !RESERVED_PATTERNS.some((pattern) => covers(pattern, code)));

/** A row may carry several codes, joined by commas. */
export const splitCodes = (perms: string | null): string[] =>
  (perms ?? '')
    .split(',')
    .map((code) => code.trim())
    .filter((code) => code !== '');
