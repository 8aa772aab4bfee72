import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';

export interface ReceivedMail {
  from: string;
  to: string[];
  /** Headers and body as they came. */
  raw: string;
  /** Decoded headers of one line. */
  subject: string;
  text: string;
}

export interface MailServer {
  url: string;
  mails: ReceivedMail[];
  /** Refuses recipients from now on. */
  refuse(isRefusing: boolean): void;
  close(): Promise<void>;
}

/** A mail server on the loopback that keeps what it is given: enough SMTP for one sender. */
export async function startMailServer(): Promise<MailServer> {
  const mails: ReceivedMail[] = [];
  let isRefusing = false;
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    converse(socket, mails, () => isRefusing);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    mails,
    refuse: (next) => (isRefusing = next),
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

function converse(socket: Socket, mails: ReceivedMail[], isRefusing: () => boolean): void {
  let buffer = '';
  let envelope = { from: '', to: [] as string[] };
  let isInData = false;
  const print = (line: string): void => void socket.write(`${line}\r\n`);

  const command = (line: string): void => {
    const verb = line.slice(0, 4).toUpperCase();
    if (verb === 'MAIL') envelope = { from: addressIn(line), to: [] };
    if (verb === 'RCPT') {
      if (isRefusing()) return print('550 no such mailbox here');
      envelope.to.push(addressIn(line));
    }
    if (verb === 'DATA') {
      isInData = true;
      return print('354 go on');
    }
    print(verb === 'QUIT' ? '221 bye' : '250 fine');
    if (verb === 'QUIT') socket.end();
  };

  const data = (): boolean => {
    const end = buffer.indexOf('\r\n.\r\n');
    if (end < 0) return false;
    const raw = buffer.slice(0, end).replace(/\r\n\.\./g, '\r\n.');
    buffer = buffer.slice(end + 5);
    isInData = false;
    mails.push({ ...envelope, raw, ...decoded(raw) });
    print('250 taken');
    return true;
  };

  socket.on('error', () => socket.destroy());
  socket.on('data', (chunk: Buffer) => {
    buffer += chunk.toString('utf8');
    for (;;) {
      if (isInData) {
        if (!data()) return;
        continue;
      }
      const end = buffer.indexOf('\r\n');
      if (end < 0) return;
      const line = buffer.slice(0, end);
      buffer = buffer.slice(end + 2);
      command(line);
    }
  });
  print('220 tests at your service');
}

const addressIn = (line: string): string => /<([^>]*)>/.exec(line)?.[1] ?? '';

function decoded(raw: string): { subject: string; text: string } {
  const at = raw.indexOf('\r\n\r\n');
  const head = raw.slice(0, at).replace(/\r\n\s+/g, '');
  const body = raw.slice(at + 4);
  const header = (name: string): string => new RegExp(`^${name}: (.*)$`, 'im').exec(head)?.[1]?.trim() ?? '';
  const bytes =
    header('content-transfer-encoding').toLowerCase() === 'base64'
      ? Buffer.from(body, 'base64')
      : fromQuotedPrintable(body);
  const subject = header('subject').replace(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_all, kind: string, text: string) =>
    (kind.toLowerCase() === 'b'
      ? Buffer.from(text, 'base64')
      : fromQuotedPrintable(text.replaceAll('_', ' '))
    ).toString('utf8'),
  );
  return { subject, text: bytes.toString('utf8').trim() };
}

const fromQuotedPrintable = (text: string): Buffer =>
  Buffer.from(
    text
      .replace(/=\r\n/g, '')
      .replace(/=([0-9A-F]{2})/gi, (_all, hex: string) => String.fromCharCode(parseInt(hex, 16))),
    'latin1',
  );
