import { type RefObject, useState } from 'react'
import { leads } from '../../../shared/api/leads.ts'
import type { LeadStatus } from '../../../shared/api/parts/statuses.ts'
import type { Lead } from '../../../shared/leads/schemas.ts'
import { type Instant, now } from '../../../shared/time.ts'
import { useCommand } from '../../lib/query.ts'
import { showFailure } from '../../records/failure.ts'
import { showUndoable } from '../../records/undo.ts'
import { Field } from '../../ui/fields/field.tsx'
import { TextInput } from '../../ui/fields/text-input.tsx'
import { ActionPanel } from '../../ui/menus/action-panel.tsx'
import { toast } from '../../ui/messages/toast.ts'
import { findNextCallTime, formatRelativeMoment, listCallBackChoices, parseSpokenMoment } from './call-times.ts'

/**
 * Outcome of a call: note, moment to call back if any, and status of the lead. Without a status, a new lead becomes
 * `contacted` and any other lead keeps its status.
 */
interface CallEnding {
  readonly note: string
  readonly callBackAt: Instant | null
  readonly status?: LeadStatus
}

/**
 * Returns the outcome of a call that nobody answered. The lead keeps its status, and is to be called again on the next
 * day that is no Sunday.
 */
export const noAnswerEndingOf = ({ status }: Pick<Lead, 'status'>): CallEnding => ({
  note: 'Niet opgenomen',
  callBackAt: findNextCallTime(now()),
  status,
})

/** Outcome of a call to a customer who is not interested. */
export const notInterested: CallEnding = { note: 'Geen interesse', callBackAt: null, status: 'not-interested' }

type CalledLead = Pick<Lead, 'id' | 'customerName'>

/**
 * Returns `end`, which stores the outcome of a call with the typed note, and then calls `onDone`. Its toast undoes the
 * outcome and then calls `onUndone`. On failure `end` shows a toast instead. `isEnding` is true while the outcome is sent.
 */
export function useEndCall({ id, customerName }: CalledLead, onDone: () => void, onUndone: () => void = () => {}) {
  const noteCall = useCommand(leads.call)
  const undoCall = useCommand(leads.undoCall)
  const refuse = (error: unknown) => showFailure(error, { fallback: 'Het gesprek kon niet worden genoteerd.' })

  /** Removes the call, so that the lead is what it was. */
  async function undo() {
    const lead = await undoCall.mutateAsync({ params: { id } })
    toast({ title: `${customerName}: ongedaan gemaakt` })
    onUndone()
    return lead
  }

  async function end({ note, ...ending }: CallEnding, typed = ''): Promise<void> {
    const body = { note: typed.trim() === '' ? note : `${note}: ${typed.trim()}`, ...ending }
    try {
      const lead = await noteCall.mutateAsync({ params: { id }, body })
      const again = ending.callBackAt && `Bel opnieuw: ${formatRelativeMoment(ending.callBackAt, now())}`
      const message = { title: `${customerName}: ${note.toLowerCase()}`, ...(again && { description: again }) }
      showUndoable(message, lead, { undo, fallback: 'Ongedaan maken is niet gelukt.' })
    } catch (error) {
      refuse(error)
      return
    }
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

/**
 * Shows a panel with moments to call a customer back. A click closes the panel and calls `onChoose` with the outcome:
 * to call back at the chosen moment.
 */
export function CallBackPanel({ id, anchor, onChoose, onClose }: CallBackPanelProps) {
  function choose(callBackAt: Instant): void {
    onClose()
    onChoose({ note: 'Terugbellen', callBackAt })
  }
  return (
    <ActionPanel id={id} anchor={anchor} label="Terugbellen om" onClose={onClose}>
      {listCallBackChoices(now()).map(({ at, label }) => (
        <button key={at} type="button" className="pv-menu-item" onClick={() => choose(at)}>
          {label}
        </button>
      ))}
      <OtherMoment onChoose={choose} />
    </ActionPanel>
  )
}

const OTHER_MOMENT = 'Ander moment: di 15:30'

/** Shows a field for a moment as people say it: `di 15:30`. Enter calls `onChoose`. */
function OtherMoment({ onChoose }: { readonly onChoose: (at: Instant) => void }) {
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string>()
  return (
    <Field label={OTHER_MOMENT} labelHidden error={problem}>
      <TextInput
        value={typed}
        onChange={setTyped}
        placeholder={OTHER_MOMENT}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          const at = parseSpokenMoment(typed, now())
          if (at) onChoose(at)
          else setProblem('Dag en tijd, van 9:00 tot 20:00')
        }}
      />
    </Field>
  )
}
