import { useQuery } from '@tanstack/react-query'
import { ShieldCheck } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { commissions } from '../../../shared/api/commissions.ts'
import type { AdvancePreview } from '../../../shared/api/schemas/advance.ts'
import type { CommissionFilter } from '../../../shared/api/schemas/commissions.ts'
import type { OwnInvoiceSums } from '../../../shared/api/schemas/own-invoice.ts'
import { call } from '../../lib/client.ts'
import { formatMoney, formatNumber } from '../../lib/format.ts'
import { keyOf } from '../../lib/query.ts'
import { showFailure } from '../../records/failure.ts'
import { monthTitleOf, today } from '../../ui/dates/calendar-days.ts'
import { Dialog, DialogBody, DialogClose, DialogFooter } from '../../ui/dialogs/dialog.tsx'
import { IconText } from '../../ui/display/icon-text.tsx'
import { Form, SubmitButton, useZodForm } from '../../ui/fields/form.tsx'
import { Row } from '../../ui/layout/layout.tsx'
import { Text } from '../../ui/layout/text.tsx'
import { EmptyState } from '../../ui/messages/empty-state.tsx'
import { ErrorState } from '../../ui/messages/error-state.tsx'
import { Skeleton } from '../../ui/messages/skeleton.tsx'
import { fillInvoice, invoicesOf, OwnInvoices, type TypedInvoices } from './own-invoices.tsx'
import styles from './pay-dialog.module.css'
import { describeCorrections, FirstPaymentRows, formatCommissionCount, PayRow, PayRows } from './pay-rows.tsx'
import { UnpaidRows } from './unpaid-rows.tsx'

/** Commissions to pay out: chosen by id, or all that match a filter. */
export type PayChoice = { readonly ids: readonly string[] } | { readonly filter: Partial<CommissionFilter> }

/** Input of the user for a payout, besides the commissions themselves. */
export interface Payment {
  readonly ownInvoiceNumbers: { readonly userId: string; readonly number: string; readonly sums: OwnInvoiceSums }[]
  /** Ids of commissions to pay despite an open question. */
  readonly withQuestions: string[]
}

interface PayDialogProps {
  readonly choice: PayChoice
  /** Name of the selection: a customer, or `45 geselecteerd`. */
  readonly subject: string
  /** Sends the payment; the dialog closes once it succeeds. */
  readonly pay: (payment: Payment) => Promise<unknown>
  readonly onClose: () => void
}

const STEP = 'klaar_voor_uitbetaling'

/** Fetches a preview of the payment. Rows in `withQuestions` are paid despite their open question. */
function usePreview(choice: PayChoice, withQuestions: readonly string[]) {
  const what = 'ids' in choice ? { ids: [...choice.ids] } : { filter: choice.filter }
  const body = {
    ...what,
    expectedStatus: STEP,
    ...(withQuestions.length > 0 ? { withQuestions: [...withQuestions] } : {}),
  } as const
  return useQuery({
    ...keyOf(commissions.previewAdvance, body),
    queryFn: ({ signal }) => call(commissions.previewAdvance, { body }, { signal }),
    staleTime: 0,
    gcTime: 0,
    placeholderData: (before) => before,
  })
}

/**
 * Asks for confirmation before a payout: amounts, payees, payout methods, and commissions that are not paid (rulings
 * 38). `subject` names the selection; `pay` sends the payment.
 */
