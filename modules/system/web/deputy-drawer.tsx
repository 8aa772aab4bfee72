import { useQuery } from '@tanstack/react-query';
import { Form } from 'antd';
import type { ReactNode } from 'react';
import { ApiError, fetchRoute, callRoute, FormDrawer, queryClient } from '#kit/web/index.ts';
import type { Fields, Values } from '#kit/model/field.ts';
import { deputyCalls, deputyFields, type StoredDeputy } from '../model/routes/deputies.ts';
import { UserByDepartSelect } from './pickers/lazy-pickers.ts';

const { startTime, endTime, status } = deputyFields;
const FIELDS: Fields = { startTime, endTime, status };

const keyOf = (username: string): string[] => ['sys:deputy', username];

/** Who acts for a person, as it is stored; null where nobody was named. */
export const useDeputy = (username: string) =>
  useQuery({
    queryKey: keyOf(username),
    queryFn: ({ signal }) => readDeputy(username, signal),
    staleTime: 0,
  });

async function readDeputy(userName: string, signal: AbortSignal): Promise<StoredDeputy | null> {
  try {
    return await fetchRoute(deputyCalls.find, { query: { userName }, signal });
  } catch (error) {
    // Nobody was named yet: said as a refusal on the wire.
    if (error instanceof ApiError && error.status === 200 && error.code === NOBODY) return null;
    throw error;
  }
}

const NOBODY = 500;

/** 代理人: who acts for a person while they are away. */
export function DeputyDrawer({
  username,
  realname,
  onClose,
}: {
  username: string;
  realname: string;
  onClose: () => void;
}): ReactNode {
  const stored = useDeputy(username);
  const before = stored.data ?? null;
  return (
    <FormDrawer
      title={`代理人：${realname}（${username}）`}
      draft={{ of: 'system:deputy', id: username }}
      source={{ ...stored, isReady: stored.data !== undefined && !stored.isFetching }}
      fields={FIELDS}
      layout={[['startTime', 'endTime'], ['status']]}
      initial={before ? { ...before } : undefined}
      extraNames={['agentUserName']}
      send={(values) => {
        const body = { ...(values as Sent), userName: username };
        return before
          ? callRoute(deputyCalls.edit, { body: { ...body, id: before.id } })
          : callRoute(deputyCalls.add, { body: { ...body, id: null } });
      }}
      onSaved={() => void queryClient.invalidateQueries({ queryKey: keyOf(username) })}
      onClose={onClose}
      lead={
        <Form.Item
          name="agentUserName"
          label="代理人"
          required
          rules={[{ required: true, message: '请选择代理人' }]}
          extra="期间内可以用本人的权限处理工作；不能改账号设置，也得不到管理用户和角色的权限。"
        >
          <UserByDepartSelect multiple={false} />
        </Form.Item>
      }
    />
  );
}

type Sent = Values<typeof deputyFields>;
