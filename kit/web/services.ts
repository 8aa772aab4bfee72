import type { Arrangement, ListView, ListViews, ViewContent } from '#kit/model/list-view.ts';
import type { AdvancedQuery, SavedQuery } from '#kit/model/advanced-query.ts';
import type { FileJob, SheetBounds } from '#kit/model/file-job.ts';
import type { ReportColumns, ReportData, ReportQuery } from '#kit/model/report.ts';
import { port } from '#ui/port.ts';

/** What lists and forms ask for that is no resource of theirs. */
interface KitServices {
  /** @throws ApiError at status 200 with the server's words when another row has the value */
  checkTaken(value: { tableName: string; fieldName: string; fieldVal: string; dataId: string }): Promise<unknown>;
  /** @throws ApiError at status 200 with the server's words when the value breaks the rule */
  checkByRule(ruleCode: string, value: string): Promise<unknown>;
  savedQueries(listKey: string, signal: AbortSignal): Promise<SavedQuery[]>;
  saveQuery(query: AdvancedQuery & { listKey: string; name: string; overwrite: boolean }): Promise<SavedQuery>;
  deleteQuery(id: string): Promise<unknown>;
  /** Views of lists, and how columns are arranged without one, by `module:resource`. */
  listViews: {
    all(listKey: string, signal: AbortSignal): Promise<ListViews>;
    /** @throws ApiError with the server's words at `name` */
    add(view: { listKey: string; name: string; content: ViewContent }): Promise<ListView>;
    /**
     * @returns null when it is none of the caller's any more
     * @throws ApiError 409 when somebody has changed it since
     */
    edit(change: {
      id: string;
      version: number;
      name?: string;
      isShared?: boolean;
      content?: ViewContent;
    }): Promise<ListView | null>;
    delete(id: string): Promise<unknown>;
    setDefault(listKey: string, id: string | null): Promise<unknown>;
    arrange(listKey: string, arrangement: Arrangement | null): Promise<unknown>;
  };
  /** An import or export that a worker carries out. */
  fileJob(id: string): Promise<FileJob>;
  cancelFileJob(id: string): Promise<unknown>;
  sheetBounds(): Promise<SheetBounds>;
  /** Lists that popups choose from, by code. */
  reports: {
    columns(code: string): Promise<ReportColumns>;
    queries(code: string): Promise<ReportQuery[]>;
    data(code: string, query: Readonly<Record<string, string>>): Promise<ReportData>;
  };
}

export const kitServices = port<KitServices>('the services of lists and forms');
