import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from '../../ui/buttons/button.tsx'
import { Note } from '../../ui/display/note.tsx'
import { Row } from '../../ui/layout/layout.tsx'
import { loadNewest, type Showing } from '../newest.ts'
import styles from './edit-conflict.module.css'

/** Texts and calls for a record that somebody else saved first (rulings 15). */
export interface ConflictTexts<Row> {
  /** Endpoint that shows the current record, or what fetches it: null when it is deleted or out of reach. */
  readonly newest: Showing<Row> | ((base: Row) => Promise<Row | null>)
  /** Returns the differences between two states, as `Team: Team Maas`. */
  readonly changes: (before: Row, after: Row) => readonly string[]
  /** Text when the record is gone: `Het team is niet meer te vinden.` */
  readonly gone: string
}

interface EditConflictProps<Row> {
  /** The state that the form loaded. */
  readonly base: Row
  readonly message: string
  readonly conflict: ConflictTexts<Row>
  /** Called with the choice of the user: take the newest values, or put their own input over them. */
  readonly onSettle: (newest: Row, choice: 'newest' | 'own') => void
}

type State<Row> = 'loading' | 'failed' | 'gone' | 'current' | { readonly newest: Row }

/**
 * Shows the changes of somebody else who saved the record first (rulings 15). The user chooses between those changes
 * and their own input. Give this component a `key` per edited version.
 */
export function EditConflict<Row extends { readonly id: string | number; readonly version?: number | undefined }>(
  props: EditConflictProps<Row>,
) {
  const { base, message, conflict, onSettle } = props
  const [state, setState] = useState<State<Row>>('loading')
  const notice = useRef<HTMLDivElement>(null)
  const fetchNewest = useRef(() => {
    setState('loading')
    const { newest: source } = conflict
    const reading = typeof source === 'function' ? source(base) : loadNewest(source, base)
    reading.then(
      // With the same version the server refused for another reason, and there are no changes to choose from.
      (newest) => setState(newest === null ? 'gone' : newest.version === base.version ? 'current' : { newest }),
      () => setState('failed'),
    )
  })
  useEffect(() => {
    notice.current?.focus()
    fetchNewest.current()
  }, [])

  return (
    <Note ref={notice} className={styles.conflict} role="alert" tabIndex={-1}>
      <p>{message}</p>
      {state === 'loading' && <p aria-busy="true">De nieuwste gegevens worden opgehaald…</p>}
      {state === 'failed' && (
        <Choices>
          <Button size="small" onClick={fetchNewest.current}>
            Nieuwste gegevens opnieuw ophalen
          </Button>
        </Choices>
      )}
      {state === 'gone' && <p>{conflict.gone} Wat je hebt ingevuld, staat hieronder nog.</p>}
      {typeof state === 'object' && (
        <>
          <Changes texts={conflict.changes(base, state.newest)} />
          <Choices>
            <Button size="small" onClick={() => onSettle(state.newest, 'newest')}>
              Nieuwste gegevens laden
            </Button>
            <Button size="small" onClick={() => onSettle(state.newest, 'own')}>
              Mijn wijzigingen behouden
            </Button>
          </Choices>
        </>
      )}
    </Note>
  )
}

function Changes({ texts }: { readonly texts: readonly string[] }) {
  if (texts.length === 0) return null
  return (
    <>
      <p>Dit staat er nu:</p>
      <ul>
        {texts.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </>
  )
}

function Choices({ children }: { readonly children: ReactNode }) {
  return (
    <Row gap={8} align="stretch" wrap>
      {children}
    </Row>
  )
}
