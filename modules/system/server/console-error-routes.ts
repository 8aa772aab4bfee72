import { implement, type Call, type Route } from '#kit/server/route.ts';
import { consoleErrorFields, logCalls } from '../model/routes/lists.ts';
import { limitCalls } from './attempts.ts';
import type { Services } from './services.ts';

const PER_MINUTE = 30;

/** Errors of the console reach the server's log under the id that its user was shown. */
export const consoleErrorRoutes = (services: Services): Route[] => [
  implement(logCalls.consoleError, (call) => note(services, call)),
];

async function note({ db, log }: Services, call: Call): Promise<null> {
  const { userId, tenant, username } = call.actor;
  await limitCalls(db, { kind: 'lookup', subject: `error ${userId}` }, PER_MINUTE);
  const answers = (name: keyof typeof consoleErrorFields): string =>
    String(call.body[name] ?? '').slice(0, consoleErrorFields[name].max);
  const about = { page: answers('page'), error: answers('message'), stack: answers('stack') };
  const { requestId, userAgent } = call;
  log(
    'error',
    { errorId: answers('errorId'), ...about, tenant, username, requestId, userAgent },
    'error in the console',
  );
  return null;
}
