import { ChannelError } from '#modules/channels/model/port.ts';
import type { AccountField, ConnectorAccount } from '#modules/channels/model/port.ts';

/** Reads what an account of a marketplace was given; faults name the field by its title. */
interface SettingsReader {
  /** The value; absent where the field is empty. */
  given(key: string): string | undefined;
  /** @throws ChannelError `validation` when empty, like all of these */
  required(key: string): string;
  url(key: string, standard: string): string;
  integer(key: string, standard: number, min: number, max: number): number;
}

export function settingsReader(
  fields: readonly AccountField[],
  { settings, secrets }: ConnectorAccount,
): SettingsReader {
  const fieldOf = (key: string) => fields.find((field) => field.key === key);
  const malformed = (key: string, reason: string): ChannelError =>
    new ChannelError('validation', '读取账号设置', `${fieldOf(key)?.title ?? key}${reason}`);
  const given = (key: string): string | undefined =>
    (fieldOf(key)?.secret ? secrets : settings)[key]?.trim() || undefined;
  return {
    given,
    required(key) {
      const value = given(key);
      if (value === undefined) throw malformed(key, '未填写');
      return value;
    },
    url(key, standard) {
      const value = given(key) ?? standard;
      if (!/^https?:\/\//i.test(value) || !URL.canParse(value)) throw malformed(key, '不是有效的网址');
      return value;
    },
    integer(key, standard, min, max) {
      const text = given(key);
      if (text === undefined) return standard;
      const value = /^\d{1,6}$/.test(text) ? Number(text) : NaN;
      if (!(value >= min && value <= max)) throw malformed(key, `须为 ${min}–${max} 的整数`);
      return value;
    },
  };
}

/** A field for a whole number that has a usual value. */
export const numberField = (key: string, title: string, standard: string, hint: string): AccountField => ({
  key,
  title,
  secret: false,
  required: false,
  default: standard,
  hint,
});
