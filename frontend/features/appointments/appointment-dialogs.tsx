import { useSearchParams } from 'react-router-dom'
import { askedOf, dialogOrigin, useAppointmentDialogs } from '../../domains/appointment-dialogs.ts'
import { useMayEdit } from '../../domains/appointments.ts'
import { useCan } from '../../lib/session.ts'
import { Dialog, DialogBody, DialogClose, DialogFooter } from '../../ui/dialog.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { isGone, useAppointment } from './api.ts'
import { AppointmentDialog } from './appointment-dialog.tsx'
import './appointments.css'
import { DetailsDialog } from './details-dialog.tsx'

/** The dialogs about appointments that any address can ask for, over whatever screen it names. */
export function AppointmentDialogs() {
  const [params] = useSearchParams()
  const { close } = useAppointmentDialogs()
  const mayRead = useCan('appointment:read')
  const mayBook = useCan('appointment:create')
  const { id, isNew, isEditing, start } = askedOf(params)
  if (isNew) return mayBook ? <AppointmentDialog appointment={null} start={start} onClose={close} /> : null
  return id !== null && mayRead ? <OneAppointment key={id} id={id} isEditing={isEditing} /> : null
}

function OneAppointment({ id, isEditing }: { readonly id: string; readonly isEditing: boolean }) {
  const { openForm, close } = useAppointmentDialogs()
  const { data, error, refetch, isPlaceholderData } = useAppointment(id)
  const isForm = useMayEdit(data ?? null) && isEditing
  if (!data) return <Unknown error={error} onRetry={refetch} onClose={close} />
  if (isForm) return <AppointmentDialog appointment={data} onClose={close} />
  return (
    <DetailsDialog
      appointment={data}
      mails={isPlaceholderData ? undefined : data.mails}
      onClose={close}
      onEdit={() => openForm(data)}
    />
  )
}

interface UnknownProps {
  readonly error: Error | null
  readonly onRetry: () => unknown
  readonly onClose: () => void
}

/** Stands where an appointment will be that is fetched, or cannot be. */
function Unknown({ error, onRetry, onClose }: UnknownProps) {
  return (
    <Dialog open onOpenChange={onClose} title="Afspraak" returnFocus={dialogOrigin}>
      <DialogBody>
        {error === null && (
          <div role="status" aria-busy="true" aria-label="Afspraak laden">
            <Skeleton height="240px" />
          </div>
        )}
        {error !== null && isGone(error) && (
          <ErrorState
            title="Afspraak niet gevonden"
            error={new Error('De afspraak is verwijderd of niet van jouw team.')}
          />
        )}
        {error !== null && !isGone(error) && <ErrorState error={error} onRetry={onRetry} />}
      </DialogBody>
      <DialogFooter>
        <DialogClose>Sluiten</DialogClose>
      </DialogFooter>
    </Dialog>
  )
}
