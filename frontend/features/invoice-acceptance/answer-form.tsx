import { Check } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { invoiceAcceptance, type PresentedInvoice } from '../../../shared/api/invoice-acceptance.ts'
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

interface AnswerFormProps {
  readonly token: string
  readonly invoice: PresentedInvoice
  readonly onAnswered: () => unknown
}

/**
 * Shows the buttons by which a partner accepts an invoice, or refuses it with a reason. Refusing is possible until a
 * payment of the invoice is under way.
 */
export function AnswerForm({ token, invoice, onAnswered }: AnswerFormProps) {
  const [isRefusing, setRefusing] = useState(false)
  const [reason, setReason] = useState('')
  const { isRefusable, paymentDate, acceptance } = invoice
  const answer = useCommand(invoiceAcceptance.answer)

  async function sendAnswer(choice: 'accepted' | 'refused'): Promise<void> {
    try {
      const body = choice === 'refused' ? { answer: choice, reason } : { answer: choice }
      await answer.mutateAsync({ params: { token }, body })
      await onAnswered()
    } catch (error) {
      if (fieldErrorsOf(error)['reason']) return
      toast({ title: 'Niet gelukt', description: messageOf(error, 'Probeer het opnieuw.'), tone: 'destructive' })
      await onAnswered()
    }
  }

  function refuse(event: FormEvent): void {
    event.preventDefault()
    void sendAnswer('refused')
  }

  if (isRefusing && isRefusable) {
    return (
      <Stack as="form" gap={16} noValidate onSubmit={refuse}>
        <Field label="Waarom bent u niet akkoord?" error={fieldErrorsOf(answer.error)['reason']?.[0]} required>
          <TextArea name="reason" value={reason} onChange={setReason} maxLength={1000} />
        </Field>
        <Row gap={8} wrap className={styles.actions}>
          <Button tone="danger" type="submit" busy={answer.isPending}>
            Factuur weigeren
          </Button>
          <Button tone="ghost" disabled={answer.isPending} onClick={() => setRefusing(false)}>
            Terug
          </Button>
        </Row>
      </Stack>
    )
  }
  return (
    <Stack gap={16}>
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
