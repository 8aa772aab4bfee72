import { useQuery } from '@tanstack/react-query';
import { Button, Tag } from 'antd';
import type { ReactNode } from 'react';
import { confirmAction, fetchRoute, callRoute, queryClient, toast, toastError } from '#kit/web/index.ts';
import { accountCalls, type Device } from '../../model/routes/account.ts';
import { Awaited, SettingsFrame } from './settings-frame.tsx';

const KEY = ['sys:ownSessions'];

/** 登录设备: where one is signed in, over all tenants; each can be ended. */
export function DeviceSettings(): ReactNode {
  const devices = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => fetchRoute(accountCalls.devices, { signal }),
    staleTime: 0,
  });
  return (
    <SettingsFrame>
      <Awaited of={devices}>{(data) => <DeviceList devices={data} />}</Awaited>
    </SettingsFrame>
  );
}

function DeviceList({ devices }: { devices: readonly Device[] }): ReactNode {
  const others = devices.filter(({ isCurrent }) => !isCurrent).length;
  return (
    <>
      <p className="ac-weak">不认识的设备请让它下线，并修改密码。</p>
      <div className="ac-actions">
        <Button danger disabled={others === 0} onClick={() => void endOthers(others)}>
          下线其他设备
        </Button>
        <Button onClick={() => void refresh()}>刷新</Button>
      </div>
      <ul className="ac-lines" aria-label="登录设备">
        {devices.map((device) => (
          <li key={device.id}>
            <div className="ac-line-text">
              <strong>
                {device.browser} · {device.system} {device.isCurrent && <Tag>本机</Tag>}
              </strong>
              <span>
                {device.tenantName}，IP {device.ip ?? '未知'}
                <br />
                登录于 {device.createTime}，最近活动 {device.lastSeen}
              </span>
            </div>
            {!device.isCurrent && (
              <Button
                danger
                aria-label={`让 ${device.browser} · ${device.system} 下线`}
                onClick={() => void endOne(device)}
              >
                下线
              </Button>
            )}
          </li>
        ))}
      </ul>
      {others === 0 && <p className="ac-weak">没有其他登录设备</p>}
    </>
  );
}

const refresh = (): Promise<void> => queryClient.invalidateQueries({ queryKey: KEY });

const LOSS = '该设备上的登录立即失效，未保存的内容会丢失。';

const endOne = ({ id, browser, system }: Device): Promise<void> =>
  end({ title: `让 ${browser} · ${system} 下线？`, okText: '下线' }, () =>
    callRoute(accountCalls.endDevice, { query: { id } }),
  );

const endOthers = (count: number): Promise<void> =>
  end({ title: `下线其他${count}台设备？`, okText: '下线其他设备' }, () => callRoute(accountCalls.endOtherDevices));

async function end(
  question: { title: string; okText: string },
  send: () => Promise<{ message: string }>,
): Promise<void> {
  if (!(await confirmAction({ ...question, content: LOSS, danger: true }))) return;
  try {
    toast.done((await send()).message);
  } catch (error) {
    toastError(error);
  } finally {
    void refresh();
  }
}
