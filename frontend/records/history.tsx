import { type ReactNode, useState } from 'react'
import { formatDateTime } from '../lib/format.ts'
import './history.css'

interface Entry<F extends string> {
  readonly id: string
  readonly createdAt: string
  readonly userName: string
  readonly verb: string
  readonly changes: readonly { readonly field: F; readonly before: unknown; readonly after: unknown }[]
}

interface HistoryListProps<F extends string> {
  readonly entries: readonly Entry<F>[]
  readonly isWhole: boolean
  /** The names of the fields, as the form has them. */
  readonly labels: Readonly<Record<F, string>>
  /** A value as the form shows it; what is absent comes as null. */
  readonly textOf: (field: F, value: unknown) => string
}

const deeds: Readonly<Record<string, string>> = {
  create: 'Aangemaakt',
  delete: 'Verwijderd',
  restore: 'Teruggezet',
  reveal: 'IBAN bekeken',
  send: 'E-mail verstuurd',
  accept: 'Geaccepteerd door de partner',
  refuse: 'Geweigerd door de partner',
  credit: 'Creditfactuur gemaakt',
  order: 'In een betaalbestand gezet',
  withdraw: 'Betaalbestand ingetrokken',
}

const nameOf = (userName: string): string => (userName.startsWith('system:') ? 'Systeem' : userName)

/** What became of a record, newest first: who, when, and each field from what to what. */
export function HistoryList<F extends string>({ entries, isWhole, labels, textOf }: HistoryListProps<F>) {
  return (
    <>
      <ol className="pv-history-list">
        {entries.map(({ id, createdAt, userName, verb, changes }) => (
          <li key={id}>
            <p className="pv-soft">
              {formatDateTime(createdAt)} · {nameOf(userName)}
            </p>
            {changes.length === 0 && <p>{deeds[verb] ?? 'Gewijzigd'}</p>}
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
