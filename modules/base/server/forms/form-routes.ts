import { notFound } from '#kit/model/refusal.ts';
import type { Tx } from '#kit/server/database.ts';
import { baseConditions } from '#kit/server/query/row-conditions.ts';
import { implement, type Route } from '#kit/server/route.ts';
import { join, sql } from '#kit/server/sql.ts';
import { dynamicForm, formRecord } from '../../model/forms/dynamic-form.ts';
import {
  fillableFormsRoute,
  formOfRecordsRoute,
  type FillableForm,
  type FormWithEditions,
} from '../../model/forms/form-routes.ts';
import { editionsOf } from './form-editions.ts';

/** What the page of records asks about forms, for people who design none. */
export const formRoutes: Route[] = [
  implement(fillableFormsRoute, (call) => call.tx(fillableForms)),
  implement(formOfRecordsRoute, (call) => call.tx((tx) => formByCode(tx, call.query.code ?? ''))),
];

/** Forms of type custom in the actor's sight that are filled in, or were. */
const fillableForms = (tx: Tx): Promise<FillableForm[]> =>
  tx.query<FillableForm>(sql`
    select * from (
      select f.id, f.code, f.name, f.note, f.status = 'archived' as is_archived, f.form_version,
        (select count(*)::integer from form_record t
          where ${join(baseConditions(formRecord, tx.actor), ' and ')} and t.form_id = f.id) as records
      from (select t.* from dynamic_form t
        where ${join(baseConditions(dynamicForm, tx.actor), ' and ')}
          and t.entity_type = 'custom' and t.status in ('published', 'archived')) f) g
    where not is_archived or records > 0
    order by is_archived, name, id`);

/** @throws Refusal 404 for a form that is not there, or that the actor does not see */
async function formByCode(tx: Tx, code: string): Promise<FormWithEditions> {
  const [form] = await tx.query<Omit<FormWithEditions, 'editions'>>(sql`
    select t.id, t.code, t.name, t.status, t.form_version from dynamic_form t
    where ${join(baseConditions(dynamicForm, tx.actor), ' and ')}
      and t.entity_type = 'custom' and t.form_version > 0 and lower(t.code) = lower(${code})`);
  if (!form) throw notFound();
  const editions = await editionsOf(tx, form.id);
  return {
    ...form,
    editions: editions.map(({ formVersion, fields }) => ({ formVersion, fields: [...fields] })),
  };
}
