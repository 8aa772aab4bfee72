import { Button, Input, Select } from 'antd';
import type { ReactNode } from 'react';
import { ResourceForm, type EditProps, type ResourceFormProps } from '#kit/web/index.ts';
import {
  FILTERS,
  PREDICATES,
  readParts,
  type PartArgs,
  type PartArgument,
  type PartKind,
  type RoutePart,
} from '../model/gateway-parts.ts';
import { gatewayRoute } from '../model/gateway-route.ts';
import './operations.css';

const FIRST = JSON.stringify([{ name: 'Path', args: [] }]);

/** A gateway route: which calls it takes, where they go, and what is done to them. */
export const GatewayForm = (props: Pick<ResourceFormProps, 'id' | 'onClose'>): ReactNode => (
  <ResourceForm
    {...props}
    of={gatewayRoute}
    initial={{ predicates: FIRST }}
    inputs={{ predicates: PredicatesInput, filters: FiltersInput }}
  />
);

const PredicatesInput = (props: EditProps): ReactNode => (
  <PartsInput {...props} kinds={PREDICATES} title="路由条件" isPaired={false} />
);
const FiltersInput = (props: EditProps): ReactNode => <PartsInput {...props} kinds={FILTERS} title="过滤器" isPaired />;

interface PartsProps extends EditProps {
  kinds: readonly PartKind[];
  title: string;
  /** Arguments are pairs, as the base has those of filters. */
  isPaired: boolean;
}

/** Conditions or filters, one a row; stored as JSON, as clients of the base send them. */
function PartsInput({ value, onChange, id, disabled, kinds, title, isPaired }: PartsProps): ReactNode {
  const parts = readParts(value);
  const write = (next: readonly RoutePart[]): void => onChange?.(next.length === 0 ? '' : JSON.stringify(next));
  const put = (at: number, args: PartArgs): void =>
    write(parts.map((part, index) => (index === at ? { ...part, args } : part)));
  return (
    <div className="op-parts" role="group" aria-label={title} id={id}>
      {parts.map((part, at) => (
        // Parts have no name of their own; their place is what they are.
        // oxlint-disable-next-line react/no-array-index-key
        <div className="op-part" key={`${at} ${part.name}`}>
          <PartHead part={part} kinds={kinds} />
          <PartInputs
            part={part}
            kind={kinds.find(({ name }) => name === part.name)}
            isPaired={isPaired}
            disabled={disabled ?? false}
            onChange={(args) => put(at, args)}
          />
          <Button
            size="small"
            disabled={disabled ?? false}
            onClick={() => write(parts.filter((_part, index) => index !== at))}
          >
            删除
          </Button>
        </div>
      ))}
      <Select
        aria-label={`添加${title}`}
        placeholder={`添加${title}`}
        disabled={disabled ?? false}
        value={null}
        options={kinds.map(({ name, title: words }) => ({ value: name, label: `${words}（${name}）` }))}
        onChange={(name: string) => write([...parts, { name, args: emptyArgs(kinds, name, isPaired) }])}
      />
    </div>
  );
}

function PartHead({ part, kinds }: { part: RoutePart; kinds: readonly PartKind[] }): ReactNode {
  const kind = kinds.find(({ name }) => name === part.name);
  return (
    <p className="op-part-head">
      <strong>{kind?.title ?? part.name}</strong>
      <small>{kind ? kind.about : '不支持，请删除'}</small>
    </p>
  );
}

function emptyArgs(kinds: readonly PartKind[], name: string, isPaired: boolean): PartArgs {
  const own = kinds.find((kind) => kind.name === name)?.arguments;
  if (!own) return [];
  return isPaired
    ? own.map(({ key }) => ({ key, value: key === 'key-resolver' ? '#{@ipKeyResolver}' : '' }))
    : Object.fromEntries(own.map(({ key }) => [key, '']));
}

interface InputsProps {
  part: RoutePart;
  kind: PartKind | undefined;
  isPaired: boolean;
  disabled: boolean;
  onChange: (args: PartArgs) => void;
}

function PartInputs({ part, kind, isPaired, disabled, onChange }: InputsProps): ReactNode {
  if (!kind) return null;
  if (!kind.arguments)
    return (
      <Select
        mode="tags"
        open={false}
        aria-label={kind.title}
        placeholder="输入后按回车，可填多个"
        disabled={disabled}
        value={listOf(part.args)}
        tokenSeparators={[' ', '，']}
        onChange={(values: string[]) => onChange(values)}
      />
    );
  const values = valuesOf(part.args);
  const change = (key: string, value: string): void => {
    const next = { ...values, [key]: value };
    onChange(isPaired ? Object.entries(next).map(([name, one]) => ({ key: name, value: one })) : next);
  };
  return (
    <div className="op-part-inputs">
      {kind.arguments.map((argument) => (
        <ArgumentInput
          key={argument.key}
          argument={argument}
          value={values[argument.key] ?? ''}
          disabled={disabled}
          onChange={(value) => change(argument.key, value)}
        />
      ))}
    </div>
  );
}

interface ArgumentProps {
  argument: PartArgument;
  value: string;
  disabled: boolean;
  onChange: (value: string) => void;
}

const ArgumentInput = ({ argument, value, disabled, onChange }: ArgumentProps): ReactNode => (
  <label>
    <span>{argument.title}</span>
    <Input
      value={value}
      placeholder={argument.hint ?? ''}
      disabled={disabled}
      onChange={(event) => onChange(event.target.value)}
    />
  </label>
);

/** Values of a list, however a client of the base wrote it. */
function listOf(args: unknown): string[] {
  const all: unknown[] = Array.isArray(args) ? args : Object.values(args ?? {});
  return all.map((one) => (typeof one === 'object' && one !== null ? valueOf(one) : String(one)));
}

const valueOf = (one: object): string => ('value' in one ? String(one.value) : '');

/** Arguments by their names, of pairs or of an object. */
function valuesOf(args: unknown): Record<string, string> {
  const pairs = Array.isArray(args)
    ? (args as { key?: unknown; value?: unknown }[]).map(({ key, value }) => [key, value])
    : Object.entries(args ?? {});
  return Object.fromEntries(pairs.map(([key, value]) => [String(key), String(value ?? '')]));
}
