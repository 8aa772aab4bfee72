import { StrictMode, useEffect, useLayoutEffect, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { PASSWORD_ONLY, type SignInWays } from '#kit/model/sign-in-ways.ts';
import { pageTitle, readEntryData, type Brand } from './brand.ts';
import { fetched } from '#ui/fetched.tsx';
import { ConsoleProviders } from './console-providers.tsx';
import { fetchRoute } from '#ui/http/route-call.ts';
import { logCalls } from '#modules/system/model/routes/lists.ts';
import { noteErrorsBy } from '#ui/report-error.ts';
import { isExternalApp } from './session/external-app.ts';
import { useNote } from './session/note.ts';
import { goTo, useAddress } from './session/address.ts';
import { isPublicPath, publicPage } from './session/sign-in/public-pages.tsx';
import { guard } from './session/redirect.ts';
import { followOtherWindows, useSessionStore, workplaceOf } from '#kit/web/session/session-store.ts';

export interface StartOptions {
  brand: Brand;
  /** Loads the console: shell, pages, declarations. Fetched only once somebody is signed in. */
  console: () => Promise<React.ComponentType<{ brand: Brand }>>;
}

/** Starts the web console in `#root`: a public page or, with a session, the console. */
export function startConsole({ brand, console: load }: StartOptions): void {
  const root = document.getElementById('root');
  if (!root) throw new Error('no #root');
  const Console = fetched(load);
  noteErrorsBy((body) => fetchRoute(logCalls.consoleError, { body }));
  const ways = { ...PASSWORD_ONLY, ...readEntryData<SignInWays>('sign-in') };
  // Error boundaries log what they caught, with the id the user sees.
  createRoot(root, { onCaughtError: () => {} }).render(
    <StrictMode>
      <ConsoleProviders>
        <Gate brand={brand} ways={ways} signedIn={(workplace) => <Console key={workplace} brand={brand} />} />
      </ConsoleProviders>
    </StrictMode>,
  );
}

/** Stands before every page: lets pass, or leads elsewhere (spec §2, navigation guard). */
function Gate({
  brand,
  ways,
  signedIn,
}: {
  brand: Brand;
  ways: SignInWays;
  signedIn: (workplace: string | null) => ReactNode;
}): ReactNode {
  const workplace = useSessionStore(({ session }) => session && workplaceOf(session));
  const address = useAddress();
  const passage = guard(new URL(address, location.origin), {
    isSignedIn: workplace !== null,
    isPublic: isPublicPath,
    ssoDefault: ways.ssoDefault,
    isExternalApp: ways.providers.length > 0 && isExternalApp(),
  });
  useEffect(followOtherWindows, []);
  const elsewhere = passage.kind === 'to' ? passage.address : null;
  useLayoutEffect(() => {
    if (elsewhere !== null) goTo(elsewhere, { replace: true });
  }, [elsewhere]);
  if (passage.kind === 'to') return null;
  if (passage.kind === 'console') return signedIn(workplace);
  return <PublicPlace path={passage.path} brand={brand} ways={ways} />;
}

function PublicPlace({ path, brand, ways }: { path: string; brand: Brand; ways: SignInWays }): ReactNode {
  const page = publicPage(path);
  const note = useNote();
  const title = page?.title;
  useEffect(() => {
    document.title = pageTitle(title, brand);
  }, [title, brand]);
  return page && <page.Page brand={brand} ways={ways} note={note} />;
}
