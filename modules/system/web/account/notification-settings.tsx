import { Button, Switch } from 'antd';
import type { ReactNode } from 'react';
import { setReadAloud, useReadAloud } from '#console/index.ts';
import { toast, setListRefresh, useListRefresh } from '#kit/web/index.ts';
import { SettingsFrame } from './settings-frame.tsx';

/** 新消息通知: how this browser tells what is new. */
export function NotificationSettings(): ReactNode {
  const { isOn } = useReadAloud();
  const { isOn: isRefreshing } = useListRefresh();
  const canSpeak = 'speechSynthesis' in window;
  return (
    <SettingsFrame>
      <ul className="ac-lines">
        <li>
          <div className="ac-line-text">
            <strong id="ac-read-aloud">语音播报新消息</strong>
            <span>
              {canSpeak ? '收到系统通告和消息时朗读标题；只对这台电脑的这个浏览器有效' : '此浏览器不支持语音播报'}
            </span>
          </div>
          {canSpeak && isOn && <Button onClick={listen}>试听</Button>}
          <Switch aria-labelledby="ac-read-aloud" checked={isOn && canSpeak} disabled={!canSpeak} onChange={choose} />
        </li>
        <li>
          <div className="ac-line-text">
            <strong id="ac-list-refresh">列表自动刷新</strong>
            <span>同事修改数据后，打开的列表自动更新；只对这台电脑的这个浏览器有效</span>
          </div>
          <Switch aria-labelledby="ac-list-refresh" checked={isRefreshing} onChange={chooseRefresh} />
        </li>
      </ul>
    </SettingsFrame>
  );
}

function choose(isOn: boolean): void {
  const isStored = setReadAloud(isOn);
  if (!isOn) window.speechSynthesis.cancel();
  toastStored(isStored, isOn ? '已开启语音播报' : '已关闭语音播报');
}

function chooseRefresh(isOn: boolean): void {
  toastStored(setListRefresh(isOn), isOn ? '已开启列表自动刷新' : '已关闭列表自动刷新');
}

function toastStored(isStored: boolean, done: string): void {
  if (isStored) toast.done(done);
  else toast.warn('浏览器不允许保存设置，刷新后恢复原样');
}

function listen(): void {
  const words = new SpeechSynthesisUtterance('您有一条新消息');
  words.lang = 'zh-CN';
  window.speechSynthesis.cancel();
  window.speechSynthesis.speak(words);
}
