import type { AnyLifecycle } from '#kit/model/lifecycle.ts';
import type { TransactionHandler } from '#kit/server/outbox.ts';
import { NO_PUSH, type Push } from '#kit/server/push.ts';
import type { Registry } from '#kit/server/registry.ts';
import type { Route } from '#kit/server/route.ts';
import type { Serve } from '#kit/server/serve.ts';
import { avatarRoutes } from './account/avatar-routes.ts';
import { announcementInboxRoutes } from './notices/announcement-inbox-routes.ts';
import { servedReceived } from './notices/announcement-inbox.ts';
import { servedNotices } from './notices/announcement-list.ts';
import { noticeJobs, noticePush } from './notices/announcement-push.ts';
import { announcementRoutes } from './notices/announcement-routes.ts';
import { servedAddresses } from './address.ts';
import { categoryGuards } from './categories.ts';
import { categoryAdminRoutes } from './category-admin-routes.ts';
import { categoryRoutes } from './category-routes.ts';
import { category } from '../model/category.ts';
import { checkRule, fillRule } from '../model/code-rules.ts';
import { systemOperations } from '../model/system-operations.ts';
import { log, online } from '../model/log.ts';
import { invitation } from '../model/registration.ts';
import { position } from '../model/position.ts';
import { codeRoutes } from './registration/code-routes.ts';
import { consoleErrorRoutes } from './console-error-routes.ts';
import { dataRuleRoutes } from './data-rules/data-rule-routes.ts';
import { departRoleRoutes } from './depart-roles/depart-role-routes.ts';
import { servedDepartRoles } from './depart-roles/depart-roles.ts';
import { myDepartRoutes } from './depart-roles/my-depart-routes.ts';
import { departRoutes, servedDeparts } from './depart-routes.ts';
import { deviceRoutes } from './account/device-routes.ts';
import { checkRuleGuards, codeRuleRoutes, fillRuleGuards } from './code-rule-routes.ts';
import { decidedSettingsRoutes } from './settings/decided-settings.ts';
import { dictAdminRoutes } from './dict-admin-routes.ts';
import { servedDictItems } from './dict-items.ts';
import { dictRoutes } from './dict-routes.ts';
import { servedDicts } from './dicts.ts';
import { dictSourceRoutes } from './dict-source-routes.ts';
import { servedFiles } from './files/stored-files.ts';
import { DEFAULT_QUOTA_BYTES, uploadRoutes } from './files/upload-routes.ts';
import { forgottenPasswordRoutes } from './registration/forgotten-password.ts';
import { invitationRoutes, invitationRows } from './registration/invitation-routes.ts';
import { joinTenantRoutes } from './registration/join-tenant.ts';
import { deputyRoutes } from './deputies/deputy-routes.ts';
import { logRoutes } from './log-routes.ts';
import { logRows, onlineRows } from './log-rows.ts';
import { messageRoutes, servedTemplates } from './messages/message-routes.ts';
import { servedMessages } from './messages/sent-messages.ts';
import { menuRoutes } from './menus/menu-routes.ts';
import { profileRoutes } from './account/own-profile.ts';
import { registrationRoutes } from './registration/registration.ts';
import { roleRoutes } from './role-routes.ts';
import { servedRoles } from './roles.ts';
import { ownSecondFactorRoutes } from './second-factor/own-second-factor.ts';
import { resetSecondFactorRoutes } from './second-factor/reset-second-factor.ts';
import { secondSignInRoutes } from './second-factor/second-sign-in.ts';
import { listViewRoutes } from './list-views/list-view-routes.ts';
import { savedQueryRoutes } from './saved-query-routes.ts';
import { createServices, NO_REGISTRY, NO_SCOPE, type SystemOptions } from './services.ts';
import { sessionRoutes } from './session-routes.ts';
import { servedPlans } from './tenants/plans.ts';
import { servedTenants } from './tenants/tenant-list.ts';
import { tenantRoutes } from './tenants/tenant-routes.ts';
import { thirdLinkRoutes } from './third-login/third-link-routes.ts';
import { thirdLoginRoutes } from './third-login/third-login-routes.ts';
import { servedColleagues, userPickerRoutes } from './user-picker-routes.ts';
import { servedUsers, userRoutes } from './user-routes.ts';

