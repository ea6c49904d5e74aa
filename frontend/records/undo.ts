import { now } from '../../shared/time.ts'
import { messageOf } from '../lib/call-error.ts'
import { type ToastMessage, toast } from '../ui/messages/toast.ts'
import { type ChangeMade, canUndo, dropChange, listChanges, markChange, rememberChange } from './changes-made.ts'
import { isConflictOrGone, showFailure } from './failure.ts'

type Undo = Pick<ChangeMade, 'undo' | 'fallback'>

/** Record after a change. */
type Changed = { readonly id: string; readonly version: number }

/**
 * Shows a toast about a change, with a button that undoes it after those of the message; Ctrl Z and 'Net gedaan' do so for
 * ten minutes. `changed` is null for a change of something other than one record.
 */
export function showUndoable(message: ToastMessage, changed: Changed | null, { undo, fallback }: Undo): void {
  const key = crypto.randomUUID()
  const { title, description } = message
  const { id: recordId, version } = changed ?? { id: key, version: 0 }
  rememberChange({ key, title, description, at: now(), recordId, version, undo, fallback })
  const undoing = { label: 'Ongedaan maken', onClick: () => void undoChange(key) }
  toast({ ...message, actions: [...(message.actions ?? []), undoing] })
}

/** Undoes a change, if that is still possible. A toast tells why not; the change keeps that text too. */
export async function undoChange(key: string): Promise<void> {
  const change = listChanges().find((one) => one.key === key)
  if (!change || !canUndo(change)) return
  markChange(key, { isBusy: true })
  try {
    const record = await change.undo(change.version)
    dropChange(change, record?.version)
  } catch (error) {
    const { fallback } = change
    showFailure(error, { fallback })
    markChange(key, { isBusy: false, problem: messageOf(error, fallback), isOver: isConflictOrGone(error) })
  }
}

/** Undoes the newest change for which that is still possible, or says that there is none. */
export function undoLast(): void {
  const last = listChanges().find(canUndo)
  if (last) void undoChange(last.key)
  else toast({ title: 'Niets om ongedaan te maken', tone: 'info' })
}
