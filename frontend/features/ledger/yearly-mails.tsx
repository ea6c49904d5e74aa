import { Send } from 'lucide-react'
import { useState } from 'react'
import { ledger } from '../../../shared/api/ledger.ts'
import { mailStateLabels } from '../../../shared/api/parts/mail.ts'
import type { Yearly } from '../../../shared/api/schemas/yearly.ts'
import { cents, euros, sumOf } from '../../../shared/money.ts'
import { ConfirmDecision } from '../../domains/decisions.tsx'
import { formatDate, formatMoney } from '../../lib/format.ts'
import { useCommand } from '../../lib/query.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { thisMonth } from '../../ui/dates/calendar-days.ts'

type Partner = Yearly['partners'][number]

/** Tells whether a year is over, so that its statements can be mailed. */
const isOver = (year: string) => year < thisMonth().slice(0, 4)

interface AskProps {
  readonly year: string
  /** Partners who get their statement. */
  readonly partners: readonly Partner[]
  /** Set to mail one partner, also again. */
  readonly partnerId?: string
  readonly title: string
  readonly description: string
  readonly onClose: () => void
}

function Ask({ year, partners, partnerId, ...question }: AskProps) {
  const mail = useCommand(ledger.mailYearly)
  const paid = formatMoney(euros(sumOf(partners.map((one) => cents(one.paid)))))
  return (
    <ConfirmDecision
      {...question}
      description={`${question.description} Samen ${paid} betaald in ${year}.`}
      tone="primary"
      confirmText="Mailen"
      send={() => mail.mutateAsync({ body: { year, ...(partnerId !== undefined && { partnerId }) } })}
      done={{ title: partners.length === 1 ? 'Mail onderweg' : `${partners.length} mails onderweg` }}
      failed="De mail kon niet worden verstuurd."
    />
  )
}

/** Shows the button that mails the statements of a past year to the partners without one; nothing where none is left. */
export function MailYear({ yearly: { year, partners } }: { readonly yearly: Yearly }) {
  const [asked, setAsked] = useState(false)
  const left = partners.filter(({ mail }) => mail === null)
  if (!isOver(year) || left.length === 0) return null
  const what = left.length === 1 ? '1 jaaroverzicht' : `${left.length} jaaroverzichten`
  return (
    <>
      <Button tone="primary" icon={<Send />} onClick={() => setAsked(true)}>
        Mailen ({left.length})
      </Button>
      {asked && (
        <Ask
          {...{ year, partners: left, title: `${what} mailen?`, onClose: () => setAsked(false) }}
          description="Elke partner krijgt het eigen jaaroverzicht als PDF."
        />
      )}
    </>
  )
}

/** Shows what became of a partner's mail, and the button that mails the statement of a past year, also again. */
export function MailPartner({ year, partner }: { readonly year: string; readonly partner: Partner }) {
  const [asked, setAsked] = useState(false)
  const { id: partnerId, name, email, mail } = partner
  if (!isOver(year)) return null
  return (
    <>
      <Button size="small" icon={<Send />} aria-label={`Mailen aan ${name}`} onClick={() => setAsked(true)}>
        Mailen
      </Button>
      {mail && (
        <span className="pv-soft" title={mail.error ?? undefined}>
          {mailStateLabels[mail.state]} {formatDate(mail.settledAt ?? mail.createdAt)}
        </span>
      )}
      {asked && (
        <Ask
          {...{ year, partners: [partner], partnerId, onClose: () => setAsked(false) }}
          title={`Jaaroverzicht van ${name} ${mail ? 'opnieuw ' : ''}mailen?`}
          description={`De mail gaat naar ${email}.`}
        />
      )}
    </>
  )
}
