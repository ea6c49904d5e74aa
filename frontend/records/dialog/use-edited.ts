import { useState } from 'react'

/**
 * Returns the state of a record that a form edits (`base`), and handles a save by somebody else. `overtake` notes the
 * server's message as `overtaken`; `settle` continues from the newest state and fills the form by `reset`.
 */
export function useEdited<Row>(record: Row, reset: (newest: Row, options: { keepDirtyValues: boolean }) => void) {
  const [base, setBase] = useState(record)
  const [overtaken, setOvertaken] = useState<string | null>(null)
  return {
    base,
    overtaken,
    overtake: (error: unknown) => setOvertaken(error instanceof Error ? error.message : ''),
    settle: (newest: Row, choice: 'newest' | 'own') => {
      reset(newest, { keepDirtyValues: choice === 'own' })
      setBase(newest)
      setOvertaken(null)
    },
  }
}
