export { activateAccount, expireAccount, setAccountHealth } from './account-commands.ts';
export {
  accountPolicy,
  channelCodesOf,
  channelWarehousesOf,
  openAccount,
  settingTexts,
  type AccountPolicy,
  type AccountStatus,
  type ChannelWarehouseLink,
  type OpenedAccount,
} from './account-policy.ts';
export type { SettingsCheck } from './guards.ts';
export { scopeRegister } from './scope-register.ts';
