import { Button } from 'antd';
import { useEffect, type ReactNode } from 'react';
import type { PublicPageProps } from './public-page-props.ts';
import { setOutAddress } from './third-sign-in.ts';
import { AccountLink, ThirdStages, UnderWay } from './third-stages.tsx';
import { useThirdSignIn } from './use-third-sign-in.ts';
import './third-sign-in.css';

/** /oauth2-app/login: inside the browser of a chat app nobody is asked anything. */
export function ExternalAppPage({ ways: { providers } }: PublicPageProps): ReactNode {
  const { stage, enter, fail } = useThirdSignIn('app', providers);
  const [provider] = providers;
  const isStuck = stage.kind === 'idle' && stage.failure !== null;
  const isSettingOut = stage.kind === 'idle' && !isStuck && provider !== undefined;
  useEffect(() => {
    if (isSettingOut) location.replace(setOutAddress(provider, 'app'));
  }, [isSettingOut, provider]);
  return (
    <>
      <ThirdStages stage={stage} enter={enter} fail={fail}>
        {isSettingOut && <UnderWay />}
        {isStuck && provider && (
          <Button href={setOutAddress(provider, 'app')} type="primary" size="large" block>
            重试
          </Button>
        )}
        {!provider && <p className="wb-user-note">本平台未开通应用内登录，请使用账号登录。</p>}
      </ThirdStages>
      {(isStuck || !provider || stage.kind === 'binding') && <AccountLink />}
    </>
  );
}
