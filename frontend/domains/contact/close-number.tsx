import { useState } from 'react'
import { customers } from '../../../shared/api/customers.ts'
import { leadFields } from '../../../shared/leads/record.ts'
import { useCommand } from '../../lib/query.ts'
import { showFailure } from '../../records/failure.ts'
import { Confirm } from '../../ui/dialogs/alert-dialog.tsx'
import { Field } from '../../ui/fields/field.tsx'
import { TextInput } from '../../ui/fields/text-input.tsx'
import { toast } from '../../ui/messages/toast.ts'

/** Returns the command that closes a number, in whatever reach. */
export const useCloseNumber = () => useCommand(customers.close)

/** Says that a number is closed; with what happens next for somebody who closed many numbers that day (market 66). */
export function showClosed(mayBeJudged: boolean): void {
  toast({
    title: 'Nummer wordt niet meer gebeld',
    ...(mayBeJudged && {
      description:
        'Mogelijk voorlopig: je sloot vandaag meer dan 10 nummers. Een teamleider of beheerder kan dit 5 werkdagen terugdraaien.',
    }),
  })
}

interface CloseKnownNumberProps {
  readonly phone: string
  readonly onClose: () => void
}

/** Asks whether a number is not to be called any more and how that was said, and closes it. */
export function CloseKnownNumber({ phone, onClose }: CloseKnownNumberProps) {
  const close = useCloseNumber()
  const [source, setSource] = useState('')
  async function confirm(): Promise<void> {
    try {
      const { mayBeJudged } = await close.mutateAsync({ body: { number: phone, source } })
      showClosed(mayBeJudged)
    } catch (error) {
      showFailure(error, { fallback: 'Er is een fout opgetreden' })
      throw error
    }
  }
  return (
    <Confirm
      onOpenChange={onClose}
      title={`${phone} niet meer bellen?`}
      description="Niemand belt dit nummer nog. Alleen een beheerder geeft het weer vrij."
      confirmText="Niet meer bellen"
      onConfirm={confirm}
    >
      <Field label={leadFields.doNotCallSource.label} optional>
        <TextInput value={source} onChange={setSource} maxLength={200} />
      </Field>
    </Confirm>
  )
}
