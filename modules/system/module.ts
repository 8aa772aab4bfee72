import { exportRequested, exportJob, importRequested, importJob } from '#kit/model/file-job-work.ts';
import { resourceKey } from '#kit/model/resource.ts';
import { fileJobs } from '#kit/server/import-export/job-handlers.ts';
import { defineModule, type House, type Parts } from '#kit/server/module.ts';
import { NO_PUSH } from '#kit/server/push.ts';
import { after } from '#kit/server/outbox.ts';
import { IMPORT_BYTES } from '#platform/sheets/sheet-limits.ts';
import { sweepSessionsWork } from './model/clock-works.ts';
import * as declared from './model/declared.ts';
import { systemOperations } from './model/system-operations.ts';
import { systemDictionaries } from './model/dictionaries.ts';
import { systemMenus } from './model/menus.ts';
import { openToAll, openToSession } from './model/open-routes.ts';
import { systemPermissions } from './model/permissions.ts';
import { systemGrants } from './model/preset-roles.ts';
import { absentDeputyActor } from './server/deputies/deputyship.ts';
import { dataLogRoutes } from './server/data-log/data-log-routes.ts';
import { servedDataLog } from './server/data-log/data-log-rows.ts';
import { fileJobRoutes, fileJobServe, sheetBounds } from './server/file-jobs/file-job-routes.ts';
import { systemJobs, systemRoutes, systemServes, systemInTransaction } from './server/index.ts';
import { absentActor } from './server/person-actor.ts';
import { pushDictionaries } from './server/push-dictionaries.ts';
import { reminder } from './server/notices/reminder.ts';
import type { SystemServices } from './server/services.ts';
import { systemCounted } from './server/tenants/counted.ts';
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
  counted: systemCounted,
  after: [after(importRequested, importJob), after(exportRequested, exportJob)],
  jobs: systemJobs,
  build,
});

function build(services: SystemServices, house: House): Parts {
  const { db, registry, clock, log, push, sessions, importBytes = IMPORT_BYTES } = services;
  pushDictionaries(services.sessions.dictionaries, { db, push: push ?? NO_PUSH, log });
  return {
    serves: [
      ...systemServes(registry.lifecycles, services),
      fileJobServe(registry),
      servedDataLog(() => house.serves(), systemOperations(registry.lifecycles)),
    ],
    routes: [
      ...dataLogRoutes(() => house.serves(), registry),
      ...systemRoutes({
        ...services,
        serves: () => house.serves(),
        grants: house.grants,
        counted: house.counted,
        tenantPages: house.tenantPages,
      }),
      ...fileJobRoutes(registry, sheetBounds(importBytes, registry)),
    ],
    inTransaction: systemInTransaction(push),
    works: [reminder],
    // Sessions, counters and pictures that have expired go.
    scheduled: [{ kind: sweepSessionsWork, everyMs: HOUR_MS, run: () => services.sessions.sweep() }],
    jobs: fileJobs({
      db,
      registry,
      serveOf: (key) => house.serves().find(({ resource }) => resourceKey(resource) === key),
      async actorOf(tenant, userId, deputyId) {
        const actor =
          deputyId === undefined
            ? await absentActor(db, tenant, userId, clock())
            : await absentDeputyActor(db, { tenant, userId, deputyId }, clock());
        return actor && { ...actor, words: await sessions.dictionaries.words(db, tenant) };
      },
      log,
    }),
  };
}
