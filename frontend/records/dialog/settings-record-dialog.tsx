import type { ReactNode } from 'react'
import type * as z from 'zod'
import { nameOfOne } from '../../../shared/values/noun.ts'
import type { FormSchema } from '../../ui/fields/form.tsx'
import type { Showing } from '../newest.ts'
import { UnknownRecord } from '../unknown-record.tsx'
import type { Card } from './described.ts'
import { RecordDialog } from './record-dialog.tsx'

interface SettingsRecordDialogProps<S extends FormSchema, Row extends { readonly version: number }> {
  readonly card: Card
  /** Name of the settings in the drafts on this device. */
  readonly kind: string
  readonly description?: string
  readonly size?: 'small'
  readonly schema: S
  /** Query of the settings, which is fetched anew when the dialog opens. */
  readonly settings: {
    readonly data: Row | undefined
    readonly error: Error | null
    readonly refetch: () => unknown
    readonly isFetchedAfterMount: boolean
  }
  readonly newest: Showing<Row & { readonly id: string }>
  readonly change: (input: { body: z.output<S>; version: number }) => Promise<unknown>
  readonly onClose: () => void
  /** Draws the fields; `plain` draws a form group. */
  readonly children: (plain: (group: string) => ReactNode) => ReactNode
}

/** Shows the form for the settings of a domain, which are one record with a card. */
export function SettingsRecordDialog<S extends FormSchema, Row extends { readonly version: number }>(
  props: SettingsRecordDialogProps<S, Row>,
) {
  const { card, kind, schema, settings, newest, change, onClose, children, ...rest } = props
  const { data, error, refetch, isFetchedAfterMount } = settings
  const title = nameOfOne(card.noun)
  if (!data || !isFetchedAfterMount) {
    return <UnknownRecord noun={title} gone="" error={error} onRetry={refetch} onClose={onClose} />
  }
  return (
    <RecordDialog
      {...{ ...rest, card, kind, schema, title, onClose }}
      record={{ id: 'one', ...data }}
      submit="Opslaan"
      save={(body, base) => change({ body, version: (base ?? data).version })}
      saved={`${title} opgeslagen`}
      conflict={{ newest }}
    >
      {(_form, _base, plain) => children(plain)}
    </RecordDialog>
  )
}
