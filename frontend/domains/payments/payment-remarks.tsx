import { Clock, Hourglass, Landmark } from 'lucide-react'
import type { ReactNode } from 'react'
import { isDueFar, isUnanswered } from '../../../shared/invoicing/payment-remarks.ts'
import { formatDate, formatMoney, formatNumber } from '../../lib/format.ts'
import { RowList } from '../../ui/display/row-list.tsx'
import { Stack } from '../../ui/layout/layout.tsx'
import { Text } from '../../ui/layout/text.tsx'

/** An invoice of a payment file, with the amount to pay in euros. */
interface Paid {
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

/** Returns remarks on the payments of a file that is paid on `day`, in words for a question: `35 nog niet bevestigd`. */
export const describeRemarks = (payments: readonly Paid[], day: string): string[] =>
  findRemarks(payments, day).map(({ title }) => title)

function findRemarks(payments: readonly Paid[], day: string) {
  const moved = payments.filter(({ invoicedAccount }) => invoicedAccount !== null)
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
      title: countText(moved.length, 'nieuw IBAN', "nieuwe IBAN's"),
      text: [...new Set(moved.map(({ partnerName }) => partnerName))].join(', '),
    },
    {
      id: 'silent',
      icon: <Clock aria-hidden="true" />,
      payments: silent,
      title: `${formatNumber(silent.length)} nog niet bevestigd`,
      text: 'De partner gaf nog geen antwoord.',
    },
    {
      id: 'far',
      icon: <Hourglass aria-hidden="true" />,
      payments: far,
      title: `${formatNumber(far.length)} met een late vervaldatum`,
      text: `Betalen hoeft pas later, uiterlijk op ${formatDate(latest)}.`,
    },
  ].filter((remark) => remark.payments.length > 0)
}

interface PaymentRemarksProps {
  readonly payments: readonly Paid[]
  /** Day on which the bank pays. */
  readonly day: string
}

/** Lists what stands out in a payment file: new IBANs, invoices without an answer, and late due dates. */
export function PaymentRemarks({ payments, day }: PaymentRemarksProps): ReactNode {
  const remarks = findRemarks(payments, day)
  if (remarks.length === 0) return null
  return (
    <section>
      <Text as="h3" size={13}>
        Let op
      </Text>
      <RowList lined aria-label="Let op">
        {remarks.map(({ id, icon, title, text, payments: of }) => (
          <li key={id}>
            {icon}
            <Stack grow>
              <Text weight="strong">{title}</Text>
              <span className="pv-soft">{text}</span>
            </Stack>
            <Text tabular overflow="nowrap">
              {formatMoney(sumOf(of))}
            </Text>
          </li>
        ))}
      </RowList>
    </section>
  )
}
