/** Front door of 监控 on the server: what the wiring makes for each process. */
export { createHttpTrace } from './http-trace.ts';
export { createNodeWatch, type StatDisk } from './node-watch.ts';
export { prometheusText } from './prometheus.ts';
export type { MonitorServices, NodeEyes, OperatorBell, OperatorNotice } from './services.ts';
export { createSlowStatements } from './slow-statements.ts';
