import type { ReactNode } from 'react';
import type { SignInProvider } from '#kit/model/sign-in-ways.ts';
import { ProviderButtons } from './third-stages.tsx';
import './third-sign-in.css';

/** 其他方式登录, under the form for name and password. */
export function OtherWays({ providers }: { providers: readonly SignInProvider[] }): ReactNode {
  return (
    <section className="wb-user-others" aria-labelledby="other-ways">
      <h2 id="other-ways">其他方式登录</h2>
      <ProviderButtons providers={providers} page="sso" />
    </section>
  );
}
