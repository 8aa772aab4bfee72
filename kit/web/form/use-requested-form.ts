import { useEffect } from 'react';
import { resourceKey, type AnyResource } from '#kit/model/resource.ts';
import { useOptionalPage } from '#ui/page/page-context.ts';
import { useRequestedDraft } from './drafts.ts';

/** Opens the form of a draft that its owner has asked for, on the page where it was typed. */
export function useRequestedForm(of: AnyResource, open: (id: string | undefined) => void): void {
  const page = useOptionalPage();
  const requested = useRequestedDraft(({ key, page: path }) => (path === page?.path ? key : null));
  useEffect(() => {
    const [name, id] = requested?.split(' ') ?? [];
    if (name === resourceKey(of)) open(id === '' ? undefined : id);
    // Once, when it is wanted.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [requested]);
}
