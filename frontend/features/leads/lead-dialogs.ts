import { useCallback } from 'react'
import { useSearchParams } from 'react-router-dom'
import { replaceParameters } from '../../lib/url-parameters.ts'

const parameters = ['nieuw-lead', 'lead', 'bewerken'] as const
type Values = Partial<Record<(typeof parameters)[number], string>>

/**
 * Returns which lead dialog the page address opens, with functions that open and close the dialogs. Parameters:
 * `?nieuw-lead=1`, or `?lead=<id>`, with `&bewerken=1` to edit.
 */
export function useLeadDialogs() {
  const [params, setParams] = useSearchParams()
  const show = useCallback(
    (values: Values) => setParams((before) => replaceParameters(before, parameters, values)),
    [setParams],
  )
  return {
    isNew: params.get('nieuw-lead') === '1',
    id: params.get('lead'),
    isEditing: params.get('bewerken') === '1',
    openNew: () => show({ 'nieuw-lead': '1' }),
    openDetails: ({ id }: { readonly id: string }) => show({ lead: id }),
    openForm: ({ id }: { readonly id: string }) => show({ lead: id, bewerken: '1' }),
    close: () => show({}),
  }
}
