/** Address of the detail page of a row: one route for every resource. */
export const detailPath = (resource: { module: string; name: string }, id: string): string =>
  `/detail/${resource.module}/${resource.name}/${encodeURIComponent(id)}`;
