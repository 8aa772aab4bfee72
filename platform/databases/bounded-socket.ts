import { Socket } from 'node:net';

const LOOK_MS = 20;

/**
 * A socket, not connected yet, that is closed with `tooMuch` once more has come over it than an answer may weigh:
 * whoever answers may announce one row of gigabytes, which clients would gather before they look at it. What has come
 * is looked at many times a second, for an encrypted connection takes its bytes past the socket.
 */
export function boundedSocket(mostBytes: number): Socket {
  const socket = new Socket();
  const look = setInterval(() => {
    if (socket.bytesRead > mostBytes)
      socket.destroy(Object.assign(new Error('the answer weighs too much'), { code: 'tooMuch' }));
  }, LOOK_MS);
  look.unref();
  socket.once('close', () => clearInterval(look));
  return socket;
}