export function PayDialog({ choice, subject, pay, onClose }: PayDialogProps) {
  const [withQuestions, setWithQuestions] = useState<readonly string[]>([])
  const unticked = usePreview(choice, [])
  const current = usePreview(choice, withQuestions)
  const preview = current.data
  const form = useZodForm(invoicesOf(findInvoicers(preview)), { defaultValues: { invoices: {} } })
  const isMany = 'filter' in choice || choice.ids.length > 1
  const isOld = current.isFetching || current.isPlaceholderData

  async function send(typed: TypedInvoices): Promise<void> {
    const ownInvoiceNumbers = findInvoicers(preview).map((owner) => {
      const { number, ...sums } = fillInvoice(owner, typed)
      return { userId: owner.userId, number, sums: sums as OwnInvoiceSums }
    })
    await pay({ ownInvoiceNumbers, withQuestions: [...withQuestions] })
    onClose()
  }

  return (
    <Dialog
      onOpenChange={onClose}
      title="Uitbetalen"
      description={`${subject}. Uitbetalen is definitief.`}
      dirty={form.formState.isDirty}
      forReading
    >
      <Form
        form={form}
        className={styles.form}
        onSubmit={send}
        onFailure={(error) => {
          showFailure(error, { fallback: 'Er ging iets mis bij het uitbetalen.' })
          void current.refetch()
        }}
      >
        <DialogBody>
          {current.error && <ErrorState error={current.error} onRetry={current.refetch} />}
          {!preview && !current.error && <Skeleton height="280px" />}
          {preview && (
            <Preview preview={preview}>
              <OwnInvoices form={form} people={findInvoicers(preview)} />
            </Preview>
          )}
          {preview && <FirstPaymentRows people={preview.firstPayments} />}
          {preview && (
            <UnpaidRows
              preview={preview}
              questions={unticked.data?.questions ?? preview.questions}
              ticked={withQuestions}
              onTick={setWithQuestions}
              onAnswered={() => {
                void unticked.refetch()
                void current.refetch()
              }}
            />
          )}
          {preview?.isComplete && !preview.staying.some(({ reason }) => reason === 'own') && (
            <IconText as="p" icon={<ShieldCheck aria-hidden="true" />} size={13} color="muted">
              Niets van jezelf in deze selectie.
            </IconText>
          )}
        </DialogBody>
        <DialogFooter
          start={
            isMany && (
              <Text as="p" size={12} color="soft" className={styles.stop}>
                Stoppen kan zolang het loopt.
              </Text>
            )
          }
        >
          <DialogClose />
          <SubmitButton disabled={!preview || isOld || preview.count === 0 || !preview.isComplete}>
            {preview && preview.count > 0
              ? `Betaal ${formatCommissionCount(preview.count)} · ${formatMoney(preview.total)}`
              : 'Uitbetalen'}
          </SubmitButton>
        </DialogFooter>
      </Form>
    </Dialog>
  )
}

const findInvoicers = (preview: AdvancePreview | undefined) =>
  preview?.byPayoutMethod.find(({ payoutMethod }) => payoutMethod === 'own-invoice')?.people ?? []

function Preview({ preview, children }: { readonly preview: AdvancePreview; readonly children: ReactNode }) {
  const { total, count, people, byPayoutMethod, isComplete } = preview
  if (!isComplete) {
    return (
      <EmptyState
        title="Te veel commissies tegelijk"
        text={`Meer dan ${formatNumber(count)} commissies. Kies een kortere periode of een kleinere selectie.`}
      />
    )
  }
  const payroll = byPayoutMethod.find(({ payoutMethod }) => payoutMethod === 'payroll')
  const own = byPayoutMethod.find(({ payoutMethod }) => payoutMethod === 'own-invoice')
  return (
    <>
      <Row as="p" gap={16} align="baseline" justify="between" wrap={0} color="muted">
        <Text as="strong" size={28} weight="bold" color="default" tabular overflow="nowrap">
          {formatMoney(total)}
        </Text>
        <span>
          {count === 0 ? 'Niets om nu uit te betalen' : `${formatCommissionCount(count)} aan ${peopleText(people)}`}
        </span>
      </Row>
      {count > 0 && (
        <PayRows title="Wordt uitbetaald">
          {payroll && (
            <PayRow
              title="Via salaris"
              text={`Loonmaand ${monthTitleOf(today())}, ${peopleText(payroll.people.length)}${correctionsText(payroll.people)}`}
              count={payroll.count}
              total={payroll.total}
            />
          )}
          {own && (
            <PayRow
              title="Eigen factuur"
              text={`Zzp'ers zonder partner${correctionsText(own.people) || '.'}`}
              count={own.count}
              total={own.total}
            >
              {children}
            </PayRow>
          )}
          <PayRow title="Totaal" text={overlapText(preview)} count={count} total={total} isMain />
        </PayRows>
      )}
    </>
  )
}

/**
 * Returns a note for payout methods whose counts add up to more than the total, because agent and caller of a
 * commission are paid in different ways. Undefined when the counts add up to the total.
 */
function overlapText({ count, byPayoutMethod }: AdvancePreview): string | undefined {
  const both = byPayoutMethod.reduce((sum, payment) => sum + payment.count, 0) - count
  if (both <= 0) return undefined
  return both === 1 ? '1 commissie staat in beide groepen.' : `${formatNumber(both)} commissies staan in beide groepen.`
}

const peopleText = (count: number): string => `${formatNumber(count)} ${count === 1 ? 'persoon' : 'personen'}`

/** Returns `. Met correcties van € -20,00.`, or an empty text without corrections. */
const correctionsText = (people: readonly { readonly corrections: number }[]): string =>
  describeCorrections(people, '. Met correcties van')
