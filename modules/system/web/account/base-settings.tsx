import { Button, Form } from 'antd';
import { useState, type ReactNode } from 'react';
import {
  callRoute,
  DraftNote,
  draftKey,
  FieldInputs,
  toast,
  startValues,
  useDraft,
  useSubmission,
  withoutSecrets,
  RefusalNote,
} from '#kit/web/index.ts';
import { accountCalls, type OwnProfile } from '../../model/routes/account.ts';
import { userFields } from '../../model/user.ts';
import { AvatarEditor } from './avatar-editor.tsx';
import { refreshProfile, useProfile } from './profile.ts';
import { Awaited, SettingsFrame } from './settings-frame.tsx';

const { realname, sex, birthday, telephone } = userFields;
const FIELDS = { realname, sex, birthday, telephone };
const LAYOUT = [['realname'], ['sex', 'birthday'], ['telephone']] as const;
const NAMES = new Set(LAYOUT.flat());

/** 基本设置: name, picture and what else a person says of themselves. */
export function BaseSettings(): ReactNode {
  const profile = useProfile();
  return (
    <SettingsFrame>
      <Awaited of={profile}>
        {(data) => (
          <div className="ac-base">
            <ProfileForm profile={data} />
            <AvatarEditor profile={data} />
          </div>
        )}
      </Awaited>
    </SettingsFrame>
  );
}

function ProfileForm({ profile }: { profile: OwnProfile }): ReactNode {
  const [form] = Form.useForm<Record<string, unknown>>();
  const submission = useSubmission(form, NAMES);
  const [isDirty, setDirty] = useState(false);
  const offer = useDraft({
    key: draftKey('account:base'),
    title: '基本设置',
    isDirty,
    take: () => form.getFieldsValue(),
    restore(values) {
      form.setFieldsValue(withoutSecrets(FIELDS, values));
      setDirty(true);
    },
  });
  const row = { ...profile, sex: profile.sex === null ? null : String(profile.sex) };
  const save = (values: Record<string, unknown>): Promise<boolean> =>
    submission.run(async () => {
      const body = Object.fromEntries(
        Object.entries(values).map(([key, value]) => [key, value === '' ? null : (value ?? null)]),
      );
      const { message } = await callRoute(accountCalls.changeProfile, { body });
      toast.done(message);
      setDirty(false);
      await refreshProfile();
    });
  return (
    <Form
      form={form}
      layout="vertical"
      className="ac-form"
      initialValues={{ ...startValues(FIELDS, row), ...pick(row) }}
      onValuesChange={() => setDirty(true)}
      onFinish={(values) => void save(values)}
    >
      <DraftNote offer={offer} />
      <RefusalNote texts={submission.others} />
      <Form.Item label="用户账号">
        <span className="ac-fixed">{profile.username}</span>
      </Form.Item>
      <FieldInputs fields={FIELDS} layout={LAYOUT} form={form} />
      <Button type="primary" htmlType="submit" loading={submission.isBusy} disabled={!isDirty}>
        保存
      </Button>
    </Form>
  );
}

const pick = (row: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.keys(FIELDS).map((key) => [key, row[key] ?? undefined]));
