import { useState, type ReactNode } from 'react';
import type { SignInWays } from '#kit/model/sign-in-ways.ts';
import { fetchRoute } from '#ui/http/route-call.ts';
import { registrationCalls } from '#modules/system/model/routes/registration.ts';
import type { BodyOf } from '#kit/model/route.ts';
import { AddressFields } from './address-fields.tsx';
import { goTo } from '../address.ts';
import { ChoiceTabs } from './choice-tabs.tsx';
import { CodeField } from './code-field.tsx';
import { addressFault, codeFault, useCodeRequest, type AddressKind } from './message-code.ts';
import { PasswordPair, passwordFaults } from './password-pair.tsx';
import { PublicLink } from './public-link.tsx';
import type { PublicPageProps } from './public-page-props.ts';
import { RESULT_PATH, SIGN_IN_PATH } from '../redirect.ts';
import { storeRegistered, usernameFault } from './registration.ts';
import { UserFormFrame, UserInput, useUserForm, type UserForm } from './user-form.tsx';

const EMPTY = {
  username: '',
  realname: '',
  password: '',
  confirmpassword: '',
  phone: '',
  email: '',
  smscode: '',
  invitation: '',
  tenantName: '',
};
type Draft = typeof EMPTY;

/** How somebody comes in: by an invitation, or with a trial tenant of their own. */
type Entry = 'invitation' | 'trial';

/** /user/register: an account for oneself. */
export function RegisterPage({ ways }: PublicPageProps): ReactNode {
  return (
    <>
      <h2>注册账号</h2>
      {ways.phone || ways.mail ? (
        <RegisterForm ways={ways} />
      ) : (
        <p className="wb-user-note">本平台未开放自助注册，请联系管理员为您开通账号。</p>
      )}
      <p className="wb-user-links">
        已有账号？<PublicLink to={SIGN_IN_PATH}>去登录</PublicLink>
      </p>
    </>
  );
}

function RegisterForm({ ways }: { ways: SignInWays }): ReactNode {
  const [invitation] = useState(() => new URLSearchParams(location.search).get('invitation')?.slice(0, 60) ?? '');
  const [kind, setKind] = useState<AddressKind>(ways.phone ? 'phone' : 'email');
  const [entry, setEntry] = useState<Entry>(invitation || !ways.trial ? 'invitation' : 'trial');
  const request = useCodeRequest('register');
  const form = useUserForm<Draft>({
    initial: { ...EMPTY, invitation },
    judge: (draft) => faultsOf(draft, kind, entry),
    send: async (draft) => {
      await fetchRoute(registrationCalls.register, { body: bodyOf(draft, kind, entry) });
      storeRegistered({ username: draft.username.trim(), isTrial: entry === 'trial' });
      goTo(RESULT_PATH, { replace: true });
    },
  });
  const { draft, faults, change } = form;
  return (
    <UserFormFrame form={form} button="注册">
      <UserInput
        id="username"
        label="用户名"
        value={draft.username}
        onChange={(username) => change({ username })}
        fault={faults.username}
        hint="6到18个字符：字母、数字、下划线"
        input={{ autoComplete: 'username', maxLength: 18, autoFocus: true }}
      />
      <UserInput
        id="realname"
        label="姓名"
        value={draft.realname}
        onChange={(realname) => change({ realname })}
        fault={faults.realname}
        input={{ autoComplete: 'name', maxLength: 100 }}
      />
      <PasswordPair form={form} />
      <AddressFields ways={ways} kind={kind} onKind={setKind} form={form} />
      <CodeField form={form} name="smscode" to={kind} kind={kind} request={request} />
      <EntryFields isTrialOpen={ways.trial} entry={entry} onEntry={setEntry} form={form} />
    </UserFormFrame>
  );
}

function EntryFields({
  isTrialOpen,
  entry,
  onEntry,
  form,
}: {
  isTrialOpen: boolean;
  entry: Entry;
  onEntry: (entry: Entry) => void;
  form: UserForm<Draft>;
}): ReactNode {
  const { draft, faults, change } = form;
  const field =
    entry === 'invitation' ? (
      <UserInput
        id="invitation"
        label="邀请码"
        value={draft.invitation}
        onChange={(invitation) => change({ invitation })}
        fault={faults.invitation}
        hint="向您所在团队的管理员索取，注册后加入其团队"
        input={{ autoComplete: 'off', maxLength: 60 }}
      />
    ) : (
      <UserInput
        id="tenantName"
        label="试用团队名称"
        value={draft.tenantName}
        onChange={(tenantName) => change({ tenantName })}
        fault={faults.tenantName}
        hint="为您新开一个团队，试用30天，由您管理"
        input={{ autoComplete: 'organization', maxLength: 50 }}
      />
    );
  if (!isTrialOpen) return field;
  return (
    <ChoiceTabs<Entry>
      label="加入方式"
      choices={[
        { key: 'trial', title: '开通试用团队' },
        { key: 'invitation', title: '我有邀请码' },
      ]}
      chosen={entry}
      onChoose={onEntry}
    >
      {field}
    </ChoiceTabs>
  );
}

const faultsOf = (draft: Draft, kind: AddressKind, entry: Entry) => ({
  username: usernameFault(draft.username),
  realname: draft.realname.trim() === '' ? '请输入姓名' : undefined,
  ...passwordFaults(draft),
  [kind]: addressFault(kind, draft[kind]),
  smscode: codeFault(draft.smscode),
  ...(entry === 'invitation'
    ? { invitation: draft.invitation.trim() === '' ? '请输入邀请码' : undefined }
    : {
        tenantName:
          draft.tenantName.trim() === ''
            ? '请输入团队名称'
            : draft.tenantName.trim().length < 2
              ? '团队名称最小长度2位字符'
              : undefined,
      }),
});

const bodyOf = (draft: Draft, kind: AddressKind, entry: Entry): BodyOf<typeof registrationCalls.register> => ({
  username: draft.username.trim(),
  realname: draft.realname.trim(),
  password: draft.password,
  [kind]: draft[kind].trim(),
  smscode: draft.smscode.trim(),
  ...(entry === 'invitation' ? { invitation: draft.invitation.trim() } : { tenantName: draft.tenantName.trim() }),
});
