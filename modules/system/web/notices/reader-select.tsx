import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button, Select, Space } from 'antd';
import { useState, type ReactNode } from 'react';
import { SEARCH_DEBOUNCE_MS, USER_PICKER_WIDTH } from '#kit/model/limits.ts';
import { fetchRoute, keyOf, useDebounced, readKeys, writeKeys, type Row } from '#kit/web/index.ts';
import { colleague } from '../../model/colleague.ts';
import { peopleCalls, type Colleague } from '../../model/routes/people.ts';
import { user } from '../../model/user.ts';
import { UserByDepartDialog } from '../pickers/user-by-depart-dialog.tsx';

const OFFERED = 20;

/** Chooses colleagues by name or account, or out of the departments. */
export function ReaderSelect({
  id,
  value,
  onChange,
}: {
  id?: string;
  /** Ids, joined by commas. */
  value?: string | null;
  onChange?: (value: string | null) => void;
}): ReactNode {
  const chosen = readKeys(value);
  const [typed, setTyped] = useState('');
  const found = usePeople(useDebounced(typed.trim(), SEARCH_DEBOUNCE_MS));
  const named = useNamed(chosen);
  const [isOpen, setOpen] = useState(false);
  const names = new Map((named.data ?? []).map((one) => [one.id, one.realname]));
  const labels = new Map([...(named.data ?? []), ...(found.data ?? [])].map(labelled));
  const select = (
    <Select
      {...(id ? { id } : {})}
      mode="multiple"
      labelInValue
      allowClear
      aria-label="指定用户"
      placeholder="输入姓名或账号查找"
      loading={found.isFetching}
      value={chosen.map((one) => ({ value: one, label: labels.get(one) ?? unknown(named) }))}
      showSearch={{ filterOption: false, onSearch: setTyped }}
      options={(found.data ?? []).map((person) => ({
        value: person.id,
        label: labelled(person)[1],
      }))}
      notFoundContent={found.error ? `用户加载失败：${found.error.message}` : '没有找到用户'}
      onChange={(next: { value: string }[]) => {
        setTyped('');
        onChange?.(writeKeys(next.map((one) => one.value)));
      }}
    />
  );
  return (
    <Space.Compact block>
      {select}
      <Button onClick={() => setOpen(true)}>选择用户</Button>
      {isOpen && (
        <ReaderDialog
          chosen={chosen.map((one) => ({ id: one, realname: names.get(one) ?? unknown(named) }))}
          onClose={() => setOpen(false)}
          onPick={(ids) => {
            setOpen(false);
            onChange?.(writeKeys(ids));
          }}
        />
      )}
    </Space.Compact>
  );
}

const ReaderDialog = ({
  chosen,
  onClose,
  onPick,
}: {
  chosen: readonly Row[];
  onClose: () => void;
  onPick: (ids: string[]) => void;
}): ReactNode => (
  <UserByDepartDialog
    of={colleague}
    width={USER_PICKER_WIDTH}
    selected={chosen}
    onClose={onClose}
    onPick={(rows) => onPick(rows.map((row) => row.id))}
  />
);

const labelled = ({ id, realname, username }: Colleague): [string, string] => [id, `${realname}（${username}）`];

/** Frozen and departed people are not offered any more. */
const unknown = (named: { isFetching: boolean }): string => (named.isFetching ? '加载中…' : '已停用的用户');

const fetchReaders = async (query: Record<string, string | number>, signal: AbortSignal): Promise<Colleague[]> =>
  (await fetchRoute(peopleCalls.page, { query, signal })).records;

/** People whose name or account holds a text; the route asks for one of both at a time. */
const usePeople = (text: string) =>
  useQuery({
    queryKey: keyOf(user, 'pick', text),
    async queryFn({ signal }) {
      const size = { pageSize: OFFERED };
      if (text === '') return fetchReaders(size, signal);
      const [byName, byAccount] = await Promise.all([
        fetchReaders({ ...size, realname: `*${text.replaceAll('*', '')}*` }, signal),
        fetchReaders({ ...size, username: text }, signal),
      ]);
      return [...new Map([...byName, ...byAccount].map((one) => [one.id, one])).values()];
    },
    placeholderData: keepPreviousData,
  });

/** Names of those who are chosen already. */
const useNamed = (ids: readonly string[]) =>
  useQuery({
    queryKey: keyOf(user, 'named', ids),
    queryFn: ({ signal }) => fetchReaders({ selections: ids.join(','), pageSize: 500 }, signal),
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
  });
