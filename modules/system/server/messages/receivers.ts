import { invalid, type Refusal } from '#kit/model/refusal.ts';
import { rules } from '#kit/model/rules.ts';
import type { Tx } from '#kit/server/database.ts';
import type { MessageKind } from '../../model/message.ts';

/** Where a message goes: an address outside, or the inbox of a person. */
export type Destination = { address: string } | { userId: string };

const KIND_NAMES: Readonly<Record<MessageKind, string>> = {
  mail: '邮箱',
  sms: '手机号',
  system: '站内信',
};

const isMail = (text: string): boolean => rules.email(text) === null;
const isMobile = (text: string): boolean => rules.mobile(text) === null;

/** How somebody is reached who is named like this, where nobody has said it. */
export const kindFor = (recipient: string): MessageKind =>
  isMail(recipient) ? 'mail' : isMobile(recipient) ? 'sms' : 'system';

/**
 * Where a recipient is reached: an address that was typed, else that of a person by their account.
 * Asked at each sending, so that a number that was put right is the one that is called.
 * @throws Refusal at the field, naming the recipient
 */
export async function destinationOf(
  tx: Tx,
  { kind, recipient }: { kind: MessageKind; recipient: string },
  field: string,
): Promise<Destination> {
  if (kind === 'mail' && isMail(recipient)) return { address: recipient };
  if (kind === 'sms' && isMobile(recipient)) return { address: recipient };
  const person = await tx.maybe<{ id: string; phone: string | null; email: string | null }>`
    select u.id, u.phone, u.email from app_user u
    join membership m on m.tenant_id = ${tx.tenant} and m.user_id = u.id and m.status = 'active'
    where u.username_key = ${recipient.toLowerCase()}`;
  if (!person) throw at(field, `接收人“${recipient.slice(0, 60)}”不存在`);
  if (kind === 'system') return { userId: person.id };
  const address = kind === 'mail' ? person.email : person.phone;
  if (!address) throw at(field, `用户“${recipient}”没有填写${KIND_NAMES[kind]}`);
  return { address };
}

const at = (field: string, message: string): Refusal => invalid([{ field, code: 'receiver', message }]);
