import type { Lines } from './line.ts';

/** Ours: operation. */
export const OURS_OPERATION = {
  'ours: schedules': {
    says: '定时任务: registered works alone, parameters by their fields, misfire and overlap rules, lease and fence, time-out, run log, notices once a streak, zone of the tenant, the product’s own work beside them',
    where: ['modules/operations', 'kit/model/clock-work.ts', 'kit/server/tenant-work.ts', 'app/schedule.ts'],
  },
  'ours: monitoring': {
    says: '监控: each node by the minute and the installation as a whole, a day of history, thresholds that last and ring once by bell and mail, traces without secrets, figures as text behind a token, the paths of the base',
    where: ['modules/monitor', 'kit/server/serve-metrics.ts', 'modules/system/server/notices/operator-bell.ts'],
  },
  'ours: data sources': {
    says: '多数据源: drivers and parameters by a closed list, passwords write-only and bound to their address, public addresses only but for what the operator lists, looked up once and pinned',
    where: [
      'modules/operations/model/source-address.ts',
      'modules/operations/server/data-sources.ts',
      'platform/databases',
    ],
  },
  'ours: gateway routes': {
    says: '网关路由: conditions and filters by closed lists, upstreams that the operator lists, pinned; sessions, pages and connections of this server stay here; off at once on all nodes; circles, late and broken services end in words',
    where: ['modules/operations/server/gateway', 'platform/outbound/pinned-dispatcher.ts'],
  },
  'ours: reports': {
    says: '在线报表: over the rows that their readers may list (rights, row scope, data rules, masks), put together and added up by currency, parameters, charts, sheets, an answer kept for half a minute per reader; twelve are brought along, those that wait for money say so',
    where: [
      'modules/operations/model/reports',
      'modules/operations/server/reports',
      'modules/orders/server/sales-lines.ts',
    ],
  },
  'ours: queries of data sources': {
    says: 'reports over a data source: one SELECT judged by the grammar of PostgreSQL (statements, functions, types and catalogs by closed lists), run read-only with an end to its time, rows and weight; parameters are bound',
    where: [
      'platform/databases/select-grammar.ts',
      'platform/databases/read-query.ts',
      'modules/operations/server/reports/query-report.ts',
    ],
  },
  'ours: the queue': {
    says: 'the queue: fair to tenants and kinds, a rate that nodes share, leases, retries, breaker, progress of a batch',
    where: [
      'kit/server/worker.ts',
      'kit/server/carry-out.ts',
      'kit/server/deliveries.ts',
      'kit/server/rate-limit.ts',
      'modules/desk/server/batches.ts',
    ],
  },
  'ours: tables of rights, masks, scopes and moves': {
    says: 'who does, sees and decides what: tables by hand of rights, masks, scopes and moves',
    where: ['tests/contract/golden-masks.ts'],
  },
  'ours: rights of an import': {
    says: 'an import asks for the right to add or edit row by row, and stays quick when repeated',
    where: ['kit/server/import-export'],
  },
  'ours: live lists': {
    says: 'lists follow what workers write',
    where: ['kit/server/registry.ts', 'kit/server/write-journal.ts'],
  },
  'ours: rights of the platform': {
    says: 'platform rights stay with the operator; refused deeds are written down',
    where: ['modules/system/server/granted-rights.ts', 'modules/system/server/right-holders.ts'],
  },
  'ours: faults of the database': {
    says: 'sessions of the database lost, its server killed, a disk full: said in words, served again',
    where: ['kit/server/database-fault.ts', 'kit/server/readiness.ts'],
  },
  'ours: bounds of a caller': {
    says: 'what one caller may take: bodies, JSON, prepared statements, a page far back',
    where: [
      'kit/server/request-body.ts',
      'kit/server/json-shape.ts',
      'kit/server/prepared-statements.ts',
      'kit/server/query',
    ],
  },
  'ours: several nodes': {
    says: 'several nodes of one installation: key, data folder, proxies, graceful stop, sweeps, lost files',
    where: [
      'kit/server/installation.ts',
      'kit/server/resealing.ts',
      'kit/server/database-clock.ts',
      'app/close-http.ts',
    ],
  },
  'ours: backup and restore': {
    says: 'backup and restore by a command',
    where: ['kit/server/backup', 'app/backup.ts', 'app/restore.ts'],
  },
} as const satisfies Lines;
