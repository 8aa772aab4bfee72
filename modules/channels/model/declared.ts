export { channelFee, channelFeeTier } from './channel-fee.ts';
export * from './channel-lifecycles.ts';
export * from './channel-product.ts';
export * from './events.ts';
export * from './jobs.ts';
export * from './numbers.ts';
export * from './stock-push.ts';
export * from './clock-works.ts';
export * from './call-wait.ts';
