import type { RefObject } from 'react'
import { type Lead, type LeadStatus, leads } from '../../../shared/contract/leads.ts'
import { type Instant, now } from '../../../shared/time.ts'
import { useCommand } from '../../lib/query.ts'
import { tellFailure } from '../../records/failure.ts'
import { ActionPanel } from '../../ui/menus/action-panel.tsx'
import { toast } from '../../ui/messages/toast.ts'
import { leadRefreshes } from '../leads.ts'
import { againAt, callBackChoices, momentText } from './call-times.ts'

export const useNoteCall = () => useCommand(leads.call, { refreshes: leadRefreshes })

/** Outcome of a call. */
interface CallEnding {
  readonly note: string
  readonly callBackAt: Instant | null
  readonly status?: LeadStatus
}

/** Returns the outcome of a call that nobody answered: the same status, and when to call again. */
export const notAnswered = ({ status }: Pick<Lead, 'status'>): CallEnding => ({
  note: 'Niet opgenomen',
  callBackAt: againAt(now()),
  status,
})

export const notInterested: CallEnding = { note: 'Geen interesse', callBackAt: null, status: 'not-interested' }

/**
 * Returns the function that records the outcome of a call with what was said, and then calls `onDone`; and whether it is
 * at work.
 */
export function useEndCall({ id, customerName }: Pick<Lead, 'id' | 'customerName'>, onDone: () => void) {
  const noteCall = useNoteCall()
  async function end({ note, ...ending }: CallEnding, said = ''): Promise<void> {
    const body = { note: said.trim() === '' ? note : `${note}: ${said.trim()}`, ...ending }
    try {
      await noteCall.mutateAsync({ params: { id }, body })
    } catch (error) {
      tellFailure(error, { fallback: 'Het gesprek kon niet worden genoteerd' })
      return
    }
    const again = ending.callBackAt && `Bel opnieuw: ${momentText(ending.callBackAt, now())}`
    toast({ title: `${customerName}: ${note.toLowerCase()}`, ...(again && { description: again }) })
    onDone()
  }
  return { end, isEnding: noteCall.isPending }
}

interface CallBackPanelProps {
  readonly id: string
  readonly anchor: RefObject<HTMLElement | null>
  readonly onChoose: (ending: CallEnding) => void
  readonly onClose: () => void
}

/** Shows the moments to call a customer back. */
export function CallBackPanel({ id, anchor, onChoose, onClose }: CallBackPanelProps) {
  function choose(callBackAt: Instant): void {
    onClose()
    onChoose({ note: 'Terugbellen', callBackAt })
  }
  return (
    <ActionPanel id={id} anchor={anchor} label="Terugbellen om" className="pv-choices" onClose={onClose}>
      {callBackChoices(now()).map(({ at, label }) => (
        <button key={at} type="button" className="pv-menu-item" onClick={() => choose(at)}>
          {label}
        </button>
      ))}
    </ActionPanel>
  )
}
