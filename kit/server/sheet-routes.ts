import { resourceKey } from '#kit/model/resource.ts';
import { stemOf } from '#kit/model/wire.ts';
import { errorFileRoute } from './import-export/error-file.ts';
import { beginExport } from './import-export/export-job.ts';
import { exportSheet, importTemplate } from './import-export/export-sheet.ts';
import { importUpload } from './import-export/import-upload.ts';
import type { Registry } from './registry.ts';
import type { Serve } from './serve.ts';
import type { Route } from './route.ts';

/** Export of every resource, import of registers; documents and ledgers are only read. */
export function sheetRoutes(serve: Serve, registry: Registry, importBytes: number): Route[] {
  const { resource } = serve;
  const base = stemOf(resource);
  const routes: Route[] = [
    {
      method: 'GET',
      path: `${base}/exportXls`,
      access: { permission: `${resourceKey(resource)}:export` },
      summary: `导出${resource.title}`,
      query: resource.fields,
      givesFile: true,
      handle: (call) => {
        if (call.query['template'] === '1') return importTemplate(resource, call.actor);
        if (call.query['background'] === '1')
          return beginExport(call, resourceKey(resource), resource.title);
        return exportSheet(call, serve, registry);
      },
    },
  ];
  if (resource.kind === 'register') routes.push(...importRoutes(serve, importBytes));
  return routes;
}

function importRoutes({ resource }: Serve, maxBytes: number): Route[] {
  const base = stemOf(resource);
  const permission = `${resourceKey(resource)}:import`;
  return [
    {
      method: 'POST',
      path: `${base}/importExcel`,
      access: { permission },
      summary: `导入${resource.title}`,
      takesFile: true,
      handle: (call) => importUpload(call, resourceKey(resource), maxBytes),
    },
    {
      method: 'GET',
      path: `${base}/importTemplate`,
      access: { permission },
      summary: `${resource.title}导入模板`,
      givesFile: true,
      handle: (call) => importTemplate(resource, call.actor),
    },
    errorFileRoute(base, resourceKey(resource), permission, resource.title),
  ];
}
