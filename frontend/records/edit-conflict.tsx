import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from '../ui/button.tsx'
import './edit-conflict.css'

interface EditConflictProps<Row> {
  /** What the server said. */
  readonly message: string
  /** Fetches the record as it is now; null when it is gone or out of reach. */
  readonly load: () => Promise<Row | null>
  /** Whether that is the very state that was edited: the server then refused for a reason of its own. */
  readonly isCurrent: (newest: Row) => boolean
  /** What somebody else changed, as `Team: Team Maas`. */
  readonly changes: (newest: Row) => readonly string[]
  /** What to say when it is gone. */
  readonly gone: string
  /** The user takes over the newest values, or else keeps what they typed on top of them. */
  readonly onSettle: (newest: Row, choice: 'newest' | 'own') => void
}

type State<Row> = 'loading' | 'failed' | 'gone' | 'current' | { readonly newest: Row }

/**
 * Somebody else saved the record that is being edited first: shows what they changed and lets the user choose
 * (rulings 15). What the user typed stays until then. Give it a `key` per version that was edited.
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
    <div ref={notice} className="pv-conflict" role="alert" tabIndex={-1}>
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
    </div>
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
  return <div className="pv-conflict-choices">{children}</div>
}
