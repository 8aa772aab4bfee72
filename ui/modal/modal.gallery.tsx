import { Button, Input } from 'antd';
import { useState, type ReactNode } from 'react';
import { requiredText } from '#kit/model/form-rules.ts';
import { ApiError } from '../http/api-error.ts';
import type { GalleryPart, GalleryState } from '../gallery-part.ts';
import { DialogFrame } from '#kit/web/lazy-widgets.tsx';
import type { DialogFrameProps } from './dialog-frame.tsx';
import { PromptDialog } from './prompt-dialog.tsx';

type Given = Partial<Omit<DialogFrameProps, 'open' | 'onClose' | 'onOk'>>;

/** A dialog behind a button, and how often it said 确定. */
const state = (title: string, given: Given, isRefused = false): GalleryState => ({
  title,
  Show: function DialogState(): ReactNode {
    const [isOpen, setOpen] = useState(false);
    const [confirmed, setConfirmed] = useState(0);
    return (
      <>
        <Button onClick={() => setOpen(true)}>打开</Button>
        <output>确定 {confirmed} 次</output>
        <DialogFrame
          title={title}
          {...given}
          open={isOpen}
          onClose={() => setOpen(false)}
          onOk={() => {
            setConfirmed(confirmed + 1);
            if (isRefused) throw new ApiError(500, '库存不足，不能保存');
          }}
        >
          {given.children ?? <Input aria-label="备注" defaultValue="" />}
        </DialogFrame>
      </>
    );
  },
});

const LONG = (
  <>
    {Array.from({ length: 60 }, (_, index) => (
      <p key={index}>第 {index + 1} 条：请核对库位、批次与外箱标签，差异当天登记。</p>
    ))}
  </>
);

const SHORT = [requiredText('请输入批次号', { min: 4, max: 8 })];

function Asked(): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const [batch, setBatch] = useState('');
  return (
    <>
      <Button onClick={() => setOpen(true)}>打开</Button>
      <output>批次 {batch}</output>
      {isOpen && (
        <PromptDialog
          title="输入批次号"
          label="批次号"
          initial={batch}
          rules={SHORT}
          onOk={async (text) => {
            setBatch(text);
            setOpen(false);
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

export const gallery: GalleryPart = {
  title: '弹窗',
  states: [
    state('普通弹窗', {}),
    state('可拖动可全屏', { draggable: true, switchFullscreen: true }),
    state('打开即全屏', { fullscreen: true, switchFullscreen: true }),
    state('确定后不关闭', { okClose: false }),
    state('保存被拒绝', {}, true),
    state('关闭后保留内容', { destroyOnClose: false }),
    state('内容很长', { switchFullscreen: true, draggable: true, children: LONG }),
    state('标题很长的弹窗也不会盖住右上角的按钮，哪怕它一直写到第二行去也是如此', {
      draggable: true,
      switchFullscreen: true,
    }),
    state('没有按钮', { footer: false }),
    { title: '询问', Show: Asked },
  ],
};
