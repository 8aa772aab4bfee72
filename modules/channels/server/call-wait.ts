import type { Route } from '#kit/server/route.ts';
import { settingsRoutes } from '#modules/system/server/index.ts';
import { callWait } from '../model/call-wait.ts';

/** 撤回等待: what waits already goes when it was to go; only moves from now on wait as long. */
export const callWaitRoutes: Route[] = settingsRoutes(callWait, {
  defaultsOf: ({ callWaitSeconds }) => ({ seconds: callWaitSeconds }),
});
