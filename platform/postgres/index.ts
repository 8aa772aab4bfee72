export { startEmbeddedPostgres, type EmbeddedPostgres, type EmbeddedPostgresOptions } from './supervisor.ts';
