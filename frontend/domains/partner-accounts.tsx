import { type ReactNode, useState } from 'react'
import { partners } from '../../shared/api/partners.ts'
import { formatIban } from '../../shared/identifiers.ts'
import type { Partner } from '../../shared/partners/schemas.ts'
import { formatDateTime, fullNameOf } from '../lib/format.ts'
import { useCommand } from '../lib/query.ts'
import { useUser } from '../lib/session.ts'
import { Button } from '../ui/buttons/button.tsx'
import { Note } from '../ui/display/note.tsx'
import { Row } from '../ui/layout/layout.tsx'
import { Text } from '../ui/layout/text.tsx'
import { Unbroken } from '../ui/layout/unbroken.tsx'
import { ConfirmDecision, type Decided, ReasonDialog } from './decisions.tsx'
import styles from './partner-accounts.module.css'

const useReject = () => useCommand(partners.rejectBankAccount)

interface DecisionProps extends Decided {
  readonly partner: Partner
}

/** Formats an IBAN, with its holder where that is not the company: `NL91 … op naam van J. Bos`. */
const accountText = (iban: string, holder: string | null) =>
  holder === null ? formatIban(iban) : `${formatIban(iban)} op naam van ${holder}`

/** Asks an admin to confirm the new account of a partner; shows the new and the old one. */
export function ApproveBankAccount({ partner, ...decided }: DecisionProps) {
  const { id, version, name, pendingBankAccount: pending, bankAccount, sharedNumbers } = partner
  const sharers = sharedNumbers.filter(({ field }) => field === 'bankAccount').map(({ partnerName }) => partnerName)
  const approve = useCommand(partners.approveBankAccount)
  return (
    <ConfirmDecision
      title={`Rekening van ${name} goedkeuren?`}
      description={
        <>
          <p>{`Betalingen gaan voortaan naar ${accountText(pending ?? '', partner.pendingAccountHolder)}, niet meer naar ${accountText(bankAccount, partner.accountHolder)}.`}</p>
          {sharers.length > 0 && <p>{`Dit IBAN staat ook bij ${sharers.join(', ')}. Kijk het na.`}</p>}
          <p>Bel bij twijfel de partner op het nummer dat je al kent.</p>
        </>
      }
      confirmText="Rekening goedkeuren"
      tone="primary"
      send={() => approve.mutateAsync({ params: { id }, version })}
      done={{ title: 'Rekening goedgekeurd', description: name }}
      failed="De rekening kon niet worden goedgekeurd."
      {...decided}
    />
  )
}

/** Asks an admin for the reason to reject the new IBAN of a partner, and sends it. */
export function RejectBankAccount({ partner, ...decided }: DecisionProps) {
  const { id, version, name, bankAccount, pendingBankAccountBy: by } = partner
  const reject = useReject()
  return (
    <ReasonDialog
      title={`Rekening van ${name} afkeuren`}
      description={`${formatIban(bankAccount)} blijft gelden. ${by ? `${fullNameOf(by)} krijgt je reden.` : ''}`}
      send={(reason) => reject.mutateAsync({ params: { id }, body: { reason }, version })}
      done={{ title: 'Rekening afgekeurd', description: name }}
      failed="De rekening kon niet worden afgekeurd."
      {...decided}
    />
  )
}

function WithdrawAccount({ partner: { id, version, name, bankAccount }, ...decided }: DecisionProps) {
  const reject = useReject()
  return (
    <ConfirmDecision
      title={`Nieuwe rekening van ${name} intrekken?`}
      description={`${formatIban(bankAccount)} blijft gelden.`}
      confirmText="Intrekken"
      send={() => reject.mutateAsync({ params: { id }, body: {}, version })}
      done={{ title: 'Nieuwe rekening ingetrokken', description: name }}
      failed="De rekening kon niet worden ingetrokken."
      {...decided}
    />
  )
}

const dialogs = { approve: ApproveBankAccount, reject: RejectBankAccount, withdraw: WithdrawAccount }

interface BankAccountNoteProps {
  readonly partner: Partner
  /** Called after the user approved, rejected or withdrew the new IBAN. */
  readonly onDone?: () => void
}

/**
 * Shows the new IBAN of a partner: with buttons to decide while it waits for approval, or as rejected. Renders nothing
 * for a partner without a new IBAN.
 */
export function BankAccountNote({ partner, onDone }: BankAccountNoteProps) {
  const user = useUser()
  const [decision, setDecision] = useState<keyof typeof dialogs>()
  const { name, pendingBankAccount: pending, pendingBankAccountBy: by, pendingBankAccountAt: at } = partner
  const Decision = decision && dialogs[decision]
  if (pending === null) return <RejectedNote partner={partner} />
  const isOwn = by?.id === user.id
  const button = (what: keyof typeof dialogs, label: string, tone?: 'primary'): ReactNode => (
    <Button
      size="small"
      {...(tone ? { tone } : {})}
      aria-label={`${label}: nieuwe rekening van ${name}`}
      onClick={() => setDecision(what)}
    >
      {label}
    </Button>
  )
  return (
    <Note as="section" plain className={styles.note} aria-label={`Nieuwe rekening van ${name}`}>
      <p>
        Nieuwe rekening <strong>{accountText(pending, partner.pendingAccountHolder)}</strong>
      </p>
      <Text as="p" color="muted">
        <Unbroken>{by && at && `Ingevoerd door ${fullNameOf(by)} op ${formatDateTime(at)}. `}</Unbroken>
        {partner.mayApproveBankAccount
          ? 'Tot je dit goedkeurt, betalen we op de oude rekening.'
          : 'Wacht op goedkeuring van een andere beheerder. Tot dan betalen we op de oude rekening.'}
      </Text>
      <Row gap={8} wrap>
        {partner.mayApproveBankAccount && button('approve', 'Goedkeuren', 'primary')}
        {isOwn ? button('withdraw', 'Intrekken') : button('reject', 'Afkeuren')}
      </Row>
      {Decision && <Decision partner={partner} onDone={onDone} onClose={() => setDecision(undefined)} />}
    </Note>
  )
}

function RejectedNote({ partner: { rejectedBankAccount: rejected } }: Pick<BankAccountNoteProps, 'partner'>) {
  if (!rejected) return null
  return (
    <Note as="p" plain className={styles.note}>
      <Unbroken>{`${fullNameOf(rejected.by)} keurde ${accountText(rejected.bankAccount, rejected.accountHolder)} af op ${formatDateTime(rejected.at)}: ${rejected.reason}`}</Unbroken>
    </Note>
  )
}
