import type { Declared } from '#kit/model/declared.ts';
import type { DeclaredDict } from '#kit/model/dict.ts';
import type { RoleGrants } from '#kit/model/grants.ts';
import type { DeclaredMenu } from '#kit/model/menu.ts';
import type { DeclaredPermission } from '#kit/model/permission.ts';
import type { QueuedHandler } from './deliveries.ts';
import type { Invariant } from './invariant.ts';
import type { Counted, Scheduled } from './module.ts';
import type { Reactions } from './outbox.ts';
import type { Open } from './route-faults.ts';
import type { Route } from './route.ts';
import type { Serve } from './serve.ts';
import type { TenantWork } from './tenant-work.ts';
import type { Todo } from './todo.ts';

/** All modules put together. */
export interface Assembled {
  declared: Declared;
  serves: readonly Serve[];
  routes: readonly Route[];
  reactions: Reactions;
  handlers: Readonly<Record<string, QueuedHandler>>;
  counted: readonly Counted[];
  invariants: readonly Invariant[];
  scheduled: readonly Scheduled[];
  works: readonly TenantWork[];
  /** In the order in which they are shown. */
  todos: readonly Todo[];
  permissions: readonly DeclaredPermission[];
  menus: readonly DeclaredMenu[];
  dictionaries: readonly DeclaredDict[];
  grants: RoleGrants;
  open: Open;
}
