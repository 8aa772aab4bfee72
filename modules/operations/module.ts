import type { Database } from '#kit/server/database.ts';
import { defineModule } from '#kit/server/module.ts';
import type { Registry } from '#kit/server/registry.ts';
import type { TenantWork } from '#kit/server/tenant-work.ts';
import { dataSource } from './model/data-source.ts';
import { foldCountsWork, startSchedulesWork, sweepDeliveriesWork, sweepRunsWork } from './model/clock-works.ts';
import * as declared from './model/declared.ts';
import { operationsGrants } from './model/grants.ts';
import { openPrints, openReports } from './model/reports/open-reports.ts';
import { operationsMenus } from './model/menus.ts';
import { PAUSE_OWN_WORK, quartzRun } from './model/quartz-job.ts';
import { scheduleJobs } from './server/carry-out-run.ts';
import { probeDatabase } from '#platform/databases/probe.ts';
import { askedSparingly, readQuery } from '#platform/databases/read-query.ts';
import { judgeQuery } from './server/reports/report-queries.ts';
import { dataSourceGuards, dataSourceRoutes } from './server/data-sources.ts';
import { startDueJobs, sweepRuns } from './server/due-jobs.ts';
import type { GatewaySettings } from './server/gateway/compiled-route.ts';
import { gatewayRoutes } from './server/gateway/gateway-routes.ts';
import { gatewaySettings } from './server/gateway/gateway-settings.ts';
import { servedRoutes } from './server/gateway/gateway-store.ts';
import { foldCounts, sweepDeliveries } from './server/house-keeping.ts';
import { servedJobs } from './server/quartz-jobs.ts';
import { createReportCache } from './server/reports/report-cache.ts';
import { designRoutes } from './server/reports/design-routes.ts';
import type { MailCarrier } from '#platform/mail/smtp-mail.ts';
import { mailReport } from './server/reports/mail-report.ts';
import { printRoutes } from './server/reports/print-routes.ts';
import { createReportMenu } from './server/reports/report-menu.ts';
import { reportRoutes } from './server/reports/report-routes.ts';
import { servedReports } from './server/reports/report-store.ts';
import { WRITE_QUERIES } from './model/reports/report.ts';
import { quartzRoutes } from './server/quartz-routes.ts';
import { runRows } from './server/quartz-rows.ts';

const HOUR_MS = 3_600_000;

interface Services {
  db: Database;
  registry: Registry;
  clock: () => Date;
  /** Work was stored: look at the queue now. */
  wake: () => void;
  /** Beside what the modules declare; none by default (tests). */
  furtherWorks?: readonly TenantWork[];
  /** `host:port` of databases at private addresses that data sources of a tenant may reach; none by default. */
  sourceHosts?: (tenant: number) => readonly string[];
  /** What gateway routes may take and where they may lead; nowhere by default. */
  gateway?: () => GatewaySettings;
  /** null: nothing carries mails here. */
  mail?: MailCarrier | null;
}

/** 定时任务 多数据源 网关路由 在线报表: work that comes with the clock, databases and services of others, reports. */
export const operations = defineModule<Services>({
  name: 'operations',
  declared,
  menus: operationsMenus,
  grants: operationsGrants,
  open: { toSession: openReports, toAll: openPrints },
  permissions: [
    { code: WRITE_QUERIES, title: '编写数据源查询', resource: 'operations:report' },
    { code: PAUSE_OWN_WORK, title: '停止、启动与执行系统任务', resource: 'platform:clockWork', isInner: true },
  ],
  build(
    { db, registry, clock, wake, furtherWorks = [], sourceHosts = () => [], gateway = gatewaySettings(), mail = null },
    house,
  ) {
    const works = (): readonly TenantWork[] => [...house.works(), ...furtherWorks];
    const services = { works, registry, wake };
    const menu = createReportMenu(house.serves, clock);
    const reports = {
      registry,
      sources: house.serves,
      cache: createReportCache(),
      readQuery: askedSparingly(readQuery),
      sourceHosts,
    };
    return {
      serves: [
        servedJobs(services),
        servedReports({ sources: house.serves, judgeQuery: judgeQuery({ sourceHosts }), written: menu.forget }),
        { resource: quartzRun, rows: runRows },
        { resource: dataSource, guards: dataSourceGuards, own: ['options'] },
        servedRoutes(gateway),
      ],
      routes: [
        ...quartzRoutes(services),
        ...dataSourceRoutes({ db, probe: probeDatabase, sourceHosts }),
        ...gatewayRoutes({ registry, settings: gateway }),
        ...reportRoutes(reports),
        ...designRoutes(reports),
        ...printRoutes({ ...reports, db, clock }),
      ],
      works: [mailReport({ ...reports, db, clock, mail })],
      tenantPages: [menu.pages],
      jobs: scheduleJobs(works, clock),
      scheduled: [
        { kind: foldCountsWork, run: () => foldCounts(db) },
        { kind: startSchedulesWork, run: (now) => startDueJobs(db, works, now) },
        { kind: sweepDeliveriesWork, everyMs: HOUR_MS, run: (now) => sweepDeliveries(db, house.jobs(), now) },
        { kind: sweepRunsWork, everyMs: HOUR_MS, run: (now) => sweepRuns(db, now) },
      ],
    };
  },
});
