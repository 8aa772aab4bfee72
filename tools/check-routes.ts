import { tmpdir } from 'node:os';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { wayfair } from '#connectors/wayfair/index.ts';
import { assemble } from '#app/assemble.ts';
import { lifecycles, resources } from '#app/declarations.ts';
import { openDatabase } from '#kit/server/database.ts';
import { SEALED_MASK } from '#modules/system/model/row-limits.ts';
import { createNumbering } from '#kit/server/document-number.ts';
import { createFileStore } from '#kit/server/file-store.ts';
import { createRegistry } from '#kit/server/registry.ts';
import type { Route } from '#kit/server/route.ts';
import { createVault } from '#kit/server/vault.ts';
import { createSessions } from '#modules/system/server/index.ts';

/** Fewer routes than this were not all routes: the check would pass for want of anything to judge. */
const LEAST = 100;

/** Calls that need no session: each opens the house a little, so each is named. */
export const PUBLIC_ROUTES: ReadonlySet<string> = new Set([
  'GET /sys/randomImage/:key',
  'POST /sys/login',
  'POST /sys/login/secondFactor',
  'GET /sys/logout',
  'POST /sys/logout',
  'GET /sys/user/checkOnlyUser',
  'POST /sys/sms',
  'POST /sys/mailCode',
  'POST /sys/phoneLogin',
  'POST /sys/checkCaptcha',
  'POST /sys/user/register',
  'POST /sys/user/phoneVerification',
  'POST /sys/user/passwordChange',
  'GET /sys/user/passwordChange',
  'GET /sys/thirdLogin/render/:source',
  'GET /sys/thirdLogin/:source/callback',
  'GET /sys/thirdLogin/getLoginUser/:ticket/:thirdType',
  'POST /sys/thirdLogin/user/checkPassword',
  'GET /sys/cas/client/validateLogin',
]);

/** Writing calls that need no permission beyond being signed in: they touch the caller's own. */
export const OWN_ROUTES: ReadonlySet<string> = new Set([
  'PUT /sys/selectDepart',
  'POST /sys/selectDepart',
  'PUT /sys/selectTenant',
  'PUT /sys/user/updatePassword',
  'POST /sys/user/updatePassword',
  'PUT /sys/user/profile',
  'POST /sys/user/avatar',
  'DELETE /sys/user/avatar',
  'POST /sys/user/joinTenant',
  'DELETE /sys/user/sessions',
  'POST /sys/user/sessions/endOthers',
  'POST /sys/thirdLogin/unlink',
  'POST /sys/user/secondFactor/begin',
  'POST /sys/user/secondFactor/turnOn',
  'POST /sys/user/secondFactor/turnOff',
  'POST /sys/user/secondFactor/recoveryCodes',
  'PUT /sys/sysAnnouncementSend/editByAnntIdAndUserId',
  'POST /sys/sysAnnouncementSend/editByAnntIdAndUserId',
  'PUT /sys/sysAnnouncementSend/readAll',
  'POST /sys/clientError',
  'POST /desk/batch/read',
  'POST /sys/savedQuery/save',
  'GET /sys/fileJob/download',
  'POST /sys/fileJob/cancel',
  'POST /sys/fileJob/retry',
  'DELETE /sys/savedQuery/delete',
  'POST /sys/common/upload',
  'POST /sys/common/upload/parts',
  'PUT /sys/common/upload/parts/:id',
  'POST /sys/common/upload/parts/:id/finish',
  'DELETE /sys/common/upload/parts/:id',
]);

/**
 * What is wrong with a list of routes: a call nobody may be asked about, one that is public or
 * permission-free without being named above, a malformed permission, a path declared twice.
 */
export function routeFaults(
  routes: readonly Route[],
  { publicRoutes = PUBLIC_ROUTES, ownRoutes = OWN_ROUTES } = {},
): string[] {
  const seen = new Set<string>();
  return routes.flatMap((route) => {
    const name = `${route.method} ${route.path}`;
    const faults: string[] = [];
    if (seen.has(name)) faults.push(`${name}: declared twice`);
    seen.add(name);
    if (!/^(\/(:?[A-Za-z][\w.-]*|\*))+$/.test(route.path)) faults.push(`${name}: malformed path`);
    if (route.summary.trim() === '') faults.push(`${name}: no summary`);
    return [...faults, ...accessFaults(route, name, publicRoutes, ownRoutes)];
  });
}

const CODE = /^[a-z][A-Za-z]*(:[a-z][A-Za-z]*){2}$/;

function accessFaults(
  { method, access }: Route,
  name: string,
  publicRoutes: ReadonlySet<string>,
  ownRoutes: ReadonlySet<string>,
): string[] {
  if (access === 'public')
    return publicRoutes.has(name) ? [] : [`${name}: public, but not among PUBLIC_ROUTES`];
  if (access === 'signedIn')
    return method === 'GET' || ownRoutes.has(name)
      ? []
      : [`${name}: writes without a permission, but is not among OWN_ROUTES`];
  const code = (access as { permission?: unknown } | undefined)?.permission;
  if (typeof code !== 'string' || code === '') return [`${name}: no access declared`];
  return CODE.test(code) ? [] : [`${name}: permission ${code} is not module:resource:verb`];
}

/** Every route of the product, put together as at a start but without a database behind it. */
export function collectRoutes(): readonly Route[] {
  const db = openDatabase({ connection: { host: '/nowhere', user: 'nobody', database: 'none' } });
  const vault = createVault('routes are only looked at, nothing is sealed with this');
  const registry = createRegistry(resources, lifecycles, vault, SEALED_MASK);
  return assemble({
    db,
    registry,
    numbering: createNumbering(db, () => new Date()),
    fileStore: createFileStore(tmpdir()),
    sessions: createSessions(db, { days: 1, clock: () => new Date() }),
    connectors: [wayfair],
    outbound: () => () => Promise.reject(new Error('routes are only looked at')),
    grantedOrigins: () => [],
    clock: () => new Date(),
    wake: () => undefined,
    log: () => undefined,
  }).routes;
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const routes = collectRoutes();
  const faults = routeFaults(routes);
  if (routes.length < LEAST) faults.push(`only ${routes.length} routes were found`);
  for (const fault of faults) console.log(fault);
  process.exitCode = faults.length === 0 ? 0 : 1;
}
