import type { ComponentType, ReactNode } from 'react';
import { fetched } from '#ui/fetched.tsx';
import type { PublicPageProps } from './public-page-props.ts';
import { ALTERATION_PATH, EXTERNAL_APP_PATH, REGISTER_PATH, RESULT_PATH, SIGN_IN_PATH, SSO_PATH } from '../redirect.ts';
import { UserLayout } from './user-layout.tsx';

/** `note`: why somebody has to sign in again. */
type PublicPlaceProps = PublicPageProps & { note: string | null };

interface PublicPage {
  /** Title of the browser tab. */
  title: string;
  /** Itself in the layout of the pages before the sign-in. */
  Page: ComponentType<PublicPlaceProps>;
}

type PageLoader = () => Promise<ComponentType<PublicPageProps>>;

const fetchedPage = (title: string, load: PageLoader): PublicPage => ({
  title,
  Page: fetched(() => load().then(inLayout), <p className="wb-start-wait">加载中…</p>),
});

/** The layout comes with the page: a card that is drawn before its form would grow when that comes. */
const inLayout = (Body: ComponentType<PublicPageProps>): ComponentType<PublicPlaceProps> =>
  function PublicPlace({ note, ...props }: PublicPlaceProps): ReactNode {
    return (
      <UserLayout brand={props.brand} note={note}>
        <Body {...props} />
      </UserLayout>
    );
  };

/** The pages that need no session, by path; whoever has one fetches none of them. */
const PUBLIC_PAGES: Readonly<Record<string, PublicPage>> = {
  [SIGN_IN_PATH]: fetchedPage('登录', () => import('./sign-in-page.tsx').then(({ SignInPage }) => SignInPage)),
  [SSO_PATH]: fetchedPage('单点登录', () => import('./sso-page.tsx').then(({ SsoPage }) => SsoPage)),
  [EXTERNAL_APP_PATH]: fetchedPage('登录', () =>
    import('./external-app-page.tsx').then(({ ExternalAppPage }) => ExternalAppPage),
  ),
  [REGISTER_PATH]: fetchedPage('注册', () => import('./register-page.tsx').then(({ RegisterPage }) => RegisterPage)),
  [RESULT_PATH]: fetchedPage('注册结果', () =>
    import('./register-result-page.tsx').then(({ RegisterResultPage }) => RegisterResultPage),
  ),
  [ALTERATION_PATH]: fetchedPage('找回密码', () =>
    import('./alteration-page.tsx').then(({ AlterationPage }) => AlterationPage),
  ),
};

export const isPublicPath = (path: string): boolean => path in PUBLIC_PAGES;

export const publicPage = (path: string): PublicPage | null => PUBLIC_PAGES[path] ?? null;
