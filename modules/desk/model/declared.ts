export * from './task.ts';
export * from './clock-works.ts';
