import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import { PasswordDialog } from '#console/index.ts';
import { tenantDay } from '#kit/web/index.ts';
import type { OwnProfile } from '../../model/routes/account.ts';
import { ContactDialog, type Contact } from './contact-dialog.tsx';
import { OwnDeputy } from './own-deputy.tsx';
import { refreshProfile, useProfile } from './profile.ts';
import { SecondFactor } from './second-factor/second-factor.tsx';
import { Awaited, SettingsFrame } from './settings-frame.tsx';
import { ThirdLinks } from './third-links.tsx';

type Open = 'password' | Contact | null;

/** 安全设置: what stands between the account and others. */
export function SecuritySettings(): ReactNode {
  const profile = useProfile();
  const [open, setOpen] = useState<Open>(null);
  const close = (): void => {
    setOpen(null);
    void refreshProfile();
  };
  return (
    <SettingsFrame>
      <Awaited of={profile}>
        {(data) => (
          <>
            <SecurityLines profile={data} onOpen={setOpen} />
            <SecondFactor />
            <ThirdLinks />
            <OwnDeputy />
            {open === 'password' && <PasswordDialog onClose={close} />}
            {(open === 'phone' || open === 'email') && <ContactDialog contact={open} profile={data} onClose={close} />}
          </>
        )}
      </Awaited>
    </SettingsFrame>
  );
}

function SecurityLines({
  profile: { passwordTime, phone, email },
  onOpen,
}: {
  profile: OwnProfile;
  onOpen: (what: Open) => void;
}): ReactNode {
  return (
    <ul className="ac-lines">
      <Line
        title="账号密码"
        text={`上次修改：${passwordTime}（${daysAgo(passwordTime)}）。修改后其他设备会退出登录`}
        button="修改密码"
        onClick={() => onOpen('password')}
      />
      <Line
        title="手机号码"
        text={phone ? veiledPhone(phone) : '未设置，设置后可以用短信验证码登录和找回密码'}
        button={phone ? '修改手机号码' : '设置手机号码'}
        onClick={() => onOpen('phone')}
      />
      <Line
        title="邮箱"
        text={email ?? '未设置，设置后可以用邮件找回密码'}
        button={email ? '修改邮箱' : '设置邮箱'}
        onClick={() => onOpen('email')}
      />
    </ul>
  );
}

function Line({
  title,
  text,
  button,
  onClick,
}: {
  title: string;
  text: string;
  button: string;
  onClick: () => void;
}): ReactNode {
  return (
    <li>
      <div className="ac-line-text">
        <strong>{title}</strong>
        <span>{text}</span>
      </div>
      <Button onClick={onClick}>{button}</Button>
    </li>
  );
}

const DAY = 86_400_000;

/** Whole days in the tenant's zone. */
function daysAgo(wireTime: string): string {
  const days = (Date.parse(tenantDay()) - Date.parse(wireTime.slice(0, 10))) / DAY;
  return days > 0 ? `${days}天前` : '今天';
}

const veiledPhone = (phone: string): string => phone.replace(/^(\d{3})\d+(\d{4})$/, '$1****$2');
