import { forbidden, Refusal } from '#kit/model/refusal.ts';
import { may } from '#kit/server/actor.ts';
import type { Tx } from '#kit/server/database.ts';
import { isUuid } from '#kit/server/kinds.ts';
import { sql } from '#kit/server/sql.ts';
import { itemKey, readItems, readLayout, readParams, type ReportDefinition } from '../../model/reports/definition.ts';
import { deliveredReports } from '../../model/reports/delivered.ts';
import { openedBy } from './report-rows.ts';
import { maySee, type Sources } from './report-sources.ts';

/** A report with what it waits for, where it does. */
export type OpenedReport = ReportDefinition & { waitsFor: string | null };

export interface StoredDefinition {
  id: string;
  code: string;
  name: string;
  kind: 'rows' | 'query';
  source: string | null;
  dataSourceId: string | null;
  sql: string | null;
  items: string;
  params: string | null;
  layout: string | null;
  note: string | null;
  returnType?: '1' | '2';
  version: number;
}

/**
 * The report of an id or a code, for somebody who may open it: the tenant's own by role, delivered ones by the right
 * to the page of reports, and both by the right to the list of what they are made of.
 * @throws Refusal 实体不存在, or 403
 */
export async function openReport(tx: Tx, sources: Sources, name: string): Promise<OpenedReport> {
  const brought = deliveredReports.find(({ id, code }) => id === name || code === name);
  if (brought) {
    if (!may(tx.actor, 'operations:report:list')) throw forbidden();
    requireSource(tx, sources, brought.source);
    return brought;
  }
  const [stored] = await tx.query<StoredDefinition & { isOpen: boolean }>(sql`
    select r.id, r.code, r.name, r.kind, r.source, r.data_source_id, r.sql, r.items, r.params, r.layout, r.note,
      r.return_type, r.version, coalesce((${await openedBy(tx)}), false) as is_open
    from report r
    where r.tenant_id = ${tx.tenant} and r.deleted_at is null
      and (r.code = ${name} or r.id = ${isUuid(name) ? name : null}::uuid)`);
  if (!stored) throw new Refusal('notFound', '实体不存在', { status: 404 });
  if (!stored.isOpen) throw forbidden();
  if (stored.kind === 'rows') requireSource(tx, sources, stored.source);
  return { ...definitionOf(stored), waitsFor: null };
}

function requireSource(tx: Tx, sources: Sources, source: string | null): void {
  if (source !== null && !maySee(sources, tx.actor, source)) throw forbidden();
}

/** What was judged when it was stored. */
export function definitionOf(stored: StoredDefinition): ReportDefinition {
  const isQuery = stored.kind === 'query';
  const items = readItems(stored.items, isQuery);
  const params = readParams(stored.params, isQuery);
  if ('fault' in items || 'fault' in params) throw new Refusal('broken', '报表的定义不完整，请重新编辑保存');
  const layout = readLayout(stored.layout, items.ok.map(itemKey));
  return {
    ...stored,
    items: items.ok,
    params: params.ok,
    layout: 'ok' in layout ? layout.ok : {},
  };
}
