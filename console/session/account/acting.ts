import { useQuery } from '@tanstack/react-query';
import { askRoute } from '#ui/http/route-call.ts';
import { tell } from '#ui/feedback.tsx';
import { letGo } from '#ui/page/held-pages.ts';
import { shellCalls } from '#modules/system/model/routes/shell.ts';
import type { SignInAnswer } from '#modules/system/model/routes/session.ts';
import { keepSession, type SessionUser } from '#kit/web/session/session-store.ts';
import { mayDrop } from '../../shell/leave-guard.ts';
import { sayAfterSwitch } from '../session-gate.tsx';
import { sessionOf } from '../sign-in.ts';

/** Who works, as the others should see it: whoever acts for somebody is named first. */
export function shownName({ username, realname, actedBy }: SessionUser): string {
  const name = realname || username;
  return actedBy ? `${actedBy.realname || actedBy.username}（代 ${name}）` : name;
}

/** Those for whom this person may act right now. @param isAsked the menu is open */
export function useRepresented(isAsked: boolean) {
  const { data } = useQuery({
    queryKey: ['represented'],
    queryFn: ({ signal }) => askRoute(shellCalls.represented, { signal }),
    enabled: isAsked,
    staleTime: 10_000,
    retry: false,
  });
  return data ?? [];
}

/** Goes on with the rights of somebody else, on their own home page. */
export const actFor = (userName: string): Promise<void> =>
  change(() => askRoute(shellCalls.beginActing, { body: { userName } }));

/** Back to one's own work. */
export const stopActing = (): Promise<void> => change(() => askRoute(shellCalls.endActing, {}));

async function change(ask: () => Promise<SignInAnswer>): Promise<void> {
  if (!(await mayDrop())) return;
  try {
    const answer = await ask();
    sayAfterSwitch(`现在是 ${shownName(answer.userInfo)}`);
    letGo();
    // An address may name a row that is not to be seen any more.
    history.replaceState(null, '', '/');
    keepSession(sessionOf(answer));
  } catch (error) {
    tell(error);
  }
}
