import { useState } from 'react'

/** Properties of a record that its dialog needs. */
export interface EditedRecord {
  readonly id: string | number
  /** Version, sent as `If-Match` (rulings 15). */
  readonly version?: number | undefined
}

/**
 * Returns the state of a record that a form edits (`base`), and functions for when somebody else saved it first.
 * `overtake` stores the message of the refusal in `overtaken`. `settle` makes the newest state the base, fills the form
 * with it and sets `overtaken` to null; with `own`, changed fields keep their input.
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
