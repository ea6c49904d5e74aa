import { useState } from 'react'

/**
 * The state of a record that is being edited. Somebody else's change replaces it only when the user has seen that
 * (`EditConflict`): `overtaken` then holds what the server said, and `settle` goes on from the newest state, with what
 * the user typed on top of it or without. `reset` fills the form.
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
