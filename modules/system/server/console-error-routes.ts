import { text } from '#kit/model/field.ts';
import type { Call, Route } from '#kit/server/route.ts';
import { limitCalls } from './attempts.ts';
import type { Services } from './services.ts';

const PER_MINUTE = 30;

const FIELDS = {
  errorId: text('错误编号', { required: true, max: 40 }),
  page: text('页面', { max: 200 }),
  message: text('错误', { max: 500 }),
  stack: text('堆栈', { max: 6000 }),
};

/** Errors of the console reach the server's log under the id that its user was shown. */
export function consoleErrorRoutes(services: Services): Route[] {
  return [
    {
      refusals: 'neutral',
      method: 'POST',
      path: '/sys/clientError',
      access: 'signedIn',
      summary: '记录页面错误',
      body: FIELDS,
      handle: (call) => note(services, call),
    },
  ];
}

async function note({ db, log }: Services, call: Call): Promise<null> {
  const { userId, tenant, username } = call.actor;
  await limitCalls(db, { kind: 'lookup', subject: `error ${userId}` }, PER_MINUTE);
  const said = (name: keyof typeof FIELDS): string =>
    String(call.body[name] ?? '').slice(0, FIELDS[name].max);
  const about = { page: said('page'), error: said('message'), stack: said('stack') };
  const { requestId, userAgent } = call;
  log(
    'error',
    { errorId: said('errorId'), ...about, tenant, username, requestId, userAgent },
    'error in the console',
  );
  return null;
}
