import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useEffect, useState, type ReactNode } from 'react';
import { DEFAULT_PAGE_SIZE, DICT_SEARCH_DEBOUNCE_MS } from '#kit/model/limits.ts';
import { inputProps } from '../cells/faces.ts';
import { useDebounced } from '../use-debounced.ts';
import { toast } from '../feedback.tsx';
import { MOST_DICT_ITEMS, type DictItem } from '#kit/model/dict.ts';
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
 * A select whose choices are searched while typing; nothing typed asks for nothing. The items
 * of a plain dictionary are all there at once, unless there are very many.
 */
export function RemoteSearchSelect(props: RemoteSearchSelectProps): ReactNode {
  const { dict, multiple = false, value, onChange, disabled = false } = props;
  const [typed, setTyped] = useState('');
  const whole = useWhole(dict);
  const isSearched = dict.includes(',') || whole.isBig;
  const values = readKeys(value);
  const searched = useSearched(dict, isSearched, typed.trim(), props.pageSize ?? DEFAULT_PAGE_SIZE);
  const found = isSearched ? searched : whole;
  const labels = useNames(dict, isSearched, values, found.items);
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
        showSearch={isSearched ? { filterOption: false, onSearch: setTyped } : { optionFilterProp: 'label' }}
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

interface Offered {
  items: readonly DictItem[];
  isWaiting: boolean;
  /** Said where there is nothing to choose. */
  note: string;
}

const NOTHING_FOUND = '没有查询到任何数据';

/** The items of a plain dictionary; none of one that is too big to be offered whole. */
function useWhole(dict: string): Offered & { isBig: boolean } {
  const { data, error, isFetching } = useQuery({
    queryKey: ['dict', dict],
    async queryFn({ signal }): Promise<readonly DictItem[]> {
      const { success, message, result } = await lookUpDict(dict, signal);
      if (!success) toast.warn(message);
      return result;
    },
    enabled: !dict.includes(',') && dict.trim() !== '',
  });
  const isBig = (data?.length ?? 0) > MOST_DICT_ITEMS;
  const note = isFetching ? '加载中…' : (error?.message ?? NOTHING_FOUND);
  return { items: isFetching || isBig ? [] : (data ?? []), isWaiting: isFetching, note, isBig };
}

/** What is offered for what was typed. */
function useSearched(dict: string, isSearched: boolean, typed: string, pageSize: number): Offered {
  const keyword = useDebounced(typed, DICT_SEARCH_DEBOUNCE_MS);
  const found = useQuery({
    queryKey: ['dict', dict, keyword, pageSize],
    queryFn({ signal }): Promise<readonly DictItem[]> {
      const { dictRows, dictItems } = widgetServices.get();
      const search = { keyword, pageSize };
      return (dict.includes(',') ? dictRows : dictItems)(dict, search, signal);
    },
    enabled: isSearched && keyword !== '',
  });
  const { error } = found;
  useEffect(() => {
    if (error) toast.warn(error.message);
  }, [error]);
  const isRequested = typed !== '';
  const isWaiting = isRequested && (found.isFetching || keyword !== typed);
  const empty = isRequested ? NOTHING_FOUND : '请输入搜索内容';
  return {
    items: isRequested && !isWaiting ? (found.data ?? []) : [],
    isWaiting,
    note: isWaiting ? '加载中…' : (error?.message ?? empty),
  };
}

/** Names of what is chosen: of the choices, else asked for; a value nobody knows stands for itself. */
function useNames(
  dict: string,
  isSearched: boolean,
  values: readonly string[],
  items: readonly DictItem[],
): (value: string) => string {
  const { data, isFetching } = useQuery({
    queryKey: ['dict', dict, 'labels', values],
    queryFn: ({ signal }) => namesOf(dict, values, signal),
    enabled: isSearched && values.length > 0,
    placeholderData: keepPreviousData,
  });
  const offered = new Map(items.map((item) => [item.value, item.text]));
  return (value) => offered.get(value) ?? data?.get(value) ?? (isSearched && isFetching ? '加载中…' : value);
}

async function namesOf(dict: string, values: readonly string[], signal: AbortSignal): Promise<Map<string, string>> {
  const { dictLabels, dictItems } = widgetServices.get();
  if (!dict.includes(',')) {
    const items = await dictItems(dict, { keys: values.join(',') }, signal);
    return new Map(items.map(({ value, text }) => [value, text]));
  }
  const names = await dictLabels(dict, values, signal);
  return new Map(values.map((value, at) => [value, names[at] ?? value]));
}
