import { CalendarPlus, Mail, NotebookPen, Phone, Plus, ReceiptEuro } from 'lucide-react'
import { type ReactNode, type Ref, useRef, useState } from 'react'
import { can } from '../../../shared/access.ts'
import type { Customer } from '../../../shared/api/schemas/customers.ts'
import { type CallDoor, callDoorOf } from '../../../shared/numbers/gate.ts'
import { useAppointmentDialogs } from '../../domains/appointment-dialogs.ts'
import { telOf } from '../../domains/contact/contact.tsx'
import { openBasisOf, openNumber, useNumberDoor } from '../../domains/contact/number-door.ts'
import { useSaleDialogs } from '../../domains/sale-dialogs.ts'
import { actorOf, useCan, useUser } from '../../lib/session.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { ButtonList } from '../../ui/buttons/button-list.tsx'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Card } from '../../ui/display/card.tsx'
import { Kbd } from '../../ui/display/kbd.tsx'
import { useKeys } from '../../ui/keys.ts'
import { Row } from '../../ui/layout/layout.tsx'
import { Text } from '../../ui/layout/text.tsx'
import { Menu, MenuItem } from '../../ui/menus/menu.tsx'
import { useIsPhone } from '../../ui/use-media.ts'
import styles from './customer.module.css'
import { contactOf, leadsWith } from './details.ts'
import { findNoteKeeper, NoteDialog } from './note-dialog.tsx'

/**
 * Shows the allowed actions for a customer: call, plan an appointment, register a sale, mail, write a note. The keys
 * `b`, `a`, `s`, `m` and `t` do the same.
 */
export function Actions({ customer }: { readonly customer: Customer }) {
  const { phone, email, plan, sell, noteKeeper } = useActions(customer)
  const door = useCustomerDoor(customer, phone)
  const [isNoting, setNoting] = useState(false)
  const isPhone = useIsPhone()
  const call = useRef<HTMLAnchorElement>(null)
  const mail = useRef<HTMLAnchorElement>(null)
  const note = noteKeeper ? () => setNoting(true) : null
  useKeys({
    ...(phone ? { b: () => call.current?.click() } : {}),
    ...(email ? { m: () => mail.current?.click() } : {}),
    ...(plan ? { a: plan } : {}),
    ...(sell ? { s: sell } : {}),
    ...(note ? { t: note } : {}),
  })
  const callLink = phone && door !== 'shut' && (
    <ActionLink
      ref={call}
      href={telOf(phone)}
      onClick={() => openNumber(phone)}
      icon={<Phone />}
      tone={door === 'open' ? 'primary' : 'secondary'}
      hint="B"
    >
      Bellen
    </ActionLink>
  )
  const mailLink = email && (
    <ActionLink ref={mail} href={`mailto:${email}`} icon={<Mail />} tone="secondary" hint="M">
      Mailen
    </ActionLink>
  )
  const dialog = isNoting && noteKeeper && (
    <NoteDialog keeper={noteKeeper} customerName={customer.customerName} onClose={() => setNoting(false)} />
  )
  const shown = { plan, sell, note, callLink, mailLink }
  return isPhone ? (
    <Row as="section" gap={8} align="stretch" className={styles.bar} aria-label="Acties">
      <BarActions {...shown} onMail={email ? () => mail.current?.click() : null} />
      {dialog}
    </Row>
  ) : (
    <Card className={styles.actions}>
      <CardActions {...shown} />
      {dialog}
    </Card>
  )
}

/** Allowed actions; null for those that are not, and no link without a number or address. */
interface ShownActions {
  readonly plan: (() => void) | null
  readonly sell: (() => void) | null
  readonly note: (() => void) | null
  readonly callLink: ReactNode
  readonly mailLink: ReactNode
}

const CardActions = ({ plan, sell, note, callLink, mailLink }: ShownActions) => (
  <ButtonList>
    {callLink}
    {plan && (
      <Button icon={<CalendarPlus />} className={styles.actionWide} onClick={plan}>
        <Text grow>Afspraak plannen</Text>
        <Kbd>A</Kbd>
      </Button>
    )}
    {sell && (
      <Button icon={<ReceiptEuro />} className={styles.actionWide} onClick={sell}>
        <Text grow>Sale registreren</Text>
        <Kbd>S</Kbd>
      </Button>
    )}
    {mailLink}
    {note && (
      <Button icon={<NotebookPen />} onClick={note}>
        <Text grow>Notitie</Text>
        <Kbd>T</Kbd>
      </Button>
    )}
  </ButtonList>
)

