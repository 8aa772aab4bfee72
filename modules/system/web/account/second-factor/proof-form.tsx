import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import type { PasswordAndProof } from '../../../model/routes/second-factor.ts';
import { AccountForm, PasswordItem } from '../account-form.tsx';
import { CodeItem, RecoveryItem } from './code-items.tsx';

const NAMES = new Set(['oldpassword', 'code', 'recoveryCode']);

/** The password and a code, for what changes the second factor. */
export function ProofForm(props: {
  button: string;
  danger?: boolean;
  send: (proof: PasswordAndProof) => Promise<void>;
  onCancel: () => void;
}): ReactNode {
  const [hasPhone, setHasPhone] = useState(true);
  const more = (
    <Button type="link" onClick={() => setHasPhone(!hasPhone)}>
      {hasPhone ? '使用恢复码' : '使用验证码'}
    </Button>
  );
  return (
    <AccountForm<PasswordAndProof> {...props} names={NAMES} more={more}>
      <PasswordItem />
      {hasPhone ? <CodeItem /> : <RecoveryItem />}
    </AccountForm>
  );
}
