import { useCallback } from 'react'
import { useSearchParams } from 'react-router-dom'

const parameters = ['nieuw-lead', 'lead', 'bewerken'] as const
type Values = Partial<Record<(typeof parameters)[number], string>>

/** The dialogs over the list of leads, by its address: `?nieuw-lead=1`, `?lead=<id>`, with it `&bewerken=1`. */
export function useLeadDialogs() {
  const [params, setParams] = useSearchParams()
  const show = useCallback(
    (values: Values) =>
      setParams((before) => {
        const after = new URLSearchParams(before)
        for (const name of parameters) after.delete(name)
        for (const [name, value] of Object.entries(values)) after.set(name, value)
        return after
      }),
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
