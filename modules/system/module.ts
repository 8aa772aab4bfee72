import { exportAsked, exportJob, importAsked, importJob } from '#kit/model/file-job-work.ts';
import { resourceKey } from '#kit/model/resource.ts';
import { fileJobs } from '#kit/server/import-export/job-handlers.ts';
import { defineModule, type House, type Parts } from '#kit/server/module.ts';
import { after } from '#kit/server/outbox.ts';
import { IMPORT_BYTES } from '#platform/sheets/sheet-limits.ts';
import * as declared from './model/declared.ts';
import { systemDictionaries } from './model/dictionaries.ts';
import { systemMenus } from './model/menus.ts';
import { openToAll, openToSession } from './model/open-routes.ts';
import { systemPermissions } from './model/permissions.ts';
import { systemGrants } from './model/preset-roles.ts';
import { fileJobRoutes, fileJobServe, sheetBounds } from './server/file-jobs/file-job-routes.ts';
import { systemJobs, systemRoutes, systemServes, systemWithin } from './server/index.ts';
import { absentActor } from './server/person-actor.ts';
import { reportRoutes } from './server/report-routes.ts';
import type { SystemServices } from './server/services.ts';
import { sealedSecondFactors } from './server/second-factor/second-factors.ts';

const HOUR_MS = 3_600_000;

/** 用户 角色 部门 字典 通告 日志 文件: identity, and what every module stands on. */
export const system = defineModule<SystemServices>({
  name: 'system',
  declared,
  menus: systemMenus,
  grants: systemGrants,
  sealed: [sealedSecondFactors],
  open: { toAll: openToAll, toSession: openToSession },
  permissions: systemPermissions,
  dictionaries: systemDictionaries,
  after: [after(importAsked, importJob), after(exportAsked, exportJob)],
  jobs: systemJobs,
  build,
});

function build(services: SystemServices, house: House): Parts {
  const { db, registry, clock, log, push, importBytes = IMPORT_BYTES } = services;
  return {
    serves: [...systemServes(registry.lifecycles, services), fileJobServe(registry)],
    routes: [
      ...systemRoutes({ ...services, grants: house.grants }),
      ...reportRoutes(registry),
      ...fileJobRoutes(registry, sheetBounds(importBytes)),
    ],
    within: systemWithin(push),
    // Sessions, counters and pictures that have expired go.
    scheduled: [{ everyMs: HOUR_MS, run: () => services.sessions.sweep() }],
    jobs: fileJobs({
      db,
      registry,
      serveOf: (key) => house.serves().find(({ resource }) => resourceKey(resource) === key),
      actorOf: (tenant, userId) => absentActor(db, tenant, userId, clock()),
      log,
    }),
  };
}
