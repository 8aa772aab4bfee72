import { once } from 'node:events';
import { request, type ClientRequest, type IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { PASSWORD, startTestApp, type TestApp } from '#tests/harness/app.ts';
import { covers } from '#tests/spec/covers.ts';

interface Answered {
  status: number;
  text: string;
}

async function answerOf(call: ClientRequest): Promise<Answered> {
  const [response] = (await once(call, 'response')) as [IncomingMessage];
  let text = '';
  for await (const chunk of response) text += String(chunk);
  return { status: response.statusCode ?? 0, text };
}

/** A request whose body has not arrived yet, known to have reached the server. */
async function halfSent(address: string, body: string): Promise<ClientRequest> {
  const call = request(`${address}/api/sys/login`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      expect: '100-continue',
    },
  });
  call.flushHeaders();
  await once(call, 'continue');
  call.write(body.slice(0, 10));
  return call;
}

async function listening(scene: TestApp): Promise<string> {
  return scene.app.http.listen({ port: 0, host: '127.0.0.1' });
}

test('a stop says not ready first, takes no more connections, and lets what is under way finish', async () => {
  covers('ours: several nodes');
  const lines: string[] = [];
  const scene = await startTestApp({
    isEmpty: true,
    start: {
      shutdown: { delayMs: 300, graceMs: 10_000 },
      log: (_level, _about, message) => lines.push(message),
    },
  });
  try {
    const address = await listening(scene);
    const body = JSON.stringify({ username: 'admin', password: PASSWORD });
    const call = await halfSent(address, body);
    expect((await fetch(`${address}/readyz`)).status).toBe(200);
    const stopped = scene.stopApp();
    expect((await fetch(`${address}/readyz`)).status).toBe(503);
    const refused = async (): Promise<boolean> =>
      fetch(`${address}/healthz`, { headers: { connection: 'close' } }).then(
        () => false,
        () => true,
      );
    await expect.poll(refused).toBe(true);
    const answered = answerOf(call);
    call.end(body.slice(10));
    expect(await answered).toEqual({
      status: 200,
      text: expect.stringContaining('"success":true'),
    });
    await stopped;
    expect(lines).toContain('stopping: requests in flight have finished');
  } finally {
    await scene.stop();
  }
});

test('what does not finish within the grace is cut off, and said', async () => {
  const lines: string[] = [];
  const scene = await startTestApp({
    isEmpty: true,
    start: {
      shutdown: { delayMs: 0, graceMs: 200 },
      log: (_level, _about, message) => lines.push(message),
    },
  });
  try {
    const call = await halfSent(await listening(scene), '{"username":"admin"}');
    const cut = once(call, 'error');
    await scene.stopApp();
    await cut;
    expect(lines).toContain('stopping: requests in flight were cut off');
  } finally {
    await scene.stop();
  }
});
