import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import { useSession } from '#kit/web/index.ts';
import type { StoredDeputy } from '../../model/routes/deputies.ts';
import { DeputyDrawer, useDeputy } from '../deputy-drawer.tsx';
import { Awaited } from './settings-frame.tsx';

/** 代理人: who may act for oneself while one is away. */
export function OwnDeputy(): ReactNode {
  const { username, realname } = useSession().user;
  const deputy = useDeputy(username);
  const [isOpen, setOpen] = useState(false);
  return (
    <section className="ac-part" aria-label="代理人">
      <h2>代理人</h2>
      <p className="ac-weak">休假或出差时，由一位同事用您的权限处理工作。日志里记的是他本人。</p>
      <Awaited of={deputy}>
        {(data) => (
          <ul className="ac-lines">
            <li>
              <div className="ac-line-text">
                <strong>{data ? data.agentRealname : '未设置'}</strong>
                <span>{data && spanOf(data)}</span>
              </div>
              <Button onClick={() => setOpen(true)}>{data ? '修改代理人' : '设置代理人'}</Button>
            </li>
          </ul>
        )}
      </Awaited>
      {isOpen && <DeputyDrawer username={username} realname={realname} onClose={() => setOpen(false)} />}
    </section>
  );
}

const spanOf = ({ startTime, endTime, status_dictText: state }: StoredDeputy): string =>
  `${startTime} 至 ${endTime}（${state}）`;
