import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { useUnsaved } from '../../ui/dialogs/dialog.tsx'
import { useDraft } from './use-draft.ts'

/**
 * Stores drafts of a form inside another dialog. While the form has input, that dialog asks for confirmation before it
 * closes. Returns a function that puts back `defaults` and deletes the draft.
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
