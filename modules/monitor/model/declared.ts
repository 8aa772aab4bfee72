export * from './clock-works.ts';
