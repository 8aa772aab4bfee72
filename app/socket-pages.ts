import { movePermission, type Move } from '#kit/model/lifecycle.ts';
import { resourceKey, type AnyResource } from '#kit/model/resource.ts';
import { ruleParents, subjectsOf, type Registry } from '#kit/server/registry.ts';
import type { SocketPage } from '#kit/server/sockets/index.ts';
import { MASKS, ROW_LIMITS } from '#modules/system/model/row-limits.ts';

/**
 * Pages whose browsers tell each other of rows: one per resource, named by its key. Whoever may
 * list it listens; whoever may edit or move its rows sends. Postings are sent by nobody.
 */
export function socketPages(registry: Registry): (pageId: string) => SocketPage | undefined {
  const pages = new Map<string, SocketPage>(
    registry.resources.map((resource) => {
      const key = resourceKey(resource);
      const lifecycle = registry.lifecycleOf(resource);
      const moves = Object.entries((lifecycle?.moves ?? {}) as Record<string, Move>);
      const send = [
        ...(resource.kind === 'ledger' ? [] : [`${key}:edit`]),
        ...moves
          .filter(([, move]) => !move.system)
          .flatMap(([name]) => (lifecycle ? [movePermission(lifecycle, name)] : [])),
      ];
      const { masks = {}, scope = {} }: AnyResource = resource;
      const page: SocketPage = {
        listen: `${key}:list`,
        send,
        masks: MASKS.filter((mask) => (masks[mask] ?? []).length > 0),
        limits: ROW_LIMITS.filter((limit) => (scope[limit] ?? scope.of) !== undefined),
        ruled: ruledBy(resource),
      };
      return [key, page];
    }),
  );
  return (pageId) => pages.get(pageId);
}

/** A resource and whatever hides its rows when a data rule hides it. */
const ruledBy = (resource: AnyResource): string[] => [
  resourceKey(resource),
  ...[...ruleParents(resource), ...subjectsOf(resource)].flatMap((one) => ruledBy(one.resource)),
];
