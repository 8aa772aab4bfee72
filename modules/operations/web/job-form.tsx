import { Form, Select } from 'antd';
import { useEffect, type ReactNode } from 'react';
import { parseCron } from '#kit/model/cron/parse.ts';
import type { Field, Fields } from '#kit/model/field.ts';
import {
  cellOf,
  CronInput,
  inputProps,
  ResourceForm,
  serverNow,
  tenantWorks,
  type EditProps,
  type ResourceFormProps,
} from '#kit/web/index.ts';
import { useTenantZone } from '#ui/tenant-zone.ts';
import { quartzJob } from '../model/quartz-job.ts';
import { cronFault } from '../model/schedule-rules.ts';
import './operations.css';

/** A schedule: what, when, with which parameters. */
export const JobForm = (props: Pick<ResourceFormProps, 'id' | 'onClose'>): ReactNode => (
  <ResourceForm
    {...props}
    of={quartzJob}
    initial={{ cron: '0 0 9 * * ? *' }}
    inputs={{ handler: WorkInput, cron: HoursInput, params: ParamsInput }}
  />
);

/** The works there are, each with what it does. */
function WorkInput({ value, onChange, disabled, ...props }: EditProps): ReactNode {
  const works = tenantWorks();
  const chosen = works.find(({ name }) => name === value);
  return (
    <>
      <Select
        {...inputProps(props)}
        showSearch={{ optionFilterProp: 'label' }}
        placeholder="请选择任务"
        disabled={disabled ?? false}
        value={typeof value === 'string' && value !== '' ? value : null}
        options={works.map(({ name, title }) => ({ value: name, label: title }))}
        onChange={(name) => onChange?.(name)}
      />
      {chosen && <p className="op-about">{chosen.about}</p>}
    </>
  );
}

/** The hours, with what is wrong with them beside what they say. */
function HoursInput({ value, onChange, disabled, id }: EditProps): ReactNode {
  const zone = useTenantZone((now) => now.zone) || 'UTC';
  const expression = typeof value === 'string' ? value : '';
  const isRead = parseCron(expression).ok;
  const fault = isRead ? cronFault(expression, new Date(serverNow()), zone) : null;
  return (
    <>
      <CronInput
        id={id}
        disabled={disabled}
        aria-required="true"
        value={expression}
        onChange={(next) => onChange?.(next)}
      />
      {fault !== null && <p className="op-fault">{fault}</p>}
    </>
  );
}

/** The parameters of the chosen work one by one; stored as JSON, as clients of the base send them. */
function ParamsInput({ value, onChange, id, disabled }: EditProps): ReactNode {
  const handler: unknown = Form.useWatch('handler', Form.useFormInstance());
  const work = tenantWorks().find(({ name }) => name === handler);
  const fields = (work?.fields ?? {}) as Fields;
  const typed = readTyped(value);
  const known = Object.fromEntries(Object.entries(typed).filter(([key]) => Object.hasOwn(fields, key)));
  // What another work was given is not this one's.
  const isForeign = work !== undefined && Object.keys(known).length < Object.keys(typed).length;
  useEffect(() => {
    if (isForeign) onChange?.(written(known));
    // Once for each choice of a work.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isForeign]);
  if (!work) return <span id={id}>先选任务</span>;
  const keys = Object.keys(fields);
  if (keys.length === 0) return <span id={id}>该任务没有参数</span>;
  return (
    <div className="op-params" id={id} role="group" aria-label="参数">
      {keys.map((key) => (
        <Param
          key={key}
          id={`${id ?? 'param'}-${key}`}
          name={key}
          field={fields[key] as Field}
          value={typed[key]}
          disabled={disabled}
          onChange={(next) => onChange?.(written({ ...known, [key]: next }))}
        />
      ))}
    </div>
  );
}

function Param(props: EditProps & { id: string }): ReactNode {
  const { id, field } = props;
  const { Edit } = cellOf(field.kind);
  return (
    <div className="op-param">
      <label htmlFor={id} data-required={field.required === true}>
        {field.title}
      </label>
      <Edit {...props} aria-required={field.required === true} />
      {field.hint && <small>{field.hint}</small>}
    </div>
  );
}

/** '' where nothing is said. */
function written(typed: Record<string, unknown>): string {
  const stored = Object.entries(typed).filter(([, value]) => value !== undefined && value !== null && value !== '');
  return stored.length === 0 ? '' : JSON.stringify(Object.fromEntries(stored));
}

function readTyped(value: unknown): Record<string, unknown> {
  try {
    const read = JSON.parse(typeof value === 'string' ? value : '') as unknown;
    return typeof read === 'object' && read !== null ? { ...read } : {};
  } catch {
    return {};
  }
}
