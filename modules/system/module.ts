import { exportAsked, exportJob, importAsked, importJob } from '#kit/model/file-job-work.ts';
import { resourceKey } from '#kit/model/resource.ts';
import { fileJobs } from '#kit/server/import-export/job-handlers.ts';
import { defineModule, type House, type Parts } from '#kit/server/module.ts';
import { after } from '#kit/server/outbox.ts';
import { IMPORT_BYTES } from '#platform/sheets/sheet-limits.ts';
import * as declared from './model/declared.ts';
import { fileJobRoutes, fileJobServe, sheetBounds } from './server/file-jobs/file-job-routes.ts';
import { systemJobs, systemRoutes, systemServes, systemWithin } from './server/index.ts';
import { absentActor } from './server/person-actor.ts';
import { reportRoutes } from './server/report-routes.ts';
import type { SystemServices } from './server/services.ts';

/** 用户 角色 部门 字典 通告 日志 文件: identity, and what every module stands on. */
export const system = defineModule<SystemServices>({
  name: 'system',
  declared,
  after: [after(importAsked, importJob), after(exportAsked, exportJob)],
  jobs: systemJobs,
  build,
});

function build(services: SystemServices, house: House): Parts {
  const { db, registry, clock, log, push, importBytes = IMPORT_BYTES } = services;
  return {
    serves: [...systemServes(registry.lifecycles), fileJobServe(registry)],
    routes: [
      ...systemRoutes(services),
      ...reportRoutes(registry),
      ...fileJobRoutes(registry, sheetBounds(importBytes)),
    ],
    within: systemWithin(push),
    jobs: fileJobs({
      db,
      registry,
      serveOf: (key) => house.serves().find(({ resource }) => resourceKey(resource) === key),
      actorOf: (tenant, userId) => absentActor(db, tenant, userId, clock()),
      log,
    }),
  };
}
