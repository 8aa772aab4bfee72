import { Button, Input, type InputProps } from 'antd';
import { useState, type ReactNode } from 'react';
import { ApiError } from '#ui/http/api-error.ts';

/** Faults by field: what stands under an input. */
export type Faults<D> = Partial<Record<keyof D & string, string | undefined>>;

export interface UserForm<D> {
  draft: D;
  faults: Faults<D>;
  /** What belongs to no field. */
  refusal: string | null;
  isBusy: boolean;
  change: (patch: Partial<D>) => void;
  /** Shows what is wrong with one field. @returns whether nothing is */
  require: (field: keyof D & string, fault: string | undefined) => boolean;
  submit: () => Promise<void>;
}

/**
 * A small form of the public pages, without a form library. Everything typed stays through every
 * refusal; the first field that is at fault gets the cursor.
 * @param judge faults that need no server
 * @param fields names of the server's errors that have another name here
 */
export function useUserForm<D extends Record<string, string>>({
  initial,
  judge,
  send,
  fields = {},
}: {
  initial: D;
  judge: (draft: D) => Faults<D>;
  send: (draft: D) => Promise<void>;
  fields?: Readonly<Record<string, keyof D & string>>;
}): UserForm<D> {
  const [draft, setDraft] = useState(initial);
  const [faults, setFaults] = useState<Faults<D>>({});
  const [refusal, setRefusal] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);

  const show = (found: Faults<D>, only?: string): void => {
    setFaults(found);
    const [first] = Object.keys(draft).filter((name) => found[name] && name === (only ?? name));
    if (first) document.getElementById(first)?.focus();
  };

  const refuse = (error: unknown): void => {
    const placed = Object.fromEntries(
      errorsOf(error)
        .map(({ field, message }) => [fields[field] ?? field, message] as const)
        .filter(([field]) => field in draft),
    ) as Faults<D>;
    show(placed);
    const isPlaced = Object.keys(placed).length > 0;
    setRefusal(isPlaced ? null : error instanceof Error ? error.message : '未知错误');
  };

  return {
    draft,
    faults,
    refusal,
    isBusy,
    require(field, fault) {
      show({ ...withoutKeys(faults, [field]), ...(fault ? { [field]: fault } : {}) }, field);
      return fault === undefined;
    },
    change(patch) {
      setDraft((old) => ({ ...old, ...patch }));
      setFaults((old) => withoutKeys(old, Object.keys(patch)));
    },
    async submit() {
      if (isBusy) return;
      setRefusal(null);
      const found = judge(draft);
      show(found);
      if (Object.values(found).some(Boolean)) return;
      setBusy(true);
      try {
        await send(draft);
      } catch (error) {
        refuse(error);
      } finally {
        setBusy(false);
      }
    },
  };
}

const errorsOf = (error: unknown) => (error instanceof ApiError ? error.errors : []);

const withoutKeys = <T extends object>(from: T, keys: readonly string[]): T =>
  Object.fromEntries(Object.entries(from).filter(([key]) => !keys.includes(key))) as T;

/** The form around its fields: refusal and button at the end. */
export function UserFormFrame<D>({
  form,
  button,
  children,
}: {
  form: UserForm<D>;
  button: string;
  children: ReactNode;
}): ReactNode {
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void form.submit();
      }}
    >
      {children}
      {form.refusal && (
        <p role="alert" className="wb-user-note wb-user-refusal">
          {form.refusal}
        </p>
      )}
      <Button type="primary" size="large" block htmlType="submit" loading={form.isBusy}>
        {button}
      </Button>
    </form>
  );
}

interface UserInputProps {
  id: string;
  label: string;
  value: string;
  onChange: (value: string) => void;
  fault?: string | undefined;
  /** Help below the input. */
  hint?: ReactNode;
  /** Beside the input. */
  beside?: ReactNode;
  isPassword?: boolean;
  input?: Omit<InputProps, 'id' | 'value' | 'onChange'>;
}

/** One labelled input with its fault and its help, both announced by screen readers. */
export function UserInput({
  id,
  label,
  value,
  onChange,
  fault,
  hint,
  beside,
  isPassword = false,
  input,
}: UserInputProps): ReactNode {
  const Typed = isPassword ? Input.Password : Input;
  const reported = [fault ? `${id}-fault` : '', hint ? `${id}-hint` : ''].filter(Boolean).join(' ');
  return (
    <div className="wb-user-field">
      <label htmlFor={id}>{label}</label>
      <div className="wb-user-beside">
        <Typed
          {...input}
          id={id}
          size="large"
          value={value}
          onChange={(event) => onChange(event.target.value)}
          {...(fault ? { status: 'error', 'aria-invalid': true } : {})}
          {...(reported ? { 'aria-describedby': reported } : {})}
        />
        {beside}
      </div>
      {fault && (
        <p role="alert" id={`${id}-fault`} className="wb-user-missing">
          {fault}
        </p>
      )}
      {hint && (
        <div id={`${id}-hint`} className="wb-user-hint">
          {hint}
        </div>
      )}
    </div>
  );
}
