import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type * as z from 'zod'
import type { Endpoint } from '../../shared/api/parts/endpoint.ts'
import type { Field, Fields } from '../../shared/values/field.ts'
import { formatDateTime } from '../lib/format.ts'
import { query } from '../lib/query.ts'
import { Stack } from '../ui/layout/layout.tsx'
import { Text } from '../ui/layout/text.tsx'
import { Unbroken } from '../ui/layout/unbroken.tsx'
import { ErrorState } from '../ui/messages/error-state.tsx'
import { Skeleton } from '../ui/messages/skeleton.tsx'
import { formatFieldValue, labelsOf } from './field-values.ts'
import styles from './history.module.css'

interface Entry<F extends string> {
  readonly id: string
  readonly createdAt: string
  readonly userName: string
  readonly verb: string
  readonly changes: readonly { readonly field: F; readonly before: unknown; readonly after: unknown }[]
}

interface Read<F extends string> {
  readonly entries: readonly Entry<F>[]
  readonly isComplete: boolean
}

interface HistoryProps<F extends string> {
  readonly history: { readonly data: Read<F> | undefined; readonly error: unknown; readonly refetch: () => unknown }
  /** Labels of the fields, as in the form. */
  readonly labels: Readonly<Record<F, string>>
  /** Formats a value as in the form; gets null for an absent value. */
  readonly textOf: (field: F, value: unknown) => string
  /**
   * Sentences for verbs of the audit row, such as `create`, shown above the changed fields. A verb that is not listed
   * gets a general sentence, such as `Gewijzigd`, but only if no field changed.
   */
  readonly verbTexts?: Readonly<Record<string, string>>
  /** Text when there is no history. */
  readonly none?: string
}

const generalVerbTexts: Readonly<Record<string, string>> = {
  create: 'Aangemaakt',
  delete: 'Verwijderd',
  restore: 'Teruggezet',
}

const NOTHING = 'Er is nog niets vastgelegd.'

/** Returns the name of the person who made a change, or `Systeem` for an automatic change. */
export const authorNameOf = (userName: string): string => (userName.startsWith('system:') ? 'Systeem' : userName)

/** Shows the history of a record, newest first: who, when, and the old and new value of each field. */
export function History<F extends string>({
  history,
  labels,
  textOf,
  verbTexts = {},
  none = NOTHING,
}: HistoryProps<F>) {
  const { data, error, refetch } = history
  if (error) return <ErrorState error={error} onRetry={refetch} />
  if (!data) return <Skeleton height="40px" />
  const { entries, isComplete } = data
  if (entries.length === 0) return <p className="pv-soft">{none}</p>
  return (
    <>
      <Stack as="ol" gap={10} overflow="break" above={10}>
        {entries.map(({ id, createdAt, userName, verb, changes }) => (
          <li key={id}>
            <p className="pv-soft">
              <Unbroken>
                {formatDateTime(createdAt)} · {authorNameOf(userName)}
              </Unbroken>
            </p>
            {(changes.length === 0 || verbTexts[verb]) && (
              <p>{verbTexts[verb] ?? generalVerbTexts[verb] ?? 'Gewijzigd'}</p>
            )}
            {changes.map(({ field, before, after }) => (
              <p key={field}>
                {labels[field]}: {textOf(field, before)} → {textOf(field, after)}
              </p>
            ))}
          </li>
        ))}
      </Stack>
      {!isComplete && <p className="pv-soft">Oudere wijzigingen staan hier niet.</p>}
    </>
  )
}

/** Endpoint that shows the history of one record. */
type Telling = Endpoint & {
  readonly body?: undefined
  readonly upload?: undefined
  readonly path: `/api/${string}/{id}/history`
  readonly result: { readonly kind: 'json'; readonly schema: z.ZodType<Read<string>> }
}

interface RecordHistoryProps extends Pick<HistoryProps<string>, 'verbTexts' | 'none'> {
  readonly endpoint: Telling
  readonly id: string
  readonly fields: Fields
  /** Formats a value of a field, where its description does not tell how. */
  readonly textOf?: (field: string, value: unknown) => string
}

/** Shows a foldable section with the history of a described record, which is fetched when it is opened. */
export function RecordHistory({ id, fields, ...props }: RecordHistoryProps) {
  const [open, setOpen] = useState(false)
  const { endpoint, textOf = (field, value) => formatFieldValue(fields[field] as Field, value), ...texts } = props
  const history = useQuery({ ...query(endpoint, { params: { id } }), staleTime: 0, enabled: open })
  return (
    <Text
      as="details"
      size={13}
      padTop={16}
      line="above"
      className={styles.history}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>Geschiedenis</summary>
      {open && <History {...texts} history={history} labels={labelsOf(fields)} textOf={textOf} />}
    </Text>
  )
}
