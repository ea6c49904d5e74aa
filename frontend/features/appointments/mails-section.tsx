import { appointments } from '../../../shared/api/appointments.ts'
import type { MailKind } from '../../../shared/appointments/choices.ts'
import type { AppointmentMail } from '../../../shared/appointments/schemas.ts'
import { useCommand } from '../../lib/query.ts'
import { MailList } from '../../records/mail-list.tsx'
import { Text } from '../../ui/layout/text.tsx'
import { Skeleton } from '../../ui/messages/skeleton.tsx'

const kinds: Record<MailKind, string> = {
  confirmation: 'Bevestiging',
  moved: 'Verplaatsing',
  cancelled: 'Annulering',
  reminder: 'Herinnering',
}

interface MailsSectionProps {
  readonly appointmentId: string
  /** Mails, newest first; undefined while loading. */
  readonly mails: readonly AppointmentMail[] | undefined
  readonly mayResend: boolean
}

/**
 * Shows the mails to the customer with their state (rulings 28). With `mayResend`, mails that did not arrive have a
 * button to send them again.
 */
export function MailsSection({ appointmentId: id, mails, mayResend }: MailsSectionProps) {
  const { mutateAsync } = useCommand(appointments.resendMail)
  if (mails === undefined) return <Skeleton height="20px" />
  if (mails.length === 0)
    return (
      <Text as="p" size={13} color="muted">
        Er zijn geen e-mails over deze afspraak.
      </Text>
    )
  const resend = ({ id: mailId }: AppointmentMail) => mutateAsync({ params: { id, mailId } })
  return <MailList mails={mails} kinds={kinds} resend={mayResend ? resend : undefined} />
}
