export {
  startEmbeddedPostgres,
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
} from './supervisor.ts';
export { prepareServer, refuseUnsafeApp, type PreparedServer } from './prepare-server.ts';
