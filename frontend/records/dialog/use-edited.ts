import { useState } from 'react'

/**
 * Keeps the edited state of a record. A change by somebody else replaces it only after the user has seen it
 * (`EditConflict`). `overtaken` is the message of the server; `settle` continues from the newest state, with or without
 * the user's input. `reset` fills the form.
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
