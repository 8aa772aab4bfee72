import type { FieldError } from '#kit/model/refusal.ts';
import type { AccountField } from './port.ts';

/** What of a connector matters for judging a shop's settings. */
export interface SettingsOwner {
  code: string;
  title: string;
  accountFields: readonly AccountField[];
}

/**
 * Judges a shop's settings against what its channel asks for. Unknown keys are refused: a
 * mistyped address would otherwise silently mean the channel's own.
 */
export function settingsFaults(
  channels: readonly SettingsOwner[],
  account: { channelCode: string; settings: Record<string, string>; hasSecret: boolean },
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
    if (!known.has(key))
      errors.push({ field, code: 'unknown', message: `${channel.title} 没有参数 ${key}` });
    else if (value.length > 1000)
      errors.push({ field, code: 'tooLong', message: `${titleOf(plain, key)}不能超过1000个字符` });
    else if (/url$/i.test(key) && !isWebAddress(value))
      errors.push({ field, code: 'invalid', message: `${titleOf(plain, key)}不是有效的网址` });
  }
  for (const { key, title, required } of plain)
    if (required && !account.settings[key]?.trim())
      errors.push({ field: `settings.${key}`, code: 'required', message: `请输入${title}` });
  const secret = channel.accountFields.find((field) => field.secret && field.required);
  if (secret && !account.hasSecret)
    errors.push({ field: 'clientSecret', code: 'required', message: `请输入${secret.title}` });
  return errors;
}

const titleOf = (fields: readonly AccountField[], key: string): string =>
  fields.find((field) => field.key === key)?.title ?? key;

const isWebAddress = (value: string): boolean =>
  /^https?:\/\/[^\s]+$/i.test(value) && URL.canParse(value);
