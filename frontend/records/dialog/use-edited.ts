import { useState } from 'react'

/**
 * Returns the state of a record that a form edits (`base`), and functions to call when somebody else saved the record
 * first. `overtake` stores the server's refusal in `overtaken`; `settle` makes the newest state the base and fills the
 * form with it.
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
