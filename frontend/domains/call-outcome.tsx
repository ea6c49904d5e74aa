import { type RefObject, useId, useState } from 'react'
import { type Lead, type LeadStatus, leads } from '../../shared/contract/leads.ts'
import { type Instant, now } from '../../shared/time.ts'
import { useCommand } from '../lib/query.ts'
import { tellFailure } from '../records/failure.ts'
import { ActionPanel } from '../ui/action-panel.tsx'
import { toast } from '../ui/toast.ts'
import { callBackChoices, momentText } from './call-times.ts'
import { leadRefreshes } from './leads.ts'

export const useNoteCall = () => useCommand(leads.call, { refreshes: leadRefreshes })

interface Outcome {
  readonly note: string
  /** Text of the user, added to the note. */
  readonly typed?: string
  readonly callBackAt: Instant | null
  readonly status?: LeadStatus
}

/** Records how a call to a lead ended, then calls `onDone`; also keeps whether a moment to call back is being chosen. */
export function useCallOutcome({ id, customerName }: Pick<Lead, 'id' | 'customerName'>, onDone: () => void) {
  const noteCall = useNoteCall()
  const panelId = useId()
  const [isChoosing, setChoosing] = useState(false)

  async function end({ note, typed = '', ...outcome }: Outcome): Promise<void> {
    setChoosing(false)
    const said = typed.trim() === '' ? note : `${note}: ${typed.trim()}`
    try {
      await noteCall.mutateAsync({ params: { id }, body: { note: said, ...outcome } })
    } catch (error) {
      tellFailure(error, { fallback: 'Het gesprek kon niet worden genoteerd' })
      return
    }
    const again = outcome.callBackAt && `Bel opnieuw: ${momentText(outcome.callBackAt, now())}`
    toast({ title: `${customerName}: ${note.toLowerCase()}`, ...(again && { description: again }) })
    onDone()
  }

  return { end, isPending: noteCall.isPending, panelId, isChoosing, setChoosing }
}

interface CallBackPanelProps {
  readonly id: string
  readonly anchor: RefObject<HTMLElement | null>
  readonly onChoose: (at: Instant) => void
  readonly onClose: () => void
}

/** Lets the user choose when to call back. */
export function CallBackPanel({ onChoose, ...panel }: CallBackPanelProps) {
  return (
    <ActionPanel {...panel} label="Terugbellen om" className="pv-choices">
      {callBackChoices(now()).map(({ at, label }) => (
        <button key={at} type="button" className="pv-menu-item" onClick={() => onChoose(at)}>
          {label}
        </button>
      ))}
    </ActionPanel>
  )
}
