import { createServer, type AddressInfo } from 'node:net';

/** A port of the loopback that nobody had a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((tell) => server.listen(0, '127.0.0.1', tell));
  const { port } = server.address() as AddressInfo;
  await new Promise((tell) => server.close(tell));
  return port;
}
