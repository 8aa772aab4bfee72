import { lazy, StrictMode, Suspense, useEffect, useState, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { STATUS_TEXT } from './api-error.ts';
import { pageTitle, type Brand } from './brand.ts';
import { loadOnce } from './chunk-reload.ts';
import { ConsoleProviders } from './console-providers.tsx';
import { whenSessionLost } from './http.ts';
import { followOtherWindows, keepSession, useSessionStore } from './session/session-store.ts';
import { redirectTarget, SIGN_IN_PATH, signInAddress } from './session/redirect.ts';
import { SignInPage } from './session/sign-in-page.tsx';

export interface StartOptions {
  brand: Brand;
  /** Loads the console: shell, pages, declarations. Fetched only once somebody is signed in. */
  console: () => Promise<React.ComponentType<{ brand: Brand }>>;
}

/** Starts the web console in `#root`: the sign-in page or, with a session, the console. */
export function startConsole({ brand, console: load }: StartOptions): void {
  const root = document.getElementById('root');
  if (!root) throw new Error('no #root');
  const ConsoleLazy = lazy(() => loadOnce(load).then((component) => ({ default: component })));
  // Error boundaries log what they caught, with the id the user sees.
  createRoot(root, { onCaughtError: () => {} }).render(
    <StrictMode>
      <ConsoleProviders>
        <Gate brand={brand} signedIn={<ConsoleLazy brand={brand} />} />
      </ConsoleProviders>
    </StrictMode>,
  );
}

/** Without a session only the sign-in page; the wanted path waits in its `redirect` query. */
function Gate({ brand, signedIn }: { brand: Brand; signedIn: ReactNode }): ReactNode {
  const token = useSessionStore((state) => state.session?.token);
  const [note, setNote] = useState<string | null>(null);
  useEffect(followOtherWindows, []);
  useEffect(() => {
    if (token) setNote(null);
  }, [token]);
  useEffect(
    () =>
      whenSessionLost(() => {
        setNote(STATUS_TEXT[401]);
        keepSession(null);
      }),
    [],
  );
  // The address is settled before the router of the console reads it; both steps are idempotent.
  if (token) {
    leaveSignIn();
    return (
      <Suspense fallback={null} key={token}>
        {signedIn}
      </Suspense>
    );
  }
  enterSignIn();
  document.title = pageTitle('登录', brand);
  return <SignInPage brand={brand} note={note} />;
}

function enterSignIn(): void {
  if (location.pathname === SIGN_IN_PATH) return;
  history.replaceState(null, '', signInAddress(location.pathname + location.search));
}

function leaveSignIn(): void {
  if (location.pathname !== SIGN_IN_PATH) return;
  history.replaceState(null, '', redirectTarget(location.search));
}
