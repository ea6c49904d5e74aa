import { Ellipsis } from 'lucide-react'
import { Link } from 'react-router-dom'
import { type BookingEnd, bookingEndLabels, type StatementBooking } from '../../../shared/api/schemas/bank.ts'
import { formatIban } from '../../../shared/identifiers.ts'
import { invoiceAddress } from '../../domains/addresses.ts'
import { formatDate, formatMoney } from '../../lib/format.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { Badge, type Tone } from '../../ui/display/badge.tsx'
import { Row } from '../../ui/layout/layout.tsx'
import { Text } from '../../ui/layout/text.tsx'
import { Unbroken } from '../../ui/layout/unbroken.tsx'
import { Menu, MenuItem } from '../../ui/menus/menu.tsx'
import { CardRow } from '../../ui/table/data-table-card.tsx'
import type { Column } from '../../ui/table/data-table-types.ts'
import { amountLeftOpen, documentNumbersOf, explainBooking, isToConfirm } from './booking-texts.ts'
import styles from './payments.module.css'
import type { BookingAction } from './statement-question.tsx'

const tones: Record<BookingEnd, Tone> = {
  linked: 'ok',
  creditNote: 'ok',
  part: 'warn',
  returned: 'warn',
  otherAccount: 'bad',
  check: 'bad',
  notOurs: 'neutral',
}

const EndBadge = ({ end }: Pick<StatementBooking, 'end'>) => (
  <span className={end === 'part' ? styles.part : undefined}>
    <Badge tone={tones[end]}>{bookingEndLabels[end]}</Badge>
  </span>
)

interface Options {
  readonly ask: (asked: BookingAction) => void
  /** Reason why a booking could not be confirmed, by booking id. */
  readonly refused: ReadonlyMap<string, string>
  /** Set when all bookings have the same day; the heading then shows it. */
  readonly isOneDay: boolean
  /** Set when the badge with the result has no column of its own, so that amount and actions stay visible. */
  readonly isNarrow: boolean
  /** Set when the bank tells the balance after each booking. */
  readonly hasBalance: boolean
}

/**
 * Returns the columns of the list of bookings on a bank statement; `ask` gets the action that the user chose. `refused`
 * has the reasons of failed confirmations by booking id. With `isOneDay` the heading shows the day, not each row.
 * With `isNarrow` the badge with the result is in the column of the explanation. Without `hasBalance` there is no column
 * of balances.
 */
export const buildBookingColumns = ({
  ask,
  refused,
  isOneDay,
  isNarrow,
  hasBalance,
}: Options): readonly Column<StatementBooking>[] => [
  {
    id: 'counterparty',
    header: 'Tegenpartij',
    width: isNarrow ? 184 : 288,
    cell: (booking) => <Counterparty booking={booking} isOneDay={isOneDay} />,
  },
  ...(isNarrow
    ? []
    : [{ id: 'end', header: 'Einde', width: 140, cell: ({ end }: StatementBooking) => <EndBadge end={end} /> }]),
  {
    id: 'text',
    header: 'Uitleg',
    least: isNarrow ? 212 : 300,
    cell: (booking) => (
      <div className={styles.explanation}>
        {isNarrow && (
          <p>
            <EndBadge end={booking.end} />
          </p>
        )}
        <Explanation booking={booking} refusal={refused.get(booking.id)} />
        {booking.task === 'check' && <CheckActions booking={booking} ask={ask} />}
      </div>
    ),
  },
  { id: 'amount', header: 'Bedrag', width: 108, align: 'end', cell: (booking) => <Amount booking={booking} /> },
  ...(hasBalance
    ? [
        {
          id: 'balance',
          header: 'Saldo',
          width: 116,
          align: 'end' as const,
          dropOrder: 1,
          cell: ({ balance }: StatementBooking) => (
            <span className="pv-soft">{balance === null ? '' : formatMoney(balance)}</span>
          ),
        },
      ]
    : []),
  {
    id: 'actions',
    header: 'Acties',
    headerHidden: true,
    width: 160,
    align: 'end',
    cell: (booking) => <RowActions booking={booking} ask={ask} />,
  },
]

const Amount = ({ booking: { amount } }: { readonly booking: StatementBooking }) => (
  <Text {...(amount > 0 ? { weight: 'bold', color: 'ok' } : { weight: 'strong' })}>{formatMoney(amount)}</Text>
)

const nameOf = ({ counterparty, matches, about }: StatementBooking) =>
  matches[0]?.partnerName ?? about?.partnerName ?? counterparty ?? 'Zonder naam'

interface CounterpartyProps extends Pick<Options, 'isOneDay'> {
  readonly booking: StatementBooking
}

