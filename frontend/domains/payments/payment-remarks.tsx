import { Clock, Hourglass, Landmark, Sparkles, TrendingUp } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Payee } from '../../../shared/api/schemas/payment-files.ts'
import { FAR_DAYS, isDueFar, isUnanswered } from '../../../shared/invoicing/payment-remarks.ts'
import { formatDate, formatMoney, formatNumber } from '../../lib/format.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { RowList } from '../../ui/display/row-list.tsx'
import { Stack } from '../../ui/layout/layout.tsx'
import { Text } from '../../ui/layout/text.tsx'
import { Unbroken } from '../../ui/layout/unbroken.tsx'

/** An invoice of a payment file, with the amount to pay in euros. */
interface Paid {
  readonly invoiceId: string
  /** Partner who is paid; null for an invoice that does not exist any more. */
  readonly partnerId: string | null
  readonly partnerName: string
  readonly amount: number
  readonly acceptance: string | null
  readonly dueDate: string | null
  /** IBAN on the invoice, if another is paid; null otherwise. */
  readonly invoicedAccount: string | null
}

const sumOf = (payments: readonly Paid[]) =>
  payments.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0) / 100

const countText = (count: number, one: string, many: string) =>
  count === 1 ? `1 ${one}` : `${formatNumber(count)} ${many}`

/** Returns remarks on the payments of a file, in words for a question: `35 nog niet bevestigd`. */
export const describeRemarks = (props: PaymentRemarksProps): string[] => findRemarks(props).map(({ title }) => title)

/** A partner who gets this many times the amount of the month before is named. */
const MANY_TIMES = 2

/** Lists the names of partners once, each with a detail if it has one. */
const namesOf = (payments: readonly Paid[], detailOf: (payment: Paid) => string | null = () => null) =>
  [...new Set(payments.map((one) => [one.partnerName, detailOf(one)].filter(Boolean).join(', ')))].join('; ')

const countPartners = (payments: readonly Paid[], one: string, many: string) =>
  countText(new Set(payments.map(({ partnerName }) => partnerName)).size, one, many)

/** Payments that stand out for one reason, with its words. */
interface Remark {
  readonly id: string
  readonly icon: ReactNode
  readonly payments: readonly Paid[]
  readonly title: string
  readonly text: string | null
  /** Set where the maker of the file may leave these payments out. */
  readonly canLeaveOut?: boolean
}

function findRemarks({ payments, day, payees }: PaymentRemarksProps): Remark[] {
  const payeeOf = ({ partnerId }: Paid) => payees.find((payee) => payee.partnerId === partnerId)
  const timesOf = (payment: Paid) => {
    const { amount = 0, paidBefore = 0 } = payeeOf(payment) ?? {}
    return paidBefore > 0 ? amount / paidBefore : 0
  }
  const timesText = (payment: Paid) => `${formatNumber(Math.round(timesOf(payment) * 10) / 10)} × vorige maand`
  const newSince = (payment: Paid) => payeeOf(payment)?.newAccountSince ?? null
  const moved = payments.filter((one) => one.invoicedAccount !== null || newSince(one) !== null)
  const first = payments.filter((one) => payeeOf(one)?.isFirst)
  const higher = payments.filter((one) => timesOf(one) >= MANY_TIMES)
  const silent = payments.filter(isUnanswered)
  const far = payments.filter((payment) => isDueFar(payment, day))
  const latest =
    far
      .flatMap(({ dueDate }) => dueDate ?? [])
      .toSorted()
      .at(-1) ?? ''
  return [
    {
      id: 'account',
      icon: <Landmark aria-hidden="true" />,
      payments: moved,
      title: countPartners(moved, 'nieuw IBAN', "nieuwe IBAN's"),
      text: namesOf(moved, (one) => newSince(one) && formatDate(newSince(one))),
    },
    {
      id: 'first',
      icon: <Sparkles aria-hidden="true" />,
      payments: first,
      title: countPartners(first, 'eerste betaling', 'eerste betalingen'),
      text: namesOf(first),
    },
    {
      id: 'higher',
      icon: <TrendingUp aria-hidden="true" />,
      payments: higher,
      ...describeHigher(higher, timesText),
    },
    {
      id: 'silent',
      icon: <Clock aria-hidden="true" />,
      payments: silent,
      title: `${formatNumber(silent.length)} nog niet bevestigd`,
      text: 'De partner gaf nog geen antwoord.',
      canLeaveOut: true,
    },
    {
      id: 'far',
      icon: <Hourglass aria-hidden="true" />,
      payments: far,
      title: `${formatNumber(far.length)} ${far.length === 1 ? 'vervalt' : 'vervallen'} pas na ${FAR_DAYS} dagen`,
      text: `Uiterlijk op ${formatDate(latest)}.`,
      canLeaveOut: true,
    },
  ].filter((remark) => remark.payments.length > 0)
}

/** Returns the words about partners who get many times as much: a single one by name, several by their number. */
function describeHigher(higher: readonly Paid[], timesText: (payment: Paid) => string) {
  const names = new Set(higher.map(({ partnerName }) => partnerName))
  const [first] = higher
  if (names.size === 1 && first) return { title: `${first.partnerName} ${timesText(first)}`, text: null }
  return { title: `${formatNumber(names.size)} veel hogere bedragen`, text: namesOf(higher, timesText) }
}

interface PaymentRemarksProps {
  readonly payments: readonly Paid[]
  /** Day on which the bank pays. */
  readonly day: string
  /** The partners, compared with the month before. */
  readonly payees: readonly Payee[]
  /** Leaves invoices out of a file that is not made yet. */
  readonly onLeaveOut?: (invoiceIds: readonly string[]) => void
}

/**
 * Lists what stands out in a payment file: new IBANs, first payments, much higher amounts, invoices without an answer,
 * and late due dates.
 */
export function PaymentRemarks(props: PaymentRemarksProps): ReactNode {
  const groups = Map.groupBy(findRemarks(props), ({ canLeaveOut }) =>
    canLeaveOut ? 'Let op' : 'Anders dan vorige maand',
  )
  return [...groups].map(([heading, remarks]) => (
    <section key={heading}>
      <Text as="h3" size={13}>
        {heading}
      </Text>
      <RowList lined aria-label={heading}>
        {remarks.map(({ id, icon, title, text, payments: of, canLeaveOut }) => (
          <li key={id}>
            {icon}
            <Stack grow>
              <Text weight="strong">{title}</Text>
              {text && (
                <span className="pv-soft">
                  <Unbroken>{text}</Unbroken>
                </span>
              )}
            </Stack>
            {canLeaveOut && props.onLeaveOut && (
              <Button
                size="small"
                tone="ghost"
                aria-label={`Weglaten: ${title}`}
                onClick={() => props.onLeaveOut?.(of.map(({ invoiceId }) => invoiceId))}
              >
                Weglaten
              </Button>
            )}
            <Text tabular overflow="nowrap">
              {formatMoney(sumOf(of))}
            </Text>
          </li>
        ))}
      </RowList>
    </section>
  ))
}
