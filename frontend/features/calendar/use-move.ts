import type { Appointment } from '../../../shared/contract/appointments.ts'
import { tellRefusal } from '../../domains/appointments.ts'
import { formatWeekday } from '../../lib/format.ts'
import { toast } from '../../ui/toast.ts'
import { useChangeAppointment } from './api.ts'
import type { Entry } from './entries.ts'

/** `ma 23 nov om 10:00`. */
export const whenText = (date: string, time: string): string => `${formatWeekday(date)} om ${time}`

/** Moves an appointment and tells so, with a way back. Fails with the call's error, to be told by who asked. */
export function useMove() {
  const { mutateAsync } = useChangeAppointment()

  const put = ({ id, version }: Appointment, date: string, time: string, way: { undoable?: true } = {}) =>
    mutateAsync({ params: { id }, body: { appointmentDate: date, appointmentTime: time, ...way }, version })

  const undo = (saved: Appointment, { date, time }: Entry) =>
    put(saved, date, time).then(() => toast({ title: 'Verplaatsen ongedaan gemaakt' }), tellRefusal)

  return async (entry: Entry, date: string, time: string): Promise<void> => {
    const saved = await put(entry.appointment, date, time, { undoable: true })
    toast({
      title: 'Afspraak verplaatst',
      description: `${saved.customerName}: ${whenText(date, time)}`,
      action: { label: 'Ongedaan maken', onClick: () => undo(saved, entry) },
    })
  }
}
