import { Button } from 'antd';
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { onlyDigits } from '#kit/model/only-digits.ts';
import { ApiError } from '#ui/http/api-error.ts';
import { fetchRoute } from '#ui/http/route-call.ts';
import { sessionCalls } from '#modules/system/model/routes/session.ts';
import { codeFault } from './message-code.ts';
import type { SecondStep } from './second-step.ts';
import { UserFormFrame, UserInput, useUserForm, type UserForm } from './user-form.tsx';

const DIGITS = 6;

interface Draft extends Record<string, string> {
  code: string;
  recoveryCode: string;
}

/** 两步验证: a code of the authenticator app, or one of the recovery codes. */
export function SecondFactorForm({ step }: { step: SecondStep }): ReactNode {
  const [kind, setKind] = useState<'code' | 'recoveryCode'>('code');
  const form = useSecondFactor(step, kind);
  return (
    <>
      <h2>两步验证</h2>
      <UserFormFrame form={form} button="验证并登录">
        {kind === 'code' ? <CodeInput form={form} /> : <RecoveryInput form={form} />}
      </UserFormFrame>
      <p className="wb-user-links">
        <Button type="link" onClick={() => setKind(kind === 'code' ? 'recoveryCode' : 'code')}>
          {kind === 'code' ? '使用恢复码' : '使用验证码'}
        </Button>
        <Button type="link" onClick={() => step.giveUp(new ApiError(428, '未完成两步验证，请重新登录'))}>
          返回登录
        </Button>
      </p>
    </>
  );
}

function useSecondFactor(step: SecondStep, kind: 'code' | 'recoveryCode'): UserForm<Draft> {
  return useUserForm<Draft>({
    initial: { code: '', recoveryCode: '' },
    judge: ({ code, recoveryCode }) =>
      kind === 'code'
        ? { code: codeFault(code) }
        : { recoveryCode: recoveryCode.trim() === '' ? '请输入恢复码' : undefined },
    send: async (draft) => {
      try {
        step.finish(
          await fetchRoute(sessionCalls.secondStep, {
            body: { ticket: step.ticket, [kind]: draft[kind] },
          }),
        );
      } catch (error) {
        if (!(error instanceof ApiError) || error.status !== 401) throw error;
        step.giveUp(new ApiError(401, '登录校验已失效，请重新登录'));
      }
    },
  });
}

/** Sent as soon as it is complete; a refused one is selected, so that the next replaces it. */
function CodeInput({ form }: { form: UserForm<Draft> }): ReactNode {
  const { draft, faults, change, submit } = form;
  const isComplete = draft.code.length === DIGITS;
  const send = useEffectEvent(() => void submit());
  useEffect(() => {
    if (isComplete) send();
  }, [isComplete]);
  const fault = faults.code;
  useEffect(() => {
    if (fault) (document.getElementById('code') as HTMLInputElement | null)?.select();
  }, [fault]);
  return (
    <UserInput
      id="code"
      label="请输入身份验证器中的 6 位验证码"
      value={draft.code}
      onChange={(typed) => change({ code: onlyDigits(typed, DIGITS) })}
      fault={fault}
      input={{ inputMode: 'numeric', autoComplete: 'one-time-code', autoFocus: true }}
    />
  );
}

function RecoveryInput({ form: { draft, faults, change } }: { form: UserForm<Draft> }): ReactNode {
  return (
    <UserInput
      id="recoveryCode"
      label="恢复码"
      value={draft.recoveryCode}
      onChange={(recoveryCode) => change({ recoveryCode })}
      fault={faults.recoveryCode}
      hint="开启两步验证时保存的 10 个恢复码之一，每个只能使用一次。恢复码也丢失时请联系管理员重置两步验证"
      input={{
        autoComplete: 'off',
        autoCapitalize: 'none',
        spellCheck: false,
        maxLength: 40,
        autoFocus: true,
      }}
    />
  );
}
