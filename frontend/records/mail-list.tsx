import { Send } from 'lucide-react'
import { useState } from 'react'
import { type MailState, mailStateLabels } from '../../shared/contract/mail.ts'
import { formatDateTime } from '../lib/format.ts'
import { Badge, type Tone } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { toast } from '../ui/toast.ts'
import { tellFailure } from './failure.ts'
import './mail-list.css'

const tones: Record<MailState, Tone> = {
  waiting: 'info',
  sending: 'info',
  sent: 'ok',
  skipped: 'neutral',
  held: 'warn',
  failed: 'bad',
  unknown: 'warn',
}

const resendable: ReadonlySet<MailState> = new Set(['held', 'failed', 'unknown'])

interface Mail<K extends string> {
  readonly id: string
  readonly kind: K
  readonly state: MailState
  readonly error: string | null
  readonly createdAt: string
  readonly settledAt: string | null
}

interface MailListProps<M extends Mail<string>> {
  /** Newest first. */
  readonly mails: readonly M[]
  readonly kinds: Readonly<Record<M['kind'], string>>
  /** Sends one again; absent for whoever may not. */
  readonly resend?: ((mail: M) => Promise<unknown>) | undefined
}

/** The mails about a record and how each ended, with a button for those that did not arrive. */
export function MailList<M extends Mail<string>>({ mails, kinds, resend }: MailListProps<M>) {
  return (
    <ul className="pv-mails">
      {mails.map((mail) => (
        <li key={mail.id} className="pv-mail">
          <span className="pv-mail-text">
            {kinds[mail.kind as M['kind']]}{' '}
            <span className="pv-soft">
              {formatDateTime(mail.createdAt)}
              {mail.settledAt !== null &&
                ` · ${mailStateLabels[mail.state].toLowerCase()} ${formatDateTime(mail.settledAt)}`}
            </span>
            {mail.error !== null && <span className="pv-mail-error">{mail.error}</span>}
          </span>
          <Badge tone={tones[mail.state]}>{mailStateLabels[mail.state]}</Badge>
          {resend && resendable.has(mail.state) && (
            <Resend label={`${kinds[mail.kind as M['kind']]} opnieuw versturen`} send={() => resend(mail)} />
          )}
        </li>
      ))}
    </ul>
  )
}

function Resend({ label, send }: { readonly label: string; readonly send: () => Promise<unknown> }) {
  const [busy, setBusy] = useState(false)

  async function again(): Promise<void> {
    setBusy(true)
    try {
      await send()
      toast({ title: 'E-mail wordt opnieuw verzonden' })
    } catch (error) {
      tellFailure(error, { fallback: 'De e-mail kon niet opnieuw worden verzonden.' })
    }
    setBusy(false)
  }

  return (
    <Button size="small" icon={<Send />} busy={busy} aria-label={label} onClick={again}>
      Opnieuw versturen
    </Button>
  )
}
