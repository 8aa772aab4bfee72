export * from './task.ts';
export * from './clock-works.ts';
export * from './order-cycle.ts';
