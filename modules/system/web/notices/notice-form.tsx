import { Form, Input, Radio, Select, type FormRule } from 'antd';
import { useRef, type ReactNode } from 'react';
import { RecordSelect, ResourceForm, RichTextEditor, useDictOptions, type ResourceFormProps } from '#kit/web/index.ts';
import { announcement, MAX_NOTICE_HTML } from '../../model/announcement.ts';
import { audiences, openTypes } from '../../model/dictionaries.ts';
import { role } from '../../model/role.ts';
import { targetFault, type OpenType } from '../../model/notice.ts';
import { DepartSelect } from '../pickers/lazy-pickers.ts';
import { ReaderSelect } from './reader-select.tsx';
import './notices.css';

export type NoticeFormProps = Pick<ResourceFormProps, 'id' | 'onClose'>;

const { audience, content, departIds, openPage, openType, roleIds, userIds } = announcement.fields;

/** Writes or rewrites a notice; it is published from the list. */
export const NoticeForm = (props: NoticeFormProps): ReactNode => (
  <ResourceForm {...props} of={announcement}>
    <AudienceInputs />
    <TargetInputs />
    <ContentInput />
  </ResourceForm>
);

function AudienceInputs(): ReactNode {
  const options = useDictOptions(audiences);
  const chosen: unknown = Form.useWatch('audience');
  return (
    <>
      <Form.Item name="audience" label={audience.title} required>
        <Radio.Group options={[...options].reverse()} />
      </Form.Item>
      {chosen === 'USER' && (
        <>
          <Form.Item
            name="userIds"
            label={userIds.title}
            dependencies={['departIds', 'roleIds']}
            extra="用户、部门、角色可同时选择；部门包含下级，发布时部门和角色里有谁，谁就收到"
            rules={[someReader]}
          >
            <ReaderSelect />
          </Form.Item>
          <Form.Item name="departIds" label={departIds.title}>
            <DepartSelect multiple />
          </Form.Item>
          <Form.Item name="roleIds" label={roleIds.title}>
            <RecordSelect of={role} columns={['name', 'code', 'description']} />
          </Form.Item>
        </>
      )}
    </>
  );
}

/** A notice that is not for all is for somebody. */
const someReader: Extract<FormRule, (...args: never) => unknown> = ({ getFieldValue }) => ({
  validator: () =>
    ['userIds', 'departIds', 'roleIds'].some((name) => Boolean(getFieldValue(name)))
      ? Promise.resolve()
      : Promise.reject(new Error('请选择指定用户、部门或角色')),
});

const TARGET_HINTS: Readonly<Record<OpenType, string>> = {
  url: '以 / 开头的站内路径，或 http(s) 地址；详情中显示“去处理”按钮',
  component: '页面组件名，例如 system/UserAnnouncementList；在详情中直接打开',
};

/** Where a notice leads, if anywhere. */
function TargetInputs(): ReactNode {
  const options = useDictOptions(openTypes);
  const chosen = (Form.useWatch('openType') as OpenType | null | undefined) ?? null;
  return (
    <>
      <Form.Item name="openType" label={openType.title}>
        <Select options={options} allowClear placeholder="不打开其他页面" />
      </Form.Item>
      {chosen && (
        <Form.Item
          name="openPage"
          label={chosen === 'url' ? '链接地址' : '页面组件'}
          required
          extra={TARGET_HINTS[chosen]}
          dependencies={['openType']}
          rules={[
            {
              validator: (_, page: unknown) => {
                const fault = targetFault(chosen, String(page ?? '').trim());
                return fault ? Promise.reject(new Error(fault)) : Promise.resolve();
              },
            },
          ]}
        >
          <Input maxLength={openPage.max} />
        </Form.Item>
      )}
    </>
  );
}

function ContentInput(): ReactNode {
  const isUploading = useRef(false);
  return (
    <Form.Item
      name="content"
      label={content.title}
      validateTrigger="onSubmit"
      rules={[
        {
          validator: (_, html: unknown) => {
            if (isUploading.current) return Promise.reject(new Error('图片正在上传，请稍候再保存'));
            const isTooLong = String(html ?? '').length > MAX_NOTICE_HTML;
            return isTooLong ? Promise.reject(new Error('内容过长，请减少文字或图片')) : Promise.resolve();
          },
        },
      ]}
    >
      <RichTextEditor
        aria-label={content.title}
        showCount
        onUploading={(isSo) => {
          isUploading.current = isSo;
        }}
      />
    </Form.Item>
  );
}
