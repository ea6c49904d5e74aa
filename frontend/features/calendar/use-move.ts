import { useQueryClient } from '@tanstack/react-query'
import type { Appointment } from '../../../shared/contract/appointments.ts'
import { appointmentRefreshes } from '../../lib/appointments.ts'
import { CallError, messageOf } from '../../lib/call-error.ts'
import { formatWeekday } from '../../lib/format.ts'
import { toast } from '../../ui/toast.ts'
import { useChangeAppointment } from './api.ts'
import type { Entry } from './entries.ts'

/** `ma 23 nov om 10:00`. */
export const whenText = (date: string, time: string): string => `${formatWeekday(date)} om ${time}`

/**
 * Moves an appointment and tells so, with a way back. Fails with the call's error; of one that names no field it has
 * told already.
 */
export function useMove() {
  const { mutateAsync } = useChangeAppointment()
  const client = useQueryClient()

  async function put({ id, version }: Appointment, date: string, time: string): Promise<Appointment> {
    try {
      return await mutateAsync({ params: { id }, body: { appointmentDate: date, appointmentTime: time }, version })
    } catch (error) {
      tell(error)
      throw error
    }
  }

  function tell(error: unknown): void {
    toast({
      title: 'Fout',
      description: messageOf(error, 'Er is een fout opgetreden bij het bijwerken van de afspraak.'),
      tone: 'destructive',
    })
    const isOvertaken = error instanceof CallError && (error.status === 409 || error.status === 404)
    if (!isOvertaken) return
    for (const { path } of appointmentRefreshes) client.invalidateQueries({ queryKey: [path] })
  }

  async function undo(saved: Appointment, { date, time }: Entry): Promise<void> {
    await put(saved, date, time).then(
      () => toast({ title: 'Verplaatsen ongedaan gemaakt' }),
      () => undefined,
    )
  }

  return async (entry: Entry, date: string, time: string): Promise<void> => {
    const saved = await put(entry.appointment, date, time)
    toast({
      title: 'Afspraak verplaatst',
      description: `${saved.customerName}: ${whenText(date, time)}`,
      action: { label: 'Ongedaan maken', onClick: () => undo(saved, entry) },
    })
  }
}
