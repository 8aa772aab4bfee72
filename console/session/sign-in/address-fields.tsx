import type { ReactNode } from 'react';
import type { SignInWays } from '#kit/model/sign-in-ways.ts';
import { ChoiceTabs } from './choice-tabs.tsx';
import type { AddressKind } from './message-code.ts';
import { UserInput, type UserForm } from './user-form.tsx';

/** Fields of a form that proves a phone or a mailbox. */
interface AddressDraft {
  phone: string;
  email: string;
}

/** 手机 or 邮箱, where both are offered; the one that is offered otherwise. */
export function AddressFields<D extends AddressDraft>({
  ways,
  kind,
  onKind,
  form,
}: {
  ways: SignInWays;
  kind: AddressKind;
  onKind: (kind: AddressKind) => void;
  form: UserForm<D>;
}): ReactNode {
  const { draft, faults, change } = form;
  const field =
    kind === 'phone' ? (
      <UserInput
        id="phone"
        label="手机号"
        value={draft.phone}
        onChange={(phone) => change({ phone } as Partial<D>)}
        fault={faults.phone}
        input={{ type: 'tel', autoComplete: 'tel', maxLength: 11 }}
      />
    ) : (
      <UserInput
        id="email"
        label="邮箱"
        value={draft.email}
        onChange={(email) => change({ email } as Partial<D>)}
        fault={faults.email}
        input={{ type: 'email', autoComplete: 'email', maxLength: 100 }}
      />
    );
  if (!ways.phone || !ways.mail) return field;
  return (
    <ChoiceTabs<AddressKind>
      label="验证方式"
      choices={[
        { key: 'phone', title: '手机验证' },
        { key: 'email', title: '邮箱验证' },
      ]}
      chosen={kind}
      onChoose={onKind}
    >
      {field}
    </ChoiceTabs>
  );
}
