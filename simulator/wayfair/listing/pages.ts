export interface PageArguments {
  page?: number | null;
  pageSize?: number | null;
}

/** One page of a list, counted from 1. */
export function onPage<Row>(all: readonly Row[], page: number, pageSize: number) {
  const totalPages = Math.max(1, Math.ceil(all.length / pageSize));
  return {
    rows: all.slice((page - 1) * pageSize, page * pageSize),
    paginationInfo: { page, pageSize, hasNextPage: page < totalPages, totalPages, totalCount: all.length },
  };
}
