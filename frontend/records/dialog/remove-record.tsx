import type { ReactNode } from 'react'
import { Confirm } from '../../ui/dialogs/alert-dialog.tsx'
import { toast } from '../../ui/messages/toast.ts'
import { isConflictOrGone, showFailure } from '../failure.ts'

interface RemoveRecordProps {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  /** Called after the record is deleted. */
  readonly onRemoved: () => void
  /** Question that names the record: `Lead Jansen verwijderen?` */
  readonly title: string
  readonly description: ReactNode
  /** Deletes the record. */
  readonly remove: () => Promise<unknown>
  /** Message after deletion: `Lead verwijderd`. */
  readonly removed: string
  /** Message when the server gives no reason (spec §8). */
  readonly fallback: string
}

/**
 * Asks for confirmation before a record is deleted. After a failure the question stays open, unless somebody else
 * changed or deleted the record first.
 */
export function RemoveRecord(props: RemoveRecordProps) {
  const { open, onOpenChange, onRemoved, title, description, remove, removed, fallback } = props

  async function confirm(): Promise<void> {
    try {
      await remove()
    } catch (error) {
      showFailure(error, { fallback })
      if (isConflictOrGone(error)) return
      throw error
    }
    toast({ title: removed })
    onRemoved()
  }

  return (
    <Confirm
      open={open}
      onOpenChange={onOpenChange}
      title={title}
      description={description}
      confirmText="Verwijderen"
      onConfirm={confirm}
    />
  )
}
