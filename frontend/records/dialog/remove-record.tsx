import type { ReactNode } from 'react'
import type { Endpoint } from '../../../shared/api/parts/endpoint.ts'
import { type Noun, nameOfOne, sentenceOf } from '../../../shared/values/noun.ts'
import { useCommand } from '../../lib/query.ts'
import { Confirm } from '../../ui/dialogs/alert-dialog.tsx'
import { toast } from '../../ui/messages/toast.ts'
import { isConflictOrGone, showFailure } from '../failure.ts'
import type { EditedRecord } from './use-edited.ts'

interface RemoveRecordProps {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  /** Called after the record is deleted. */
  readonly onRemoved: () => void
  /** Question that names the record: `Lead Jansen verwijderen?` */
  readonly title: string
  readonly description: ReactNode
  readonly record: EditedRecord
  /** Endpoint that deletes the record. */
  readonly endpoint: Endpoint
  readonly noun: Noun
  /** Message when the server gives no reason (spec §8). */
  readonly fallback?: string
}

/**
 * Asks for confirmation before a record is deleted. After a failure the question stays open, unless somebody else
 * changed or deleted the record first.
 */
export function RemoveRecord(props: RemoveRecordProps) {
  const { open, onOpenChange, onRemoved, title, description, record, noun } = props
  const remove = useCommand(props.endpoint)

  async function confirm(): Promise<void> {
    try {
      await remove.mutateAsync({ params: { id: String(record.id) }, version: record.version } as never)
    } catch (error) {
      showFailure(error, { fallback: props.fallback ?? sentenceOf(noun, 'kon', 'konden', 'niet worden verwijderd') })
      if (isConflictOrGone(error)) return
      throw error
    }
    toast({ title: `${nameOfOne(noun)} verwijderd` })
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
