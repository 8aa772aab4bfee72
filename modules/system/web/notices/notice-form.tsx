import { Alert, Button, Drawer, Form, Input, Radio, Select, Skeleton } from 'antd';
import { useRef, type ReactNode } from 'react';
import {
  call,
  refreshResource,
  RichTextEditor,
  useDictOptions,
  FormDrawer,
} from '#kit/web/index.ts';
import { audiences, openTypes } from '../../model/dictionaries.ts';
import { targetFault, type OpenType } from '../../model/notice.ts';
import { MAX_NOTICE_HTML, noticeFields } from '../../model/notice-fields.ts';
import { NOTICE_PATH, TITLE } from '../../model/notice-wire.ts';
import { noticeView, type Notice } from './notice-views.ts';
import { ReaderSelect } from './reader-select.tsx';
import { useNotice } from './use-notice.ts';
import './notices.css';

export interface NoticeFormProps {
  /** Absent: a new one. */
  id: string | undefined;
  onClose: () => void;
}

const LAYOUT = [[TITLE], ['msgCategory', 'priority'], ['startTime', 'endTime'], ['msgAbstract']];
const OWN_INPUTS = ['msgType', 'userIds', 'openType', 'openPage', 'msgContent'];

/** Writes or rewrites a notice; it is published from the list. */
export function NoticeForm({ id, onClose }: NoticeFormProps): ReactNode {
  const stored = useNotice(id);
  if (id && !stored.data)
    return (
      <Drawer open title="编辑通告" size={640} onClose={onClose}>
        {stored.error ? (
          <Alert
            type="error"
            showIcon
            title={stored.error.message}
            action={<Button onClick={() => void stored.refetch()}>重试</Button>}
          />
        ) : (
          <Skeleton active />
        )}
      </Drawer>
    );
  const before = stored.data;
  return (
    <FormDrawer
      title={before ? `编辑通告：${before[TITLE]}` : '新增通告'}
      fields={noticeFields}
      layout={LAYOUT}
      initial={before ? { ...before, userIds: idsOf(before) } : { msgType: 'ALL', userIds: [] }}
      extraNames={OWN_INPUTS}
      send={(values) =>
        call(before ? 'PUT' : 'POST', `${NOTICE_PATH}/${before ? 'edit' : 'add'}`, {
          body: {
            ...(before ? { id: before.id, version: before.version } : {}),
            ...values,
            // sic: a comma stands behind the last one.
            userIds: ((values['userIds'] as string[] | null) ?? [])
              .map((one) => `${one},`)
              .join(''),
          },
        })
      }
      onSaved={() => void refreshResource(noticeView)}
      onClose={onClose}
    >
      <AudienceInputs />
      <TargetInputs />
      <ContentInput />
    </FormDrawer>
  );
}

const idsOf = ({ userIds = '' }: Notice): string[] => userIds.split(',').filter(Boolean);

function AudienceInputs(): ReactNode {
  const options = useDictOptions(audiences);
  const audience: unknown = Form.useWatch('msgType');
  return (
    <>
      <Form.Item name="msgType" label={noticeFields.msgType.title} required>
        <Radio.Group options={[...options].reverse()} />
      </Form.Item>
      {audience === 'USER' && (
        <Form.Item
          name="userIds"
          label="指定用户"
          required
          rules={[{ required: true, type: 'array', min: 1, message: '请选择指定用户' }]}
        >
          <ReaderSelect />
        </Form.Item>
      )}
    </>
  );
}

const TARGET_HINTS: Readonly<Record<OpenType, string>> = {
  url: '以 / 开头的站内路径，或 http(s) 地址；详情中显示“去处理”按钮',
  component: '页面组件名，例如 system/UserAnnouncementList；在详情中直接打开',
};

/** Where a notice leads, if anywhere. */
function TargetInputs(): ReactNode {
  const options = useDictOptions(openTypes);
  const openType = (Form.useWatch('openType') as OpenType | null | undefined) ?? null;
  return (
    <>
      <Form.Item name="openType" label={noticeFields.openType.title}>
        <Select options={options} allowClear placeholder="不打开其他页面" />
      </Form.Item>
      {openType && (
        <Form.Item
          name="openPage"
          label={openType === 'url' ? '链接地址' : '页面组件'}
          required
          extra={TARGET_HINTS[openType]}
          dependencies={['openType']}
          rules={[
            {
              validator: (_, page: unknown) => {
                const fault = targetFault(openType, String(page ?? '').trim());
                return fault ? Promise.reject(new Error(fault)) : Promise.resolve();
              },
            },
          ]}
        >
          <Input maxLength={noticeFields.openPage.max} />
        </Form.Item>
      )}
    </>
  );
}

function ContentInput(): ReactNode {
  const isUploading = useRef(false);
  return (
    <Form.Item
      name="msgContent"
      label={noticeFields.msgContent.title}
      validateTrigger="onSubmit"
      rules={[
        {
          validator: (_, html: unknown) => {
            if (isUploading.current) return Promise.reject(new Error('图片正在上传，请稍候再保存'));
            const isTooLong = String(html ?? '').length > MAX_NOTICE_HTML;
            return isTooLong
              ? Promise.reject(new Error('内容过长，请减少文字或图片'))
              : Promise.resolve();
          },
        },
      ]}
    >
      <RichTextEditor
        aria-label={noticeFields.msgContent.title}
        showCount
        onUploading={(isSo) => {
          isUploading.current = isSo;
        }}
      />
    </Form.Item>
  );
}
