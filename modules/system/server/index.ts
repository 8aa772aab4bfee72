import type { AnyLifecycle } from '#kit/model/lifecycle.ts';
import type { Within } from '#kit/server/outbox.ts';
import { NO_PUSH, type Push } from '#kit/server/push.ts';
import type { Route } from '#kit/server/route.ts';
import type { Serve } from '#kit/server/serve.ts';
import { avatarRoutes } from './account/avatar-routes.ts';
import { announcementInboxRoutes } from './notices/announcement-inbox-routes.ts';
import { servedReceived } from './notices/announcement-inbox.ts';
import { servedNotices } from './notices/announcement-list.ts';
import { noticeJobs, noticePush } from './notices/announcement-push.ts';
import { announcementRoutes } from './notices/announcement-routes.ts';
import { categoryGuards } from './categories.ts';
import { categoryRoutes } from './category-routes.ts';
import { category } from '../model/category.ts';
import { declaredDeeds } from '../model/deeds.ts';
import { log, online } from '../model/log.ts';
import { message } from '../model/message.ts';
import { invitation } from '../model/registration.ts';
import { position } from '../model/position.ts';
import { codeRoutes } from './registration/code-routes.ts';
import { consoleErrorRoutes } from './console-error-routes.ts';
import { departRoutes, servedDeparts } from './depart-routes.ts';
import { deviceRoutes } from './account/device-routes.ts';
import { checkRuleRoutes } from './check-rule-routes.ts';
import { dictRoutes } from './dict-routes.ts';
import { dictSourceRoutes } from './dict-source-routes.ts';
import { DEFAULT_QUOTA_BYTES, uploadRoutes } from './files/upload-routes.ts';
import { forgottenPasswordRoutes } from './registration/forgotten-password.ts';
import { invitationRoutes, invitationRows } from './registration/invitation-routes.ts';
import { joinTenantRoutes } from './registration/join-tenant.ts';
import { logRoutes } from './log-routes.ts';
import { logRows, onlineRows } from './log-rows.ts';
import { messageRows } from './registration/message-rows.ts';
import { profileRoutes } from './account/own-profile.ts';
import { registrationRoutes } from './registration/registration.ts';
import { roleRoutes } from './role-routes.ts';
import { servedRoles } from './roles.ts';
import { ownSecondFactorRoutes } from './second-factor/own-second-factor.ts';
import { resetSecondFactorRoutes } from './second-factor/reset-second-factor.ts';
import { secondSignInRoutes } from './second-factor/second-sign-in.ts';
import { listViewRoutes } from './list-views/list-view-routes.ts';
import { savedQueryRoutes } from './saved-query-routes.ts';
import { createServices, NO_SCOPE, type SystemOptions } from './services.ts';
import { sessionRoutes } from './session-routes.ts';
import { thirdLinkRoutes } from './third-login/third-link-routes.ts';
import { thirdLoginRoutes } from './third-login/third-login-routes.ts';
import { servedColleagues, userPickerRoutes } from './user-picker-routes.ts';
import { servedUsers, userRoutes } from './user-routes.ts';

export { noteRefusal } from './refusals.ts';
export { bootstrap, type Bootstrap } from './bootstrap.ts';
export { sendNotice, type OutgoingNotice } from './notices/send-notice.ts';
export { rightHolders } from './right-holders.ts';
export { createMessenger, type Carrier, type Messenger } from './registration/messenger.ts';
export type { ScopeRegister } from './row-scope.ts';
export type { CodeOptions, SystemServices } from './services.ts';
export { signInProviders, type SingleSignOnOptions } from './third-login/single-sign-on.ts';
export { createSessions, type Session, type Sessions } from './sessions.ts';
export { createTenantFollower } from './follow-tenant.ts';
export { syncDictionaries, syncMenus, syncPermissions } from './sync.ts';
export { createTenant, syncPresetRoles, type NewTenant } from './tenants.ts';
export { createUser, type NewUser } from './users.ts';

export { placeUpload } from './files/upload-store.ts';

/** All routes of identity and session. Paths are below the API base. */
export function systemRoutes(options: SystemOptions): Route[] {
  const services = createServices(options);
  return [
    ...sessionRoutes(services),
    ...secondSignInRoutes(services),
    ...ownSecondFactorRoutes(services),
    ...resetSecondFactorRoutes(services),
    ...codeRoutes(services),
    ...thirdLoginRoutes(services),
    ...thirdLinkRoutes(services),
    ...registrationRoutes(services),
    ...joinTenantRoutes(services),
    ...forgottenPasswordRoutes(services),
    ...invitationRoutes(services),
    ...profileRoutes(services),
    ...avatarRoutes(services),
    ...deviceRoutes(services),
    ...uploadRoutes({
      quotaBytes: options.uploadQuotaBytes ?? DEFAULT_QUOTA_BYTES,
      registry: services.registry,
    }),
    ...userRoutes(services),
    ...userPickerRoutes(services),
    ...roleRoutes(services),
    ...departRoutes(),
    ...dictRoutes(services),
    ...checkRuleRoutes(),
    ...savedQueryRoutes(services),
    ...listViewRoutes(services),
    ...dictSourceRoutes(),
    ...categoryRoutes(),
    ...logRoutes(services),
    ...consoleErrorRoutes(services),
    ...announcementRoutes(services),
    ...announcementInboxRoutes(),
  ];
}

/** What is declared here: the generic routes follow from it. @param lifecycles whose moves the log names */
export const systemServes = (
  lifecycles: readonly AnyLifecycle[],
  { sessions, scopeRegister = NO_SCOPE }: Pick<SystemOptions, 'sessions' | 'scopeRegister'>,
): Serve[] => [
  { resource: category, guards: categoryGuards },
  { resource: position },
  servedRoles({ sessions }),
  servedUsers({ sessions, scopeRegister }),
  servedColleagues,
  servedDeparts({ sessions }),
  servedNotices,
  servedReceived,
  { resource: message, rows: messageRows },
  { resource: invitation, rows: invitationRows },
  { resource: log, rows: logRows(declaredDeeds(lifecycles)) },
  { resource: online, rows: onlineRows },
];

/** What this module does within the transactions of others: browsers hear of notices. */
export const systemWithin = (push: Push = NO_PUSH): Within[] => [noticePush(push)];

/** What this module does by the clock. */
export const systemJobs = noticeJobs;