function Counterparty({ booking, isOneDay }: CounterpartyProps) {
  const { iban, date, matches, about } = booking
  const invoiceId = matches[0]?.invoiceId ?? about?.invoiceId
  return (
    <div className={styles.explanation}>
      <p>
        <strong>{nameOf(booking)}</strong>
        {invoiceId !== undefined && (
          <>
            {' · '}
            <Text as={Link} weight="strong" color="accent" overflow="nowrap" to={invoiceAddress(invoiceId)}>
              {documentNumbersOf(booking).join(', ')}
            </Text>
          </>
        )}
      </p>
      <Text as="p" size={12} color="muted">
        <Unbroken>
          {[...(isOneDay ? [] : [formatDate(date)]), ...(iban === null ? [] : [formatIban(iban)])].join(' · ')}
        </Unbroken>
      </Text>
    </div>
  )
}

interface ExplanationProps {
  readonly booking: StatementBooking
  readonly refusal: string | undefined
}

function Explanation({ booking, refusal }: ExplanationProps) {
  return (
    <div className={booking.task === 'check' ? 'pv-strong' : undefined}>
      {explainBooking(booking).map((line) => (
        <p key={line}>{line}</p>
      ))}
      {refusal !== undefined && (
        <Text as="p" color="bad">
          {refusal}
        </Text>
      )}
    </div>
  )
}

interface ActionsProps {
  readonly booking: StatementBooking
  readonly ask: (asked: BookingAction) => void
}

/** Shows the buttons of the actions on a booking that a person must check. */
function CheckActions({ booking, ask }: ActionsProps) {
  const { matches, about, end, isReversal } = booking
  const part = matches.find((one) => one.isPart && isToConfirm(one))
  return (
    <Row gap={6} wrap className={styles.choices}>
      {matches.some(isToConfirm) && (
        <Button size="small" onClick={() => ask({ kind: 'confirm', booking })}>
          {part ? `Deel boeken, ${formatMoney(amountLeftOpen(part))} blijft open` : 'Bevestigen'}
        </Button>
      )}
      {end === 'otherAccount' && about && (
        <Button size="small" onClick={() => ask({ kind: 'link', booking, invoice: about })}>
          Toch koppelen
        </Button>
      )}
      {!isReversal && !matches.some(({ confirmedAt }) => confirmedAt !== null) && (
        <Button size="small" onClick={() => ask({ kind: 'choose', booking })}>
          Andere factuur
        </Button>
      )}
      <Button size="small" onClick={() => ask({ kind: 'leave', booking })}>
        Laten staan
      </Button>
      <Button size="small" onClick={() => ask({ kind: 'note', booking })}>
        Notitie
      </Button>
    </Row>
  )
}

/**
 * Shows a menu of actions on a booking, and a button that confirms a booking that is ready for it. Shows nothing for a
 * booking to check, or for one that takes back money that came in and needed no action.
 */
function RowActions({ booking, ask }: ActionsProps) {
  const { task, matches, isBooked, isLeft, about, isReversal } = booking
  const isFree = !isBooked && !isReversal && !matches.some(({ confirmedAt }) => confirmedAt !== null)
  if (task === 'check' || (isReversal && !isLeft)) return null
  return (
    <Row as="span" gap={4} justify="end">
      {task === 'confirm' && (
        <Button
          size="small"
          tone="ghost"
          className="pv-color-accent"
          aria-label={`Bevestigen: ${documentNumbersOf(booking).join(', ')}`}
          onClick={() => ask({ kind: 'confirm', booking })}
        >
          Bevestigen
        </Button>
      )}
      <Menu trigger={<IconButton label={`Meer: ${nameOf(booking)}`} icon={<Ellipsis />} />}>
        {isFree && <MenuItem onSelect={() => ask({ kind: 'choose', booking })}>Andere factuur</MenuItem>}
        {isBooked && about && (
          <MenuItem onSelect={() => ask({ kind: 'link', booking, invoice: about })}>Tweede betaling boeken</MenuItem>
        )}
        {isLeft && <MenuItem onSelect={() => ask({ kind: 'look', booking })}>Weer nakijken</MenuItem>}
        <MenuItem onSelect={() => ask({ kind: 'note', booking })}>Notitie</MenuItem>
      </Menu>
    </Row>
  )
}

/** Shows a booking of a bank statement as a card on a phone. */
export function BookingCard({ booking }: { readonly booking: StatementBooking }) {
  const [first = '', ...more] = explainBooking(booking)
  const numbers = documentNumbersOf(booking).filter((number) => !first.startsWith(number))
  return (
    <CardRow
      title={nameOf(booking)}
      meta={[formatDate(booking.date), ...numbers, first, ...more].join(' · ')}
      end={<Amount booking={booking} />}
      badge={<EndBadge end={booking.end} />}
    />
  )
}

/** Shows the buttons of the actions on a booking, in its card on a phone. */
export const BookingActions = (props: ActionsProps) =>
  props.booking.task === 'check' ? <CheckActions {...props} /> : <RowActions {...props} />
