import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { useUnsaved } from '../../ui/dialogs/dialog.tsx'
import { useDraft } from './use-draft.ts'

/**
 * Stores the input of a form within another dialog as a draft under `name`, and makes that dialog ask before the input
 * is lost. Returns a function that empties the form after sending.
 */
export function useKept<V extends FieldValues, Out>(
  form: UseFormReturn<V, unknown, Out>,
  name: string,
  defaults: V,
): () => void {
  const { discard } = useDraft(form, { name, version: null, defaults, secrets: [], given: [] })
  useUnsaved(form.formState.isDirty, discard)
  return discard
}
