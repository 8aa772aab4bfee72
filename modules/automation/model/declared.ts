export * from './jobs.ts';
export * from './rule-records.ts';
export * from './rule.ts';
