import { Send } from 'lucide-react'
import { useState } from 'react'
import { isMailUnderWay, type MailState, mailStateLabels } from '../../shared/api/parts/mail.ts'
import { formatDateTime } from '../lib/format.ts'
import { Button } from '../ui/buttons/button.tsx'
import { Badge, type Tone } from '../ui/display/badge.tsx'
import { Row, Stack } from '../ui/layout/layout.tsx'
import { Text } from '../ui/layout/text.tsx'
import { toast } from '../ui/messages/toast.ts'
import { showFailure } from './failure.ts'

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
  /** Mails, newest first. */
  readonly mails: readonly M[]
  readonly kinds: Readonly<Record<M['kind'], string>>
  /** Sends a mail again; absent for a user who may not. */
  readonly resend?: ((mail: M) => Promise<unknown>) | undefined
  /** Tells whether a skipped mail is needed after all, so that it can be sent. */
  readonly isNeeded?: (mail: M) => boolean
  /** Title of the toast when sending fails at once, and words before the error of a mail that failed later. */
  readonly failureTitle?: string
}

/**
 * Lists the mails about a record with their state. The latest mail of a kind can be sent again, unless it was sent, is
 * under way, or was skipped and is not needed (`isNeeded`).
 */
export function MailList<M extends Mail<string>>(props: MailListProps<M>) {
  const { mails, kinds, resend, isNeeded = () => false, failureTitle } = props
  const failing = failureTitle === undefined ? {} : { failureTitle }
  return (
    <Stack as="ul" gap={8}>
      {mails.map((mail) => (
        <Row key={mail.id} as="li" gap={10} wrap size={13}>
          <Text as="div" weight="medium" basis={180}>
            {kinds[mail.kind as M['kind']]}{' '}
            <Text weight="regular" color="soft" overflow="nowrap">
              {mail.state === 'sent'
                ? `verzonden ${formatDateTime(mail.settledAt ?? mail.createdAt)}`
                : formatDateTime(mail.createdAt)}
            </Text>
            {problemOf(mail, failureTitle) && (
              <Text
                as="p"
                size={12}
                weight="regular"
                color={mail.state === 'skipped' ? 'muted' : 'bad'}
                overflow="break"
              >
                {problemOf(mail, failureTitle)}
              </Text>
            )}
          </Text>
          {!textStatesResult(mail) && <Badge tone={tones[mail.state]}>{mailStateLabels[mail.state]}</Badge>}
          {resend &&
            isLast(mail, mails) &&
            (resendable.has(mail.state) || (mail.state === 'skipped' && isNeeded(mail))) && (
              <SendButton name={kinds[mail.kind as M['kind']]} send={() => resend(mail)} {...failing} />
            )}
        </Row>
      ))}
    </Stack>
  )
}

/** Tells whether the text of a mail already states its result, so that no badge repeats it. */
const textStatesResult = ({ state, error }: Pick<Mail<string>, 'state' | 'error'>): boolean =>
  state === 'sent' || (state === 'skipped' && error !== null)

/**
 * Returns the error of a mail, after `Niet verstuurd:` if it was skipped, or after `failureTitle` if it failed. Empty
 * without error and title.
 */
function problemOf({ state, error }: Pick<Mail<string>, 'state' | 'error'>, failureTitle: string | undefined): string {
  if (state === 'skipped' && error)
    return `Niet verstuurd: ${error.charAt(0).toLowerCase()}${error.slice(1).replace(/\.$/, '')}`
  return [state === 'failed' ? failureTitle : undefined, error].filter(Boolean).join(': ')
}

/** Tells whether a mail is the latest of its kind, and no mail of that kind waits or is being sent. */
function isLast<M extends Mail<string>>(mail: M, mails: readonly M[]): boolean {
  const alike = mails.filter(({ kind }) => kind === mail.kind)
  return alike[0]?.id === mail.id && !alike.some(isMailUnderWay)
}

interface SendButtonProps {
  readonly name: string
  readonly send: () => Promise<unknown>
  readonly failureTitle?: string
}

function SendButton({ name, send, failureTitle = 'Fout' }: SendButtonProps) {
  const [busy, setBusy] = useState(false)

  async function press(): Promise<void> {
    setBusy(true)
    try {
      await send()
      toast({ title: 'E-mail wordt opnieuw verzonden' })
    } catch (error) {
      showFailure(error, { title: failureTitle, fallback: 'De e-mail kon niet opnieuw worden verzonden.' })
    }
    setBusy(false)
  }

  return (
    <Button size="small" icon={<Send />} busy={busy} aria-label={`${name} opnieuw versturen`} onClick={press}>
      Opnieuw versturen
    </Button>
  )
}
