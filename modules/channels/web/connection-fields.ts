import { secret, text, type Field, type Fields } from '#kit/model/field.ts';
import { boundTitles } from '../model/account-settings.ts';
import type { ConnectorInfo, Practice } from '../model/routes.ts';

/** What the fields of a connection are called in the form. */
export const SETTING = 'settings.';

/** The channel's own settings as fields `settings.<key>`; the secret is the shop's write-only one. */
export function settingFields(
  connector: ConnectorInfo | undefined,
  isEdit: boolean,
): { fields: Fields; main: string[][]; more: string[][] } {
  const fields: Record<string, Field> = {};
  const main: string[][] = [];
  const more: string[][] = [];
  for (const one of connector?.accountFields ?? []) {
    const key = one.secret ? 'clientSecret' : SETTING + one.key;
    const hint = one.secret
      ? `加密保存，只写不读${isEdit ? `；修改${boundTitles(connector?.accountFields ?? [])} 时须重新输入` : ''}`
      : (one.hint ?? (one.default ? `留空使用默认：${one.default}` : undefined));
    const options = {
      required: one.required && !(one.secret && isEdit),
      max: one.secret ? 500 : 1000,
      ...(hint ? { hint } : {}),
    };
    fields[key] = one.secret ? secret(one.title, options) : text(one.title, options);
    (one.required || one.secret ? main : more).push([key]);
  }
  return { fields, main: main.length === 2 ? [main.flat()] : main, more };
}

/** Every field of the connection: as the marketplace in the box has it, or empty. */
export const connectionOf = ({ accountFields }: ConnectorInfo, chosen: Practice | null): Record<string, string> =>
  Object.fromEntries(
    accountFields.map(({ key, secret: isSecret }) =>
      isSecret ? ['clientSecret', chosen?.secret ?? ''] : [SETTING + key, chosen?.settings[key] ?? ''],
    ),
  );
