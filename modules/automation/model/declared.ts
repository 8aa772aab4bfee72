export * from './jobs.ts';
export * from './rule-records.ts';
export * from './rule.ts';
export * from './clock-works.ts';