export { limitCalls } from './attempts.ts';
export { createOperatorBell } from './notices/operator-bell.ts';
export { dictTexts, knownDicts } from './dictionaries.ts';
export { replaceInQueries } from './list-views/replace-in-queries.ts';
export { noteRefusal } from './refusals.ts';
export { bootstrap, type Bootstrap } from './bootstrap.ts';
export { sendNotice, type OutgoingNotice } from './notices/send-notice.ts';
export { holdPeople, isOnlyPerson } from './only-person.ts';
export { bindingSettings, type BindingSettings } from './settings/binding-settings.ts';
export { settingsRoutes } from './settings/settings-routes.ts';
export { rightHolders } from './right-holders.ts';
export { roleCodesOf } from './role-codes.ts';
export { absentActor } from './person-actor.ts';
export { colleaguePage } from './user-picker-routes.ts';
export { createMessenger, type Carrier, type Messenger } from './registration/messenger.ts';
export type { ScopeRegister } from './row-scope.ts';
export type { CodeOptions, SystemServices } from './services.ts';
export { signInProviders, type SingleSignOnOptions } from './third-login/single-sign-on.ts';
export { createSessions, type Session, type Sessions } from './sessions.ts';
export { createTenantFollower } from './follow-tenant.ts';
export { syncDictionaries, syncMenus, syncPermissions } from './sync.ts';
export { createTenant, syncPresetRoles, type NewTenant } from './tenants.ts';
export { createBounds } from './tenants/bounds.ts';
export { createUser, type NewUser } from './users.ts';

export { placeUpload, refuseOverQuota } from './files/upload-store.ts';

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
    ...deputyRoutes(services),
    ...deviceRoutes(services),
    ...uploadRoutes({
      quotaBytes: options.uploadQuotaBytes ?? DEFAULT_QUOTA_BYTES,
      registry: services.registry,
    }),
    ...userRoutes(services),
    ...tenantRoutes(services),
    ...userPickerRoutes(services),
    ...roleRoutes(services),
    ...dataRuleRoutes(services),
    ...menuRoutes(services),
    ...departRoutes(services),
    ...departRoleRoutes(services),
    ...myDepartRoutes(services),
    ...dictRoutes(services, options.serves),
    ...codeRuleRoutes(services),
    ...decidedSettingsRoutes,
    ...dictAdminRoutes(services),
    ...savedQueryRoutes(services),
    ...listViewRoutes(services),
    ...dictSourceRoutes(),
    ...categoryRoutes(),
    ...categoryAdminRoutes(services.registry),
    ...logRoutes(services),
    ...consoleErrorRoutes(services),
    ...announcementRoutes(services),
    ...announcementInboxRoutes(),
    ...messageRoutes(services),
  ];
}

/** What is declared here: the generic routes follow from it. @param lifecycles whose moves the log names */
export const systemServes = (
  lifecycles: readonly AnyLifecycle[],
  {
    sessions,
    scopeRegister = NO_SCOPE,
    registry = NO_REGISTRY,
  }: Pick<SystemOptions, 'sessions' | 'scopeRegister'> & {
    registry?: Registry | Pick<Registry, 'resources'>;
  },
): Serve[] => [
  servedDicts(sessions.dictionaries),
  servedDictItems(sessions.dictionaries, registry),
  { resource: category, guards: categoryGuards },
  { resource: position },
  { resource: checkRule, guards: checkRuleGuards },
  { resource: fillRule, guards: fillRuleGuards },
  servedRoles({ sessions }),
  servedUsers({ sessions, scopeRegister }),
  servedTenants,
  servedPlans,
  servedColleagues,
  servedAddresses,
  servedDeparts({ sessions }),
  servedDepartRoles({ sessions }),
  servedNotices,
  servedReceived,
  servedMessages,
  servedFiles(registry),
  servedTemplates,
  { resource: invitation, rows: invitationRows },
  { resource: log, rows: logRows(systemOperations(lifecycles)) },
  { resource: online, rows: onlineRows },
];

/** What this module does within the transactions of others: browsers hear of notices. */
export const systemInTransaction = (push: Push = NO_PUSH): TransactionHandler[] => [noticePush(push)];

/** What this module does by the clock. */
export const systemJobs = noticeJobs;
