import { Check } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { invoiceAcceptance, type PresentedInvoice } from '../../../shared/api/invoice-acceptance.ts'
import type { FieldErrors } from '../../../shared/errors.ts'
import { fieldErrorsOf, messageOf } from '../../lib/call-error.ts'
import { formatDateLong } from '../../lib/format.ts'
import { useCommand } from '../../lib/query.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Field } from '../../ui/fields/field.tsx'
import { TextArea } from '../../ui/fields/text-area.tsx'
import { Row, Stack } from '../../ui/layout/layout.tsx'
import { Text } from '../../ui/layout/text.tsx'
import { toast } from '../../ui/messages/toast.ts'
import styles from './acceptance.module.css'

/** Words of the partner about lines that they call wrong, by the number of the line, with what is wrong about them. */
export type Remarks = Readonly<Record<number, { readonly text: string; readonly error?: string | undefined }>>

interface AnswerFormProps {
  readonly token: string
  readonly invoice: PresentedInvoice
  readonly remarks: Remarks
  readonly onRemarks: (remarks: Remarks) => void
  readonly onAnswered: () => unknown
}

/**
 * Shows the buttons by which a partner accepts an invoice, or refuses it with a reason or because of its lines. Refusing
 * is possible until a payment of the invoice is under way.
 */
export function AnswerForm({ token, invoice, remarks, onRemarks, onAnswered }: AnswerFormProps) {
  const [isRefusing, setRefusing] = useState(false)
  const [reason, setReason] = useState('')
  const { isRefusable } = invoice
  const answer = useCommand(invoiceAcceptance.answer)
  const disputedLines = Object.entries(remarks).map(([order, { text }]) => ({ lineOrder: Number(order), remark: text }))
  const isByLine = disputedLines.length > 0

  async function sendAnswer(choice: 'accepted' | 'refused'): Promise<void> {
    try {
      const body = choice === 'refused' ? { answer: choice, reason, disputedLines } : { answer: choice }
      await answer.mutateAsync({ params: { token }, body })
      await onAnswered()
    } catch (error) {
      const errors = fieldErrorsOf(error)
      onRemarks(withErrors(remarks, errors))
      if (Object.keys(errors).some((field) => /^reason$|\.remark$/.test(field))) return
      toast({ title: 'Niet gelukt', description: messageOf(error, 'Probeer het opnieuw.'), tone: 'destructive' })
      await onAnswered()
    }
  }

  function refuse(event: FormEvent): void {
    event.preventDefault()
    void sendAnswer('refused')
  }

  function goBack(): void {
    setRefusing(false)
    onRemarks({})
  }

  if ((isRefusing || isByLine) && isRefusable) {
    return (
      <Stack as="form" gap={16} noValidate onSubmit={refuse}>
        <Field
          label={isByLine ? 'Toelichting' : 'Waarom bent u niet akkoord?'}
          error={fieldErrorsOf(answer.error)['reason']?.[0]}
          required={!isByLine}
        >
          <TextArea name="reason" value={reason} onChange={setReason} maxLength={1000} />
        </Field>
        <Row gap={8} wrap className={styles.actions}>
          <Button tone="danger" type="submit" busy={answer.isPending}>
            Factuur weigeren
          </Button>
          <Button tone="ghost" disabled={answer.isPending} onClick={goBack}>
            Terug
          </Button>
        </Row>
      </Stack>
    )
  }
  return (
    <Stack gap={16}>
      <Question invoice={invoice} />
      <Row gap={8} wrap className={styles.actions}>
        {isRefusable && (
          <Button disabled={answer.isPending} onClick={() => setRefusing(true)}>
            Weigeren
          </Button>
        )}
        <Button tone="primary" icon={<Check />} busy={answer.isPending} onClick={() => sendAnswer('accepted')}>
          Akkoord
        </Button>
      </Row>
    </Stack>
  )
}

/** Returns remarks with what the server refused about them; it names each by its place among those sent. */
const withErrors = (remarks: Remarks, errors: FieldErrors): Remarks =>
  Object.fromEntries(
    Object.entries(remarks).map(([order, { text }], index) => {
      const [error] = errors[`disputedLines.${index}.remark`] ?? []
      return [order, { text, error }]
    }),
  )

/** Asks whether the invoice is right; says until when, and what to do once it cannot be refused. */
function Question({ invoice: { isRefusable, paymentDate, acceptance } }: Pick<AnswerFormProps, 'invoice'>) {
  return (
    <>
      <Text as="p" color="muted" overflow="break">
        Klopt de factuur?
        {acceptance.until &&
          ` Horen wij niets t/m ${formatDateLong(acceptance.until)}, dan geldt de factuur als geaccepteerd.`}
      </Text>
      {!isRefusable && (
        <Text as="p" color="muted" overflow="break">
          {paymentDate ? 'De factuur is betaald of verrekend.' : 'De betaling is onderweg.'} Klopt er iets niet? Neem
          contact met ons op.
        </Text>
      )}
    </>
  )
}
