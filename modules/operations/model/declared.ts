export * from './clock-works.ts';
export * from './jobs.ts';
export * from './quartz-job.ts';
export { dataSource } from './data-source.ts';
export { gatewayRoute } from './gateway-route.ts';
export { report } from './reports/report.ts';
