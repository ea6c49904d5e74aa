import type { Appointment, AppointmentChange } from '../../../../shared/appointments/schemas.ts'
import { localDateOf, localTimeOf, now } from '../../../../shared/time.ts'
import { REFUSED } from '../../../domains/appointments.ts'
import { formatWeekday } from '../../../lib/format.ts'
import { showUndoable } from '../../../records/undo.ts'
import { toast } from '../../../ui/messages/toast.ts'
import { useChangeAppointment } from '../api.ts'
import type { Agent, Entry } from '../entries.ts'

/** Date and wall time in Amsterdam, as typed so far. */
export interface When {
  readonly date: string
  readonly time: string
}

/** Formats a date and time as `ma 23 nov om 10:00`. */
export const whenText = (date: string, time: string): string => `${formatWeekday(date)} om ${time}`

/**
 * Returns a function that moves an appointment and shows a toast with an undo button. With null for the agent, the
 * appointment keeps its agent. The function rejects with the server's error, which the caller shows.
 */
export function useMoveAppointment() {
  const { mutateAsync } = useChangeAppointment()

  const put = ({ id, version }: Appointment, date: string, time: string, more: Partial<AppointmentChange>) =>
    mutateAsync({ params: { id }, body: { appointmentDate: date, appointmentTime: time, ...more }, version })

  async function undo(moved: Appointment, { date, time, appointment: { agentId } }: Entry): Promise<Appointment> {
    const saved = await put(moved, date, time, moved.agentId === agentId ? {} : { agentId })
    toast({
      title: 'Verplaatsen ongedaan gemaakt',
      description: `${saved.customerName}: weer ${whenText(date, time)}.`,
    })
    return saved
  }

  return async (entry: Entry, date: string, time: string, agent: Agent | null, bookAnyway: boolean): Promise<void> => {
    const given = agent && agent.id !== entry.appointment.agentId ? { agentId: agent.id } : {}
    const saved = await put(entry.appointment, date, time, {
      undoable: true,
      ...given,
      ...(bookAnyway ? { bookAnyway } : {}),
    })
    showUndoable(
      {
        title: 'Afspraak verplaatst',
        description: `${saved.customerName}: ${whenText(date, time)}.${mailText(entry, { date, time })}`,
      },
      saved,
      { undo: (version) => undo({ ...saved, version }, entry), fallback: REFUSED },
    )
  }
}

/**
 * Returns a sentence that the customer gets a mail. Empty without an address, for a cancelled appointment, and for a
 * past time.
 */
export function mailText({ appointment }: Entry, { date, time }: When): string {
  const isAhead = `${date} ${time}` > `${localDateOf(now())} ${localTimeOf(now())}`
  const isMailed = appointment.customerEmail !== null && appointment.status !== 'cancelled' && isAhead
  return isMailed ? ' De klant krijgt hierover een e-mail.' : ''
}
