import { useQuery } from '@tanstack/react-query';
import { fetchRoute } from '#ui/http/route-call.ts';
import { toastError } from '#ui/feedback.tsx';
import { release } from '#ui/page/held-pages.ts';
import { shellCalls } from '#modules/system/model/routes/shell.ts';
import type { SignInAnswer } from '#modules/system/model/routes/session.ts';
import { storeSession, type SessionUser } from '#kit/web/session/session-store.ts';
import { mayDrop } from '../../shell/leave-guard.ts';
import { toastAfterSwitch } from '../session-gate.tsx';
import { sessionOf } from '../sign-in.ts';

/** Who works, as the others should see it: whoever acts for somebody is named first. */
export function shownName({ username, realname, actedBy }: SessionUser): string {
  const name = realname || username;
  return actedBy ? `${actedBy.realname || actedBy.username}（代 ${name}）` : name;
}

/** Those for whom this person may act right now. @param isAsked the menu is open */
export function useRepresented(isRequested: boolean) {
  const { data } = useQuery({
    queryKey: ['represented'],
    queryFn: ({ signal }) => fetchRoute(shellCalls.represented, { signal }),
    enabled: isRequested,
    staleTime: 10_000,
    retry: false,
  });
  return data ?? [];
}

/** Goes on with the rights of somebody else, on their own home page. */
export const actFor = (userName: string): Promise<void> =>
  change(() => fetchRoute(shellCalls.beginActing, { body: { userName } }));

/** Back to one's own work. */
export const stopActing = (): Promise<void> => change(() => fetchRoute(shellCalls.endActing, {}));

async function change(ask: () => Promise<SignInAnswer>): Promise<void> {
  if (!(await mayDrop())) return;
  try {
    const answer = await ask();
    toastAfterSwitch(`现在是 ${shownName(answer.userInfo)}`);
    release();
    // An address may name a row that is not to be seen any more.
    history.replaceState(null, '', '/');
    storeSession(sessionOf(answer));
  } catch (error) {
    toastError(error);
  }
}
