import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import { fetchRoute, callRoute, queryClient, toast } from '#kit/web/index.ts';
import { secondFactorCalls, type SecondFactorState } from '../../../model/routes/second-factor.ts';
import { refreshProfile } from '../profile.ts';
import { Awaited } from '../settings-frame.tsx';
import { ProofForm } from './proof-form.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { SecurityDialog } from './security-dialog.tsx';
import { TurnOn } from './turn-on.tsx';
import './second-factor.css';

const KEY = ['sys:secondFactor'];
/** Fewer than this many are soon none. */
const FEW = 3;

type Open = 'on' | 'off' | 'renew' | null;

/** 两步验证: the password alone does not let anybody in. */
export function SecondFactor(): ReactNode {
  const state = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => fetchRoute(secondFactorCalls.state, { signal }),
    staleTime: 0,
  });
  const [open, setOpen] = useState<Open>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  const close = (): void => {
    setOpen(null);
    void queryClient.invalidateQueries({ queryKey: KEY });
    void refreshProfile();
  };
  const show = (made: string[]): void => {
    close();
    setCodes(made);
  };
  return (
    <section className="ac-part" aria-label="两步验证">
      <h2>两步验证</h2>
      <Awaited of={state}>{(data) => <StateLine state={data} onOpen={setOpen} />}</Awaited>
      {open === 'on' && <TurnOn onClose={close} onDone={show} />}
      {open === 'off' && <TurnOff onClose={close} />}
      {open === 'renew' && <Renew onClose={close} onDone={show} />}
      {codes && <RecoveryCodes codes={codes} onClose={() => setCodes(null)} />}
    </section>
  );
}

function StateLine({ state, onOpen }: { state: SecondFactorState; onOpen: (what: Open) => void }): ReactNode {
  if (!state.isOn)
    return (
      <ul className="ac-lines">
        <li>
          <div className="ac-line-text">
            <strong>未开启</strong>
            <span>开启后，登录时除密码外还需要手机上身份验证器（如微软、谷歌身份验证器）中的验证码</span>
          </div>
          <Button onClick={() => onOpen('on')}>开启两步验证</Button>
        </li>
      </ul>
    );
  const { since, lastUsed, recoveryLeft } = state;
  return (
    <ul className="ac-lines">
      <li>
        <div className="ac-line-text">
          <strong>已开启</strong>
          <span>
            开启于 {since}，最近使用 {lastUsed ?? '无记录'}
          </span>
        </div>
        <Button danger onClick={() => onOpen('off')}>
          关闭两步验证
        </Button>
      </li>
      <li>
        <div className="ac-line-text">
          <strong>恢复码</strong>
          <span>
            剩余 {recoveryLeft} 个，手机不在身边时用来登录，每个只能使用一次
            {recoveryLeft < FEW && <b className="ac-few">，请重新生成</b>}
          </span>
        </div>
        <Button onClick={() => onOpen('renew')}>重新生成恢复码</Button>
      </li>
    </ul>
  );
}

function TurnOff({ onClose }: { onClose: () => void }): ReactNode {
  return (
    <SecurityDialog title="关闭两步验证" onClose={onClose}>
      <p>关闭后只凭密码即可登录，恢复码同时失效。</p>
      <ProofForm
        button="关闭两步验证"
        danger
        send={async (proof) => {
          toast.done((await callRoute(secondFactorCalls.turnOff, { body: proof })).message);
          onClose();
        }}
        onCancel={onClose}
      />
    </SecurityDialog>
  );
}

function Renew({ onClose, onDone }: { onClose: () => void; onDone: (codes: string[]) => void }): ReactNode {
  return (
    <SecurityDialog title="重新生成恢复码" onClose={onClose}>
      <p>重新生成后，原来的恢复码全部失效。</p>
      <ProofForm
        button="重新生成"
        send={async (proof) => {
          const { message, result } = await callRoute(secondFactorCalls.renewCodes, {
            body: proof,
          });
          toast.done(message);
          onDone(result.recoveryCodes);
        }}
        onCancel={onClose}
      />
    </SecurityDialog>
  );
}
