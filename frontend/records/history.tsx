import { type ReactNode, useState } from 'react'
import { formatDateTime } from '../lib/format.ts'
import { ErrorState } from '../ui/error-state.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import './history.css'

interface Entry<F extends string> {
  readonly id: string
  readonly createdAt: string
  readonly userName: string
  readonly verb: string
  readonly changes: readonly { readonly field: F; readonly before: unknown; readonly after: unknown }[]
}

interface Read<F extends string> {
  readonly entries: readonly Entry<F>[]
  readonly isWhole: boolean
}

interface HistoryProps<F extends string> {
  /** The query for it, as it stands. */
  readonly history: { readonly data: Read<F> | undefined; readonly error: unknown; readonly refetch: () => unknown }
  /** The names of the fields, as the form has them. */
  readonly labels: Readonly<Record<F, string>>
  /** A value as the form shows it; what is absent comes as null. */
  readonly textOf: (field: F, value: unknown) => string
  /** What was done, by verb, besides what every record knows where no field changed. */
  readonly deeds?: Readonly<Record<string, string>>
  /** What is told where nothing is known to have become of it. */
  readonly none?: string
}

const everyDeed: Readonly<Record<string, string>> = {
  create: 'Aangemaakt',
  delete: 'Verwijderd',
  restore: 'Teruggezet',
}

const NOTHING = 'Er is nog niets vastgelegd.'

/** Who did it, as a history names them. */
export const doerOf = (userName: string): string => (userName.startsWith('system:') ? 'Systeem' : userName)

/** What became of a record, newest first: who, when, and each field from what to what. */
export function History<F extends string>({ history, labels, textOf, deeds = {}, none = NOTHING }: HistoryProps<F>) {
  const { data, error, refetch } = history
  if (error) return <ErrorState error={error} onRetry={refetch} />
  if (!data) return <Skeleton height="40px" />
  const { entries, isWhole } = data
  if (entries.length === 0) return <p className="pv-soft">{none}</p>
  return (
    <>
      <ol className="pv-history-list">
        {entries.map(({ id, createdAt, userName, verb, changes }) => (
          <li key={id}>
            <p className="pv-soft">
              {formatDateTime(createdAt)} · {doerOf(userName)}
            </p>
            {(changes.length === 0 || deeds[verb]) && <p>{deeds[verb] ?? everyDeed[verb] ?? 'Gewijzigd'}</p>}
            {changes.map(({ field, before, after }) => (
              <p key={field}>
                {labels[field]}: {textOf(field, before)} → {textOf(field, after)}
              </p>
            ))}
          </li>
        ))}
      </ol>
      {!isWhole && <p className="pv-soft">Oudere wijzigingen staan hier niet.</p>}
    </>
  )
}

/** The place of a record's history on its page; what is in it is asked for when it is opened. */
export function HistorySection({ children }: { readonly children: () => ReactNode }) {
  const [open, setOpen] = useState(false)
  return (
    <details className="pv-history" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Geschiedenis</summary>
      {open && children()}
    </details>
  )
}
