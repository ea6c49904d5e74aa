import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { useUnsaved } from '../../ui/dialogs/dialog.tsx'
import { useDraft } from './use-draft.ts'

/**
 * Keeps a draft of a form inside another dialog, under `name`; closing that dialog asks first when the form has
 * changes. Returns a function that resets the form and deletes the draft.
 */
export function useInnerDraft<V extends FieldValues, Out>(
  form: UseFormReturn<V, unknown, Out>,
  name: string,
  defaults: V,
): () => void {
  const { discard } = useDraft(form, { name, version: null, defaults, secrets: [], given: [] })
  useUnsaved(form.formState.isDirty, discard)
  return discard
}
