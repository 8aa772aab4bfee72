/** An error at one field of a form, a body or a sheet row (row counts from 1). */
export interface FieldError {
  field: string;
  row?: number;
  /** Of a row that has several columns: the one. */
  column?: string;
  code: string;
  message: string;
  /** What a form may fill in for it, where there is an answer that would do. */
  suggest?: string;
}

/**
 * An expected refusal: the caller did nothing wrong technically, the business says no.
 * `status` is the HTTP status; `message` is Chinese and shown as it is.
 */
export class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  readonly errors: FieldError[];
  /** Code of the right that is lacking, where one is. */
  readonly permission: string | undefined;

  constructor(
    code: string,
    message: string,
    { status = 409, errors = [], permission }: { status?: number; errors?: FieldError[]; permission?: string } = {},
  ) {
    super(message);
    this.name = 'Refusal';
    this.code = code;
    this.status = status;
    this.errors = errors;
    this.permission = permission;
  }
}

/** Field errors as one refusal (422). */
export const invalid = (errors: FieldError[]): Refusal =>
  new Refusal('invalid', errors[0]?.message ?? '数据校验不通过', { status: 422, errors });

export const notFound = (): Refusal => new Refusal('notFound', '未找到对应实体', { status: 404 });
/** @param permission code of the right that is lacking: calls of the business are answered with its name */
export const forbidden = (permission?: string): Refusal =>
  new Refusal('forbidden', '没有权限，请联系管理员授权', { status: 403, ...(permission ? { permission } : {}) });
export const illegalMove = (): Refusal => new Refusal('illegalMove', '当前状态不允许此操作', { status: 409 });
export const staleVersion = (): Refusal => new Refusal('staleVersion', '数据已被他人修改，请刷新', { status: 409 });