/** Shows calling and planning as buttons, and the other actions in a menu. `onMail` follows the hidden `mailLink`. */
const BarActions = (props: ShownActions & { readonly onMail: (() => void) | null }) => {
  const { plan, sell, note, callLink, mailLink, onMail } = props
  return (
    <>
      {callLink}
      {plan && (
        <Button icon={<CalendarPlus />} onClick={plan}>
          Afspraak
        </Button>
      )}
      {(sell || onMail || note) && (
        <Menu trigger={<IconButton label="Meer acties" tone="secondary" icon={<Plus />} />}>
          {sell && (
            <MenuItem icon={<ReceiptEuro />} onSelect={sell}>
              Sale registreren
            </MenuItem>
          )}
          {onMail && (
            <MenuItem icon={<Mail />} onSelect={onMail}>
              Mailen
            </MenuItem>
          )}
          {note && (
            <MenuItem icon={<NotebookPen />} onSelect={note}>
              Notitie
            </MenuItem>
          )}
        </Menu>
      )}
      <span hidden>{mailLink}</span>
    </>
  )
}

/**
 * Returns what the actions for a customer need: number to call, address to mail, record for a note, and two functions.
 * `plan` opens the form of a new appointment, `sell` that of a new sale. Null for what is missing or not allowed.
 */
function useActions(customer: Customer) {
  const { id, doNotCallSince, leads, contracts, appointments } = customer
  const user = useUser()
  const actor = actorOf(user)
  const { phones, emails } = contactOf(customer)
  const mayPlan = useCan('appointment:create') && doNotCallSince === null
  const maySell = useCan('sale:create')
  const appointmentDialogs = useAppointmentDialogs()
  const saleDialogs = useSaleDialogs()
  const ownLead = leads.find(
    ({ teamId, ownerId, status }) => status !== 'converted' && can(actor, 'lead:edit', { teamId, owners: [ownerId] }),
  )
  const contract = contracts.find(({ salesStatus }) => salesStatus !== 'getekend')

  function plan(): void {
    appointmentDialogs.openNew(
      ownLead ? { leadId: ownLead.id } : contract ? { contractId: contract.id } : { customerId: id },
    )
  }
  function sell(): void {
    const held = appointments.find(
      ({ saleId, saleRejected, status, teamId, agentId }) =>
        (saleId === null || saleRejected) &&
        status !== 'cancelled' &&
        can(actor, 'sale:create', { teamId, owners: [agentId] }),
    )
    saleDialogs.openNew(
      held ? { appointmentId: held.id } : ownLead ? { leadId: ownLead.id } : contract ? { contract } : {},
    )
  }
  return {
    phone: phones[0] ?? null,
    email: emails[0] ?? null,
    plan: mayPlan ? plan : null,
    sell: maySell ? sell : null,
    noteKeeper: findNoteKeeper(customer, user),
  }
}

/** Returns how a number of a customer is offered for a call; until the server told, not without right. */
export function useCustomerDoor(customer: Customer, phone: string | null): CallDoor {
  const { data } = useNumberDoor(phone)
  const leads = leadsWith(customer, phone)
  const { state } = data ?? leads[0]?.mayCall ?? customer.mayCall
  if (leads.some((lead) => openBasisOf(lead, state))) return 'open'
  return data?.door ?? callDoorOf(state, 'block', false)
}

interface ActionLinkProps {
  readonly ref: Ref<HTMLAnchorElement>
  readonly href: string
  readonly onClick?: () => void
  readonly icon: ReactNode
  readonly tone: 'primary' | 'secondary'
  /** Key on the keyboard that opens the link. */
  readonly hint: string
  readonly children: ReactNode
}

function ActionLink({ icon, tone, hint, children, ...link }: ActionLinkProps) {
  return (
    <a {...link} className={classNames('pv-button', `pv-button-${tone}`, tone === 'primary' && styles.actionWide)}>
      {icon}
      <Text grow>{children}</Text>
      <Kbd>{hint}</Kbd>
    </a>
  )
}
