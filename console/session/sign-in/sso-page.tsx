import type { ReactNode } from 'react';
import type { PublicPageProps } from './public-page-props.ts';
import { AccountLink, ProviderButtons, ThirdStages } from './third-stages.tsx';
import { useThirdSignIn } from './use-third-sign-in.ts';
import './third-sign-in.css';

/** /user/sso: other systems vouch for the person. */
export function SsoPage({ ways: { providers } }: PublicPageProps): ReactNode {
  const { stage, enter, fail } = useThirdSignIn('sso', providers);
  return (
    <>
      <ThirdStages stage={stage} enter={enter} fail={fail}>
        <h2>单点登录</h2>
        {providers.length > 0 ? (
          <ProviderButtons providers={providers} page="sso" isMain />
        ) : (
          <p className="wb-user-note">本平台未开通单点登录，请使用账号登录。</p>
        )}
      </ThirdStages>
      {stage.kind !== 'working' && stage.kind !== 'choosing' && <AccountLink />}
    </>
  );
}
