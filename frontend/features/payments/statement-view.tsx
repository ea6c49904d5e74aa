import { ArrowLeft, Check, ChevronsDown, CircleCheck, FileText, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import * as z from 'zod'
import { type BankStatementDetails, bookingTasks, type StatementBooking } from '../../../shared/api/schemas/bank.ts'
import { formatIban } from '../../../shared/identifiers.ts'
import { paths } from '../../domains/paths.ts'
import { formatDate, formatDateLong, formatMoney, formatNumber } from '../../lib/format.ts'
import { useUrlFilter } from '../../lib/url-filter.ts'
import { RecordList } from '../../records/list/record-list.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { LinkButton } from '../../ui/buttons/link-button.tsx'
import { Confirm } from '../../ui/dialogs/alert-dialog.tsx'
import { IconText } from '../../ui/display/icon-text.tsx'
import { Screen } from '../../ui/frame/screen.tsx'
import { Row, Stack } from '../../ui/layout/layout.tsx'
import { Strip } from '../../ui/layout/strip.tsx'
import { Text } from '../../ui/layout/text.tsx'
import { ErrorState } from '../../ui/messages/error-state.tsx'
import { Skeleton } from '../../ui/messages/skeleton.tsx'
import { FilterTabs } from '../../ui/table/filter-bar.tsx'
import { useIsTablet } from '../../ui/use-media.ts'
import { useBookings, useStatement } from './api.ts'
import { bankOf } from './banks.ts'
import { BookingActions, BookingCard, buildBookingColumns } from './booking-row.tsx'
import { isToConfirm } from './booking-texts.ts'
import styles from './payments.module.css'
import { type BookingAction, StatementQuestion } from './statement-question.tsx'
import { useConfirmBookings, useLeaveBooking } from './use-confirm-bookings.ts'

const Chosen = z.object({ taak: z.enum(bookingTasks) })

/** Shows one bank statement: its balances, and each booking with its result and actions. */
export function StatementView({ id }: { readonly id: string }) {
  const { data: statement, error, refetch } = useStatement(id)
  const { filter, setFilter } = useUrlFilter(Chosen)
  const [asked, setAsked] = useState<BookingAction | null>(null)
  const [isAsking, setIsAsking] = useState(false)
  const [oddity, setOddity] = useState<string | null>(null)
  const { refused, confirm, isConfirming } = useConfirmBookings(id)
  const leave = useLeaveBooking(id)
  const act = (wish: BookingAction) => {
    const { kind, booking } = wish
    if (kind === 'leave' || kind === 'look') return leave(booking.id, kind === 'leave')
    // A booking that is ready says in its row what it pays, and its payment can be taken back.
    if (kind !== 'confirm' || booking.task !== 'confirm') return setAsked(wish)
    const matches = booking.matches.filter(isToConfirm)
    return isConfirming || confirm(matches.map(({ invoiceId }) => ({ booking: booking.id, invoiceId })))
  }
  const list = useBookings(id, filter.taak)
  const odd = { bookings: list.data, shown: oddity, onShow: setOddity, onFilter: () => setFilter({ taak: 'check' }) }
  const count = statement?.confirm.count ?? 0
  const isOneDay = statement?.firstDate === statement?.lastDate
  const isNarrow = useIsTablet()
  const hasBalance = !!statement?.balance
  const columns = buildBookingColumns({ ask: act, refused, isOneDay, isNarrow, hasBalance })
  return (
    <Screen
      title="Betalingen"
      kind="list"
      toolbar={
        <LinkButton tone="ghost" icon={<ArrowLeft />} to={`${paths.payments}?tab=afschriften`}>
          Bankafschriften
        </LinkButton>
      }
      actions={
        <>
          {statement && statement.check.count > 0 && <NextOddity {...odd} />}
          {count > 0 && (
            <Button tone="primary" icon={<Check />} onClick={() => setIsAsking(true)}>
              {`${bookingsText(count)} bevestigen`}
            </Button>
          )}
        </>
      }
    >
      {error && !statement && <ErrorState error={error} onRetry={refetch} />}
      {!statement && !error && (
        <Stack gap={16} padding={16} aria-busy="true">
          <Skeleton height="64px" />
          <Skeleton height="240px" />
        </Stack>
      )}
      {statement && (
        <>
          <Heading statement={statement} />
          <Strip wrap={false} className={styles.tasks}>
            <FilterTabs
              label="Boekingen"
              value={filter.taak ?? ''}
              onChange={(taak) => setFilter({ taak })}
              options={[
                { value: '', label: 'Alle', count: statement.bookings },
                { value: 'check', label: 'Zelf nakijken', count: statement.check.count },
                { value: 'confirm', label: 'Klaar om te bevestigen', count },
              ]}
            />
          </Strip>
          <RecordList
            list={list}
            columns={columns}
            noun={{ one: 'boeking', many: 'boekingen' }}
            total={filter.taak === undefined ? statement.bookings : undefined}
            card={(booking) => <BookingCard booking={booking} />}
            cardActions={(booking) => <BookingActions booking={booking} ask={act} />}
            isAlarming={({ task }: StatementBooking) => task === 'check'}
            opened={oddity}
            summary={() => <Summary statement={statement} />}
            address={{
              filtered: filter.taak !== undefined,
              resetFilter: () => setFilter({ taak: '' }),
              sort: undefined,
              setSort: () => {},
            }}
            empty={{ icon: <FileText />, title: 'Geen boekingen' }}
          />
          <Confirm
            open={isAsking}
            onOpenChange={setIsAsking}
            title={`${bookingsText(count)} bevestigen?`}
            description={sidesText(statement.confirm)}
            confirmText="Bevestigen"
            tone="primary"
            onConfirm={() => confirm(statement.confirm.matches)}
          />
        </>
      )}
      {asked && <StatementQuestion id={id} asked={asked} onConfirm={confirm} onClose={() => setAsked(null)} />}
    </Screen>
  )
}

interface NextOddityProps {
  /** Bookings that are loaded. */
  readonly bookings: readonly StatementBooking[] | undefined
  readonly shown: string | null
  readonly onShow: (id: string) => void
  /** Called to find oddities when none is loaded yet. */
  readonly onFilter: () => void
}

/** Shows the button that goes to the next booking to look into; after the last one comes the first again. */
function NextOddity({ bookings = [], shown, onShow, onFilter }: NextOddityProps) {
  const odd = bookings.filter(({ task }) => task === 'check')
  const next = odd[odd.findIndex(({ id }) => id === shown) + 1] ?? odd[0]
  return (
    <Button icon={<ChevronsDown />} onClick={() => (next ? onShow(next.id) : onFilter())}>
      Volgende afwijking
    </Button>
  )
}

const bookingsText = (count: number) => (count === 1 ? '1 boeking' : `${formatNumber(count)} boekingen`)

/** Shows the bank, days, account and file of a statement, the money in and out, and its balances where known. */
function Heading({ statement }: { readonly statement: BankStatementDetails }) {
  const { account, otherAccounts, firstDate, lastDate, filename, bookings, balance, incoming, outgoing } = statement
  const days =
    firstDate === lastDate ? formatDateLong(firstDate) : `${formatDate(firstDate)} t/m ${formatDate(lastDate)}`
  const iban = account !== null && /^[A-Z]{2}/.test(account) ? formatIban(account) : account
  return (
    <Strip as="header" gap={12} align="end" size={13} padBlock={12} className={styles.statement}>
      <Stack grow overflow="break" minWidth={220}>
        <Text as="h2" size={20} weight="bold">
          {bankOf(account) ?? 'Bankafschrift'}, {days}
        </Text>
        <p className="pv-soft">
          {[iban, filename, bookingsText(bookings), ...(balance ? [] : [sidesText({ incoming, outgoing })])]
            .filter(Boolean)
            .join(' · ')}
        </p>
        {otherAccounts.length > 0 && (
          <p className="pv-soft">Niet gelezen, want niet van ons: {otherAccounts.map(formatIban).join(', ')}</p>
        )}
      </Stack>
      {balance && (
        <Row as="dl" gap={12} wrap>
          <Figure label="Beginsaldo" value={formatMoney(balance.opening)} />
          <Figure label="Bij" value={formatMoney(incoming)} sign="+" />
          <Figure label="Af" value={formatMoney(outgoing)} sign="−" />
          <Figure label="Eindsaldo" value={formatMoney(balance.closing)} sign="=" />
        </Row>
      )}
      {balance && (
        <IconText
          as="p"
          icon={balance.isRight ? <CircleCheck aria-hidden="true" /> : <TriangleAlert aria-hidden="true" />}
          weight="strong"
          color={balance.isRight ? 'ok' : 'bad'}
        >
          {balance.isRight ? 'klopt met de bank' : 'klopt niet met de bank'}
        </IconText>
      )}
    </Strip>
  )
}

interface FigureProps {
  readonly label: string
  readonly value: string
  /** Sign before the amount, `+`, `−` or `=`, where the figures form a sum from opening to closing balance. */
  readonly sign?: string | undefined
}

const Figure = ({ label, value, sign }: FigureProps) => (
  <div className={sign === undefined ? undefined : styles.signed}>
    <Text as="dt" color="muted">
      {label}
    </Text>
    <Text as="dd" size={16} weight="bold" tabular overflow="nowrap">
      {sign !== undefined && (
        <Text weight="regular" color="soft" className={styles.sign} aria-hidden="true">
          {sign}
        </Text>
      )}
      {value}
    </Text>
  </div>
)

const Summary = ({ statement: { confirm, check } }: { readonly statement: BankStatementDetails }) => (
  <>
    {formatNumber(confirm.count)} klaar om te bevestigen · {formatNumber(check.count)} zelf nakijken{' '}
    {formatMoney(Math.abs(check.amount))}
  </>
)

/** Returns the money in and out in words, without a side of € 0,00: `bij € 121,00 · af € 738,10`. */
const sidesText = ({ incoming, outgoing }: Pick<BankStatementDetails['confirm'], 'incoming' | 'outgoing'>) =>
  [
    ...(incoming > 0 ? [`bij ${formatMoney(incoming)}`] : []),
    ...(outgoing > 0 ? [`af ${formatMoney(outgoing)}`] : []),
  ].join(' · ')
