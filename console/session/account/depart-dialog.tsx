import { useEffect, type ReactNode } from 'react';
import { toast } from '#ui/feedback.tsx';
import { fetchRoute } from '#ui/http/route-call.ts';
import { sessionCalls } from '#modules/system/model/routes/session.ts';
import type { AccountDialogProps } from './password-dialog.tsx';
import { storeSession } from '#kit/web/session/session-store.ts';
import { storableUser } from '../sign-in.ts';
import { useFetched } from '../use-fetched.ts';
import { useSession } from '#kit/web/session/use-session.ts';
import { WorkplaceDialog } from './workplace-dialog.tsx';

/** 部门选择 (spec §2 dialog 11): the session goes on in another department, under a new token. */
export function DepartDialog({ onClose }: AccountDialogProps): ReactNode {
  const session = useSession();
  const departs = useFetched(sessionCalls.departs, onClose);
  const isHomeless = departs?.list.length === 0;
  useEffect(() => {
    if (!isHomeless) return;
    toast.warn('您尚未设置部门信息!');
    onClose();
  }, [isHomeless, onClose]);
  if (!departs || isHomeless) return null;
  const current = departs.list.find(({ orgCode }) => orgCode === departs.orgCode);
  const enter = async (orgCode: string): Promise<void> => {
    const { username } = session.user;
    const moved = await fetchRoute(sessionCalls.selectDepart, { body: { orgCode, username } });
    const name = departs.list.find((depart) => depart.orgCode === orgCode)?.departName ?? '';
    onClose();
    storeSession({ ...session, token: moved.token, user: storableUser(moved.userInfo) });
    toast.done(`已切换到部门：${name}`);
  };
  return (
    <WorkplaceDialog
      title={current ? `部门切换（当前部门 : ${current.departName}）` : '部门选择'}
      what="部门"
      options={departs.list.map(({ orgCode, departName }) => ({
        value: orgCode,
        label: departName,
      }))}
      current={current?.orgCode}
      onChoose={enter}
      onClose={onClose}
    />
  );
}
