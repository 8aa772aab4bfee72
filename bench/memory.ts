import { Agent } from 'node:http';
import { connect, type Socket } from 'node:net';
import { salesOrder } from '#modules/orders/model/order.ts';
import { generateOrders } from './generate-orders.ts';
import { send, type Target } from './load.ts';
import { heldMb, peakMb, sessionsMb } from './processes.ts';
import type { Scene } from './scene.ts';

export interface MemoryFigures {
  /** Memory of all sessions before and after so many different questions. */
  questions: number;
  sessionsBeforeMb: number;
  sessionsAfterMb: number;
  /** The server's memory before, and its peak while so many bodies never end. */
  bodies: number;
  serverBeforeMb: number;
  serverPeakMb: number;
}

const QUESTIONS = 1000;
const CLIENTS = 8;
const BODIES = 240;
const BODY_BYTES = 10_000_000;

/** What distinct list queries, and bodies of strangers that never end, make the server hold. */
export async function measureMemory(scene: Scene, app: Target & { token: string }): Promise<MemoryFigures> {
  await generateOrders(scene.owner, scene.seller, 1, 10_000);
  await askDifferently(app, 8);
  const sessionsBeforeMb = sessionsMb(app.postmaster);
  await askDifferently(app, QUESTIONS);
  const sessionsAfterMb = sessionsMb(app.postmaster);
  const serverBeforeMb = heldMb(app.served.pid);
  await leaveBodiesOpen(app.served.address);
  return {
    questions: QUESTIONS,
    sessionsBeforeMb,
    sessionsAfterMb,
    bodies: BODIES,
    serverBeforeMb,
    serverPeakMb: peakMb(app.served.pid),
  };
}

/** Each question twice, so that it is worth preparing; several clients, as people are. */
async function askDifferently({ served, token }: Target & { token: string }, count: number): Promise<void> {
  const fields = Object.entries(salesOrder.fields)
    .filter(([, { kind }]) => kind === 'text')
    .map(([key]) => key)
    .slice(0, 10);
  const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS });
  let next = 1;
  const client = async (): Promise<void> => {
    for (let n = next++; n <= count; n = next++) {
      const requested = fields.filter((_key, bit) => n & (1 << bit));
      const query = new URLSearchParams(Object.fromEntries(requested.map((key) => [key, 'x*'])));
      const url = `${served.address}/api/orders/salesOrder/list?${query.toString()}`;
      for (let time = 0; time < 2; time++) {
        const { status } = await send(agent, {
          method: 'GET',
          url,
          headers: { 'x-access-token': token },
        });
        if (status !== 200) throw new Error(`${url} answers ${status}`);
      }
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  agent.destroy();
}

/** Sends most of each body and never the rest; resolves when no more is taken. */
async function leaveBodiesOpen(address: string): Promise<void> {
  const { hostname, port } = new URL(address);
  const part = Buffer.alloc(BODY_BYTES - 1000, 'x');
  const sockets: Socket[] = [];
  await Promise.all(
    Array.from({ length: BODIES }, async () => {
      const socket = connect(Number(port), hostname);
      sockets.push(socket);
      socket.on('error', () => undefined); // cut off: that is an answer too
      socket.resume();
      socket.write(
        `POST /api/sys/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n` +
          `transfer-encoding: chunked\r\n\r\n${part.length.toString(16)}\r\n`,
      );
      await new Promise<void>((sent) => {
        socket.once('close', () => sent());
        socket.write(part, () => sent());
      });
    }),
  );
  for (const socket of sockets) socket.destroy();
}
