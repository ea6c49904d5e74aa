import { Send } from 'lucide-react'
import type { AppointmentMail, MailKind } from '../../../shared/contract/appointments.ts'
import type { MailState } from '../../../shared/contract/mail.ts'
import { formatDateTime } from '../../lib/format.ts'
import { tellFailure } from '../../records/failure.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.ts'
import { useResendMail } from './api.ts'

const kinds: Record<MailKind, string> = {
  confirmation: 'Bevestiging',
  moved: 'Verplaatst',
  cancelled: 'Geannuleerd',
  reminder: 'Herinnering',
}

const states: Record<MailState, { readonly text: string; readonly tone: Tone }> = {
  waiting: { text: 'Wacht', tone: 'info' },
  sending: { text: 'Wordt verzonden', tone: 'info' },
  sent: { text: 'Verzonden', tone: 'ok' },
  skipped: { text: 'Niet meer nodig', tone: 'neutral' },
  held: { text: 'Tegengehouden', tone: 'warn' },
  failed: { text: 'Mislukt', tone: 'bad' },
  unknown: { text: 'Onbekend', tone: 'warn' },
}

const resendable: ReadonlySet<MailState> = new Set(['held', 'failed', 'unknown'])

interface MailsProps {
  readonly appointmentId: string
  /** Newest first; undefined while on their way. */
  readonly mails: readonly AppointmentMail[] | undefined
  readonly mayResend: boolean
}

/** What the customer was written, and how that ended (rulings 28). */
export function Mails({ appointmentId, mails, mayResend }: MailsProps) {
  if (mails === undefined) return <Skeleton height="20px" />
  if (mails.length === 0) return <p className="appointments-mails-none">Er zijn geen e-mails over deze afspraak.</p>
  return (
    <ul className="appointments-mails">
      {mails.map((mail) => (
        <li key={mail.id} className="appointments-mail">
          <span className="appointments-mail-text">
            {kinds[mail.kind]} <span className="pv-soft">{formatDateTime(mail.createdAt)}</span>
            {mail.error !== null && <span className="appointments-mail-error">{mail.error}</span>}
          </span>
          <Badge tone={states[mail.state].tone}>{states[mail.state].text}</Badge>
          {mayResend && resendable.has(mail.state) && <Resend appointmentId={appointmentId} mail={mail} />}
        </li>
      ))}
    </ul>
  )
}

function Resend({ appointmentId, mail }: { readonly appointmentId: string; readonly mail: AppointmentMail }) {
  const resend = useResendMail()

  function again(): void {
    resend.mutate(
      { params: { id: appointmentId, mailId: mail.id } },
      {
        onSuccess: () => toast({ title: 'E-mail wordt opnieuw verzonden' }),
        onError: (error) => tellFailure(error, { fallback: 'De e-mail kon niet opnieuw worden verzonden.' }),
      },
    )
  }

  return (
    <Button
      size="small"
      icon={<Send />}
      busy={resend.isPending}
      aria-label={`${kinds[mail.kind]} opnieuw versturen`}
      onClick={again}
    >
      Opnieuw versturen
    </Button>
  )
}
