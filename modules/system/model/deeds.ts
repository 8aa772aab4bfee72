import { movePermission, type AnyLifecycle, type Move } from '#kit/model/lifecycle.ts';

/** Something the operation log names that is no right of its own. */
export interface Deed {
  /** `{module}:{resource}:{action}`. */
  code: string;
  title: string;
}

/** Deeds of this module that go by another name than the right they need, or need none. */
const OWN: readonly Deed[] = [
  { code: 'system:user:changePassword', title: '修改自己的密码' },
  { code: 'system:user:thaw', title: '解冻用户' },
  { code: 'system:user:freeze', title: '冻结用户' },
];

/** What the system does by itself: its moves have no button, so that no right names them. */
export const declaredDeeds = (lifecycles: readonly AnyLifecycle[]): Deed[] => [
  ...OWN,
  ...lifecycles.flatMap((lifecycle) =>
    Object.entries(lifecycle.moves as Record<string, Move>).flatMap(([name, move]) =>
      move.system
        ? [{ code: movePermission(lifecycle, name), title: `${lifecycle.of.title}：${move.title}` }]
        : [],
    ),
  ),
];
