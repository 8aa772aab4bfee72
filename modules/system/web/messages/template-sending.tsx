import { Form, Radio } from 'antd';
import { useMemo, type ReactNode } from 'react';
import { useOpenPath } from '#console/index.ts';
import { text, type Fields } from '#kit/model/field.ts';
import { callRoute, FormDrawer, refreshResource, RichText, useDictOptions } from '#kit/web/index.ts';
import { message, messageTypes, type ShownTemplate } from '../../model/message.ts';
import { placeholdersIn } from '../../model/placeholders.ts';
import { messageCalls } from '../../model/routes/messages.ts';
import { UserByDepartSelect } from '../pickers/lazy-pickers.ts';
import './messages.css';

export interface TemplateSendingProps {
  template: ShownTemplate;
  onClose: () => void;
}

/** In front of the names of a template's own, so that none is that of another input. */
const VALUE = 'value:';
const LONGEST = 2000;

/** Sends a template: to whom, by which way, and what stands in each of its places. */
export function TemplateSending({ template, onClose }: TemplateSendingProps): ReactNode {
  const names = useMemo(() => placeholdersIn(template.content), [template.content]);
  const fields: Fields = useMemo(
    () => Object.fromEntries(names.map((name) => [`${VALUE}${name}`, text(name, { required: true, max: LONGEST })])),
    [names],
  );
  return (
    <FormDrawer
      title={`发送：${template.name}`}
      fields={fields}
      layout={names.map((name) => [`${VALUE}${name}`])}
      initial={{ msgType: 'system' }}
      lead={<WayInputs template={template} />}
      extraNames={['receiver', 'msgType']}
      send={(values) =>
        callRoute(messageCalls.sendTemplate, {
          body: {
            templateCode: template.code,
            receiver: String(values['receiver'] ?? ''),
            msgType: String(values['msgType'] ?? ''),
            testData: JSON.stringify(Object.fromEntries(names.map((name) => [name, values[`${VALUE}${name}`] ?? '']))),
          },
        })
      }
      okText="发送"
      onSaved={() => void refreshResource(message)}
      onClose={onClose}
    />
  );
}

function WayInputs({ template }: { template: ShownTemplate }): ReactNode {
  const options = useDictOptions(messageTypes);
  const open = useOpenPath();
  return (
    <>
      <div className="sys-template-text">
        {template.format === '2' ? (
          <RichText html={template.content} onOpen={open} />
        ) : (
          <p className="sys-template-plain">{template.content}</p>
        )}
      </div>
      <Form.Item name="receiver" label="接收人" required rules={[{ required: true, message: '请选择接收人' }]}>
        <UserByDepartSelect />
      </Form.Item>
      <Form.Item
        name="msgType"
        label="消息类型"
        required
        extra="邮件和短信发到用户资料里填写的邮箱和手机号"
        rules={[{ required: true, message: '请选择消息类型' }]}
      >
        <Radio.Group options={[...options]} />
      </Form.Item>
    </>
  );
}
