export { createClockBook, type ClockBook } from './clock-book.ts';
export { createGatewayTable } from './gateway/gateway-table.ts';
export { gatewaySettings } from './gateway/gateway-settings.ts';
export { serveGateway } from './gateway/serve-gateway.ts';
export type { GatewaySettings } from './gateway/compiled-route.ts';
