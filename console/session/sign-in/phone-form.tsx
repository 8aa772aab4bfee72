import type { ReactNode } from 'react';
import { fetchRoute } from '#ui/http/route-call.ts';
import { registrationCalls } from '#modules/system/model/routes/registration.ts';
import { CodeField } from './code-field.tsx';
import { addressFault, codeFault, useCodeRequest } from './message-code.ts';
import { throughSecondStep } from './second-step.ts';
import type { SignInAnswer } from '#modules/system/model/routes/session.ts';
import { UserFormFrame, UserInput, useUserForm } from './user-form.tsx';

/** 手机登录: a number and the code sent to it. */
export function PhoneForm({ onAnswer }: { onAnswer: (answer: SignInAnswer) => void }): ReactNode {
  const request = useCodeRequest('login');
  const form = useUserForm({
    initial: { mobile: '', smscode: '' },
    judge: ({ mobile, smscode }) => ({
      mobile: addressFault('phone', mobile),
      smscode: codeFault(smscode),
    }),
    fields: { captcha: 'smscode' },
    send: async ({ mobile, smscode }) =>
      onAnswer(
        await throughSecondStep(
          fetchRoute(registrationCalls.phoneLogin, {
            body: { mobile: mobile.trim(), captcha: smscode.trim() },
          }),
        ),
      ),
  });
  const { draft, faults, change } = form;
  return (
    <UserFormFrame form={form} button="登录">
      <UserInput
        id="mobile"
        label="手机号"
        value={draft.mobile}
        onChange={(mobile) => change({ mobile })}
        fault={faults.mobile}
        input={{ type: 'tel', autoComplete: 'tel', maxLength: 11 }}
      />
      <CodeField form={form} name="smscode" to="mobile" kind="phone" request={request} />
    </UserFormFrame>
  );
}
