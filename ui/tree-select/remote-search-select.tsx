import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useEffect, useState, type ReactNode } from 'react';
import { DEFAULT_PAGE_SIZE, DICT_SEARCH_DEBOUNCE_MS } from '#kit/model/limits.ts';
import { inputProps } from '../cells/faces.ts';
import { useDebounced } from '../use-debounced.ts';
import { say } from '../feedback.tsx';
import type { DictItem } from '#kit/model/dict.ts';
import type { PickedFormProps } from '../picker/picked-field.tsx';
import { readKeys, writeKeys } from '../picker/picked-values.ts';
import { widgetServices } from '../services.ts';
import { lookUpDict, NO_DICT_CODE } from './dict-lookup.ts';
import '../picker/picker.css';
import './tree-select.css';

export interface RemoteSearchSelectProps extends PickedFormProps {
  /** Code of a dictionary, or `table,text,code` of a registered source. */
  dict: string;
  multiple?: boolean | undefined;
  /** Choices that are offered at once; 10 by default. */
  pageSize?: number | undefined;
  /** Chosen values, joined by commas. */
  value?: string | null | undefined;
  onChange?: ((value: string | null) => void) | undefined;
}

/**
 * A select whose choices are searched while typing; nothing typed asks for nothing. The few items
 * of a plain dictionary are all there at once.
 */
export function RemoteSearchSelect(props: RemoteSearchSelectProps): ReactNode {
  const { dict, multiple = false, value, onChange, disabled = false } = props;
  const [typed, setTyped] = useState('');
  const isTable = dict.includes(',');
  const values = readKeys(value);
  const found = useChoices(dict, typed.trim(), props.pageSize ?? DEFAULT_PAGE_SIZE);
  const labels = useNames(dict, values, found.items);
  const shown = values.map((one) => ({ value: one, label: labels(one) }));
  const isNameless = dict.trim() === '';
  const isOff = disabled || isNameless;
  return (
    <div className={isNameless ? 'wb-tree-fault' : undefined}>
      <Select
        {...inputProps(props)}
        aria-label={props['aria-label']}
        className="wb-picked-names"
        style={{ width: '100%' }}
        {...(multiple ? { mode: 'multiple' as const } : {})}
        labelInValue
        allowClear
        disabled={isOff}
        placeholder={isOff ? '' : (props.placeholder ?? '请选择')}
        showSearch={
          isTable ? { filterOption: false, onSearch: setTyped } : { optionFilterProp: 'label' }
        }
        loading={found.isWaiting}
        notFoundContent={found.note}
        value={multiple ? shown : (shown[0] ?? null)}
        options={found.items.map((item) => ({ value: item.value, label: item.text }))}
        onChange={(next: { value: string } | { value: string }[] | null | undefined) => {
          const chosen = Array.isArray(next) ? next : next ? [next] : [];
          setTyped('');
          onChange?.(writeKeys(chosen.map((one) => one.value)));
        }}
      />
      {isNameless && <span role="alert">{NO_DICT_CODE}</span>}
    </div>
  );
}

/** What is offered for what was typed. */
function useChoices(dict: string, typed: string, pageSize: number) {
  const isTable = dict.includes(',');
  const keyword = useDebounced(typed, DICT_SEARCH_DEBOUNCE_MS);
  const found = useQuery({
    queryKey: ['dict', dict, isTable ? keyword : '', pageSize],
    async queryFn({ signal }): Promise<readonly DictItem[]> {
      if (isTable) return widgetServices.get().dictRows(dict, { keyword, pageSize }, signal);
      const { success, message, result } = await lookUpDict(dict, signal);
      if (!success) say.warn(message);
      return result;
    },
    enabled: isTable ? keyword !== '' : dict.trim() !== '',
  });
  const { error } = found;
  useEffect(() => {
    if (error) say.warn(error.message);
  }, [error]);
  const isAsked = !isTable || typed !== '';
  const isWaiting = isAsked && (found.isFetching || (isTable && keyword !== typed));
  const empty = isAsked ? '没有查询到任何数据' : '请输入搜索内容';
  return {
    items: isAsked && !isWaiting ? (found.data ?? []) : [],
    isWaiting,
    note: isWaiting ? '加载中…' : (error?.message ?? empty),
  };
}

/** Names of what is chosen: of the choices, else asked for; a value nobody knows stands for itself. */
function useNames(
  dict: string,
  values: readonly string[],
  items: readonly DictItem[],
): (value: string) => string {
  const isTable = dict.includes(',');
  const { data, isFetching } = useQuery({
    queryKey: ['dict', dict, 'labels', values],
    async queryFn({ signal }) {
      const names = await widgetServices.get().dictLabels(dict, values, signal);
      return new Map(values.map((value, at) => [value, names[at] ?? value]));
    },
    enabled: isTable && values.length > 0,
    placeholderData: keepPreviousData,
  });
  const offered = new Map(items.map((item) => [item.value, item.text]));
  return (value) =>
    offered.get(value) ?? data?.get(value) ?? (isTable && isFetching ? '加载中…' : value);
}
