import { resourceKey } from '#kit/model/resource.ts';
import type { Database } from '#kit/server/database.ts';
import { exportAsked, exportJob, importAsked, importJob } from '#kit/model/file-job-work.ts';
import { fileJobs } from '#kit/server/import-export/job-handlers.ts';
import type { ModuleParts } from '#kit/server/module.ts';
import { after } from '#kit/server/outbox.ts';
import type { Registry } from '#kit/server/registry.ts';
import type { Serve } from '#kit/server/serve.ts';
import { IMPORT_BYTES } from '#platform/sheets/sheet-limits.ts';
import { absentActor } from '../person-actor.ts';
import type { Log } from '../services.ts';
import { fileJobRoutes, fileJobServe, sheetBounds } from './file-job-routes.ts';

export interface FileJobServices {
  db: Database;
  registry: Registry;
  /** Resources of all modules, with their guards. */
  serves: readonly Serve[];
  /** What a sheet to import may weigh; 50 MB by default. */
  importBytes?: number;
  clock: () => Date;
  log: Log;
}

/** 导入导出: imports and exports in the background, and the page that shows them. */
export function createFileJobs(services: FileJobServices): ModuleParts {
  const { db, registry, clock, log } = services;
  const serves = new Map(services.serves.map((serve) => [resourceKey(serve.resource), serve]));
  return {
    serves: [fileJobServe(registry)],
    routes: fileJobRoutes(registry, sheetBounds(services.importBytes ?? IMPORT_BYTES)),
    after: [after(importAsked, importJob), after(exportAsked, exportJob)],
    jobs: fileJobs({
      db,
      registry,
      serveOf: (resource) => serves.get(resource),
      actorOf: (tenant, userId) => absentActor(db, tenant, userId, clock()),
      log,
    }),
  };
}
