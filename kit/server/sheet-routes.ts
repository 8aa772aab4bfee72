import { errorFileRoute, resourceRoute } from '#kit/model/resource-routes.ts';
import { resourceKey } from '#kit/model/resource.ts';
import { handOutErrorFile } from './import-export/error-file.ts';
import { beginExport } from './import-export/export-job.ts';
import { documentTemplate, exportSheet, importTemplate } from './import-export/export-sheet.ts';
import { importUpload } from './import-export/import-upload.ts';
import { noArchive } from './import-export/archive.ts';
import type { Registry } from './registry.ts';
import type { Serve } from './serve.ts';
import { implement, type Route } from './route.ts';

/**
 * Export of every resource, import of registers; documents and ledgers are only read. A composite
 * takes sheets where its store does.
 */
export function sheetRoutes(serve: Serve, registry: Registry, importBytes: number): Route[] {
  const { resource } = serve;
  const routes: Route[] = [
    implement(resourceRoute(resource, 'exportXls'), async (call) => {
      if (call.query['template'] === '1') return importTemplate(resource, call.actor);
      if (call.query['archive'] === '1' && !serve.archive) throw noArchive();
      if (call.query['background'] === '1' || call.query['archive'] === '1')
        return beginExport(call, resourceKey(resource), resource.title);
      return exportSheet(call, serve, registry);
    }),
  ];
  if (resource.kind === 'register' && (!resource.isComposite || serve.store?.sheet))
    routes.push(...importRoutes(serve, importBytes));
  if (serve.documents) routes.push(...importRoutes(serve, importBytes));
  return routes;
}

function importRoutes({ resource, documents }: Serve, maxBytes: number): Route[] {
  const owner = resourceKey(resource);
  return [
    implement(resourceRoute(resource, 'importExcel'), (call) => importUpload(call, owner, maxBytes)),
    implement(resourceRoute(resource, 'importTemplate'), (call) =>
      documents ? documentTemplate(resource, documents, call.actor) : importTemplate(resource, call.actor),
    ),
    implement(errorFileRoute(resource, 'import', resource.title), (call) => handOutErrorFile(call, owner)),
  ];
}
