import type { Field } from '#kit/model/field.ts';
import { resourceRoute } from '#kit/model/resource-routes.ts';
import { resourceKey, type AnyResource } from '#kit/model/resource.ts';
import { may, type Actor } from '#kit/server/actor.ts';
import { auditFields } from '#kit/server/query/fields.ts';
import type { Serve } from '#kit/server/serve.ts';
import { report } from '../../model/reports/report.ts';

/** What reports may be made of: resources with lists of our own, complete once the first request comes. */
export type Sources = () => readonly Serve[];

/** People, roles, logs and the like have lists for their administrators; reports are about the business. */
const NOT_OF: ReadonlySet<string> = new Set(['system', 'automation', 'monitor']);

const isSource = ({ resource, own }: Serve): boolean =>
  !resource.wire && !NOT_OF.has(resource.module) && resource.name !== report.name && !own?.includes('list');

/** The right to an operation of a resource. */
function rightTo(resource: AnyResource, operation: 'list' | 'exportXls'): string | null {
  const { access } = resourceRoute(resource, operation);
  return typeof access === 'object' ? access.permission : null;
}

function mayDo(actor: Actor, resource: AnyResource, operation: 'list' | 'exportXls'): boolean {
  const right = rightTo(resource, operation);
  return right !== null && may(actor, right);
}

const mayList = (actor: Actor, resource: AnyResource): boolean => mayDo(actor, resource, 'list');

/** The registered view of a key, whoever may see it. */
export const sourceCalled = (sources: Sources, key: string): Serve | undefined =>
  sources().find((serve) => isSource(serve) && resourceKey(serve.resource) === key);

/** The registered views whose rows somebody may list. */
export const sourcesOf = (sources: Sources, actor: Actor): Serve[] =>
  sources().filter((serve) => isSource(serve) && mayList(actor, serve.resource));

/** Whether somebody may see what a report is made of. */
export const maySee = (sources: Sources, actor: Actor, key: string): boolean => {
  const serve = sourceCalled(sources, key);
  return serve !== undefined && mayList(actor, serve.resource);
};

/** Whether somebody may have the rows that a report is made of as a file. */
export function mayExport(sources: Sources, actor: Actor, key: string | null): boolean {
  const serve = key === null ? undefined : sourceCalled(sources, key);
  return serve !== undefined && mayDo(actor, serve.resource, 'exportXls');
}

/** What stays out of reports: secrets, personal data that is sealed, and what has no cell. */
const NOT_SHOWN: ReadonlySet<string> = new Set(['secret', 'sealed', 'json', 'files', 'pictures', 'tags']);

/** Fields of a resource that a report may have, whoever looks: which of them are masked, each reader decides. */
export const reportFields = (resource: AnyResource): [key: string, field: Field][] =>
  [
    ...Object.entries(resource.fields as Record<string, Field>),
    ...Object.entries(auditFields(resource)).filter(([key]) => key !== 'version' && key !== 'id'),
  ].filter(([, field]) => !NOT_SHOWN.has(field.kind) && !field.structured);
