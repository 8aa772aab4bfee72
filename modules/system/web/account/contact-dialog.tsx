import type { ReactNode } from 'react';
import { callRoute, FieldInputs, toast } from '#kit/web/index.ts';
import { accountCalls, type OwnProfile } from '../../model/routes/account.ts';
import { userFields } from '../../model/user.ts';
import { AccountDialog, AccountForm, PasswordItem } from './account-form.tsx';

export type Contact = 'phone' | 'email';

/** A new phone number or mail address. Codes are sent there, so the password is asked for. */
export function ContactDialog({
  contact,
  profile,
  onClose,
}: {
  contact: Contact;
  profile: OwnProfile;
  onClose: () => void;
}): ReactNode {
  const { [contact]: field } = userFields;
  const old = profile[contact];
  return (
    <AccountDialog title={`${old ? '修改' : '设置'}${field.title}`} onClose={onClose}>
      <AccountForm<Partial<Record<Contact, string>> & { oldpassword: string }>
        names={new Set([contact, 'oldpassword'])}
        initial={old ? { [contact]: old } : {}}
        button="保存"
        send={async ({ oldpassword, [contact]: typed }) => {
          const body = { [contact]: typed?.trim() || null, oldpassword };
          toast.done((await callRoute(accountCalls.changeProfile, { body })).message);
          onClose();
        }}
        onCancel={onClose}
      >
        {(form) => (
          <>
            <FieldInputs fields={{ [contact]: field }} layout={[[contact]]} form={form} />
            <PasswordItem />
          </>
        )}
      </AccountForm>
    </AccountDialog>
  );
}
