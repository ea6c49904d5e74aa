import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { useUnsaved } from '../ui/dialog.tsx'
import { useDraft } from './use-draft.ts'

/**
 * For a form within a dialog that is about something else: what is typed is kept as a draft under `name`, and that dialog
 * asks before it is thrown away. Gives what empties it, once it is sent.
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
