import type { FieldError } from '#kit/model/refusal.ts';
import type { AccountField } from './port.ts';

/** What of a connector matters for judging a shop's settings. */
export interface SettingsOwner {
  code: string;
  title: string;
  accountFields: readonly AccountField[];
  origins?: readonly string[];
  domains?: readonly string[];
}

/** What tells where a secret goes and whose it is. */
export interface SpokenTo {
  channelCode: string;
  environment: string;
  settings: Record<string, string>;
}

interface JudgedAccount extends SpokenTo {
  hasSecret: boolean;
  /** The secret comes with this very save; a kept one was given for what stood there before. */
  isSecretNew: boolean;
  /** As it was stored; null for a new shop. */
  before: SpokenTo | null;
}

/**
 * Judges a shop's settings against what its channel asks for. Unknown keys are refused: a
 * mistyped address would otherwise silently mean the channel's own.
 * @param granted origins an operator allowed for the tenant
 */
export function settingsFaults(
  channels: readonly SettingsOwner[],
  account: JudgedAccount,
  granted: readonly string[],
): FieldError[] {
  const channel = channels.find(({ code }) => code === account.channelCode);
  if (!channel)
    return [
      {
        field: 'channelCode',
        code: 'unknown',
        message: `不支持的渠道，可选：${channels.map(({ code }) => code).join('、')}`,
      },
    ];
  const errors: FieldError[] = [];
  const plain = channel.accountFields.filter(({ secret }) => !secret);
  const known = new Set(plain.map(({ key }) => key));
  for (const [key, value] of Object.entries(account.settings)) {
    const field = `settings.${key}`;
    if (!known.has(key)) errors.push({ field, code: 'unknown', message: `${channel.title} 没有参数 ${key}` });
    else if (value.length > 1000)
      errors.push({ field, code: 'tooLong', message: `${titleOf(plain, key)}不能超过1000个字符` });
  }
  for (const { key, title, required } of plain)
    if (required && !account.settings[key]?.trim())
      errors.push({ field: `settings.${key}`, code: 'required', message: `请输入${title}` });
  errors.push(...addressFaults(channel, account, granted), ...secretFaults(channel, account));
  return errors;
}

/**
 * Where a shop may send its secret and fetch its files. A live shop's secret and tokens go over
 * https to its marketplace, or to an origin an operator allowed; its files come over https.
 */
export function addressFaults(
  { title, accountFields, origins = [], domains = [] }: SettingsOwner,
  { environment, settings }: Pick<SpokenTo, 'environment' | 'settings'>,
  granted: readonly string[],
): FieldError[] {
  const isLive = environment === 'live';
  const faultOf = ({ role }: AccountField, address: string): string | null => {
    if (!isWebAddress(address)) return '不是有效的网址';
    const { origin, protocol, hostname, port } = new URL(address);
    if (!isLive || granted.includes(origin)) return null;
    if (protocol !== 'https:') return '须以 https:// 开头';
    const isOwn =
      origins.includes(origin) || (port === '' && domains.some((domain) => hostname.endsWith(`.${domain}`)));
    return role === 'files' || isOwn ? null : `不是 ${title} 的地址；使用其他地址须先由平台运营为本租户开通`;
  };
  return accountFields.flatMap((field) => {
    const given = settings[field.key]?.trim() ?? '';
    if (given === '' || (field.role !== 'address' && field.role !== 'files')) return [];
    const addresses = field.role === 'files' ? given.split(/[\s,]+/).filter(Boolean) : [given];
    const fault = addresses.map((one) => faultOf(field, one)).find((one) => one !== null);
    return fault ? [{ field: `settings.${field.key}`, code: 'invalid', message: `${field.title}${fault}` }] : [];
  });
}

/** Settings that a connection goes to with the secret, a token or nothing at all. */
export const addressesOf = ({ accountFields }: SettingsOwner, settings: Readonly<Record<string, string>>): string[] =>
  accountFields.flatMap(({ key, role }) => (role === 'address' || role === 'files' ? [settings[key] ?? ''] : []));

/** A secret is there, and was given for these addresses and this identity. */
function secretFaults(channel: SettingsOwner, account: JudgedAccount): FieldError[] {
  const secret = channel.accountFields.find((field) => field.secret);
  if (!secret) return [];
  const fault = (code: string, message: string): FieldError[] => [{ field: 'clientSecret', code, message }];
  if (!account.hasSecret) return secret.required ? fault('required', `请输入${secret.title}`) : [];
  if (!account.before || account.isSecretNew || isSameParty(channel, account.before, account)) return [];
  const bound = boundTitles(channel.accountFields);
  return fault('required', `渠道、${bound} 已修改，请重新输入${secret.title}`);
}

/** What a secret was given for, as people read it: 环境、接口地址或 Client ID. */
export const boundTitles = (fields: readonly AccountField[]): string => {
  const seller = fields.filter(({ identifies }) => identifies).map(({ title }) => title);
  return ['环境、接口地址', ...seller].join('或 ');
};

function isSameParty(channel: SettingsOwner, before: SpokenTo, after: SpokenTo): boolean {
  const binding = channel.accountFields.filter(
    ({ role, identifies }) => identifies || role === 'identity' || role === 'address',
  );
  const textOf = (of: SpokenTo, key: string): string => of.settings[key]?.trim() ?? '';
  return (
    before.channelCode === after.channelCode &&
    before.environment === after.environment &&
    binding.every(({ key }) => textOf(before, key) === textOf(after, key))
  );
}

const titleOf = (fields: readonly AccountField[], key: string): string =>
  fields.find((field) => field.key === key)?.title ?? key;

const isWebAddress = (value: string): boolean => /^https?:\/\/[^\s]+$/i.test(value) && URL.canParse(value);
