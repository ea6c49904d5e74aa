import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from '../../ui/buttons/button.tsx'
import './edit-conflict.css'
import { Note } from '../../ui/display/note.tsx'
import { Row } from '../../ui/layout/layout.tsx'

interface EditConflictProps<Row> {
  readonly message: string
  /** Fetches the current record; null when it is deleted or out of reach. */
  readonly load: () => Promise<Row | null>
  /**
   * Tells whether nobody changed the record since the form loaded it. Then the server refused for another reason, and
   * there are no changes to choose from.
   */
  readonly isCurrent: (newest: Row) => boolean
  /** Returns the changes made by somebody else, as `Team: Team Maas`. */
  readonly changes: (newest: Row) => readonly string[]
  /** Text when the record is gone. */
  readonly gone: string
  /** Called with the choice of the user: take the newest values, or put their own input over them. */
  readonly onSettle: (newest: Row, choice: 'newest' | 'own') => void
}

type State<Row> = 'loading' | 'failed' | 'gone' | 'current' | { readonly newest: Row }

/**
 * Shows the changes of somebody else who saved the record first (rulings 15). The user chooses between those changes
 * and their own input. Give this component a `key` per edited version.
 */
export function EditConflict<Row>(props: EditConflictProps<Row>) {
  const { message, gone, onSettle } = props
  const [state, setState] = useState<State<Row>>('loading')
  const notice = useRef<HTMLDivElement>(null)
  const fetchNewest = useRef(() => {
    setState('loading')
    props.load().then(
      (newest) => setState(newest === null ? 'gone' : props.isCurrent(newest) ? 'current' : { newest }),
      () => setState('failed'),
    )
  })
  useEffect(() => {
    notice.current?.focus()
    fetchNewest.current()
  }, [])

  return (
    <Note ref={notice} className="pv-conflict" role="alert" tabIndex={-1}>
      <p>{message}</p>
      {state === 'loading' && <p aria-busy="true">De nieuwste gegevens worden opgehaald…</p>}
      {state === 'failed' && (
        <Choices>
          <Button size="small" onClick={fetchNewest.current}>
            Nieuwste gegevens opnieuw ophalen
          </Button>
        </Choices>
      )}
      {state === 'gone' && <p>{gone} Wat je hebt ingevuld, staat hieronder nog.</p>}
      {typeof state === 'object' && (
        <>
          <Changes texts={props.changes(state.newest)} />
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
