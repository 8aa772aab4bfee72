import { useState, type ReactNode } from 'react';
import {
  fetched,
  ListPage,
  ResourceForm,
  usePermission,
  type ColumnSpec,
  type ResourceFormProps,
} from '#kit/web/index.ts';
import { messageTemplate, type ShownTemplate } from '../../model/message.ts';
import { ContentInput } from './content-input.tsx';
import { words } from './words.ts';
import type { TemplateSendingProps } from './template-sending.tsx';

const TemplateSending = fetched<TemplateSendingProps>(() =>
  import('./template-sending.tsx').then((module) => module.TemplateSending),
);

const COLUMNS: readonly ColumnSpec<ShownTemplate>[] = [
  { key: 'name', width: 200 },
  { key: 'code', width: 160 },
  { key: 'format', width: 90 },
  { key: 'content', width: 360, sortable: false, text: words, render: words },
  {
    key: 'isUsed',
    width: 90,
    render: ({ isUsed, isUsed_dictText }) => (
      <span className={`wb-state wb-state-${isUsed === '1' ? 'done' : 'idle'}`}>{isUsed_dictText}</span>
    ),
  },
  'createTime',
];

/** 消息模板: what is sent again and again. */
export function SysMessageTemplateList(): ReactNode {
  const maySend = usePermission('system:messageTemplate:send');
  const [sending, setSending] = useState<ShownTemplate | null>(null);
  return (
    <>
      <ListPage
        of={messageTemplate}
        columns={COLUMNS}
        form={TemplateForm}
        rowActions={(template) =>
          maySend && template.isUsed === '1'
            ? [{ key: 'send', title: '发送', onClick: () => setSending(template) }]
            : []
        }
      />
      {sending && <TemplateSending template={sending} onClose={() => setSending(null)} />}
    </>
  );
}

const TemplateForm = (props: Pick<ResourceFormProps, 'id' | 'onClose'>): ReactNode => (
  <ResourceForm {...props} of={messageTemplate} inputs={{ content: ContentInput }} />
);
