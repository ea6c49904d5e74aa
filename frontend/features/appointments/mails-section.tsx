import { appointments } from '../../../shared/api/appointments.ts'
import type { MailKind } from '../../../shared/appointments/choices.ts'
import type { AppointmentMail } from '../../../shared/appointments/schemas.ts'
import { useCommand } from '../../lib/query.ts'
import { MailList } from '../../records/mail-list.tsx'

const kinds: Record<MailKind, string> = {
  confirmation: 'Bevestiging',
  moved: 'Verplaatsing',
  cancelled: 'Annulering',
  reminder: 'Herinnering',
  late: 'Vertraging',
}

interface MailsSectionProps {
  readonly appointmentId: string
  /** Mails, newest first. */
  readonly mails: readonly AppointmentMail[]
  readonly mayResend: boolean
}

/**
 * Shows the mails to the customer with their state (rulings 28). With `mayResend`, mails that did not arrive have a
 * button to send them again.
 */
export function MailsSection({ appointmentId: id, mails, mayResend }: MailsSectionProps) {
  const { mutateAsync } = useCommand(appointments.resendMail)
  const resend = ({ id: mailId }: AppointmentMail) => mutateAsync({ params: { id, mailId } })
  return <MailList mails={mails} kinds={kinds} resend={mayResend ? resend : undefined} />
}
