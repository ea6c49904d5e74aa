import { customers } from '../../../shared/api/customers.ts'
import { useCommand } from '../../lib/query.ts'
import { AskText } from '../../records/ask-text.tsx'
import { toast } from '../../ui/messages/toast.ts'

interface ReopenProps {
  readonly phones: readonly string[]
  /** Names the numbers in the label of the button, beside others. */
  readonly isOneOfMany?: true
}

/** Lets an admin take numbers off the do-not-call list, with a reason. */
export function Reopen({ phones, isOneOfMany }: ReopenProps) {
  const lift = useCommand(customers.lift)
  return (
    <AskText
      button="Opheffen"
      about={isOneOfMany && phones.join(' en ')}
      title={`${phones.join(' en ')} weer vrijgeven?`}
      description="Bellen mag daarna als er toestemming is. De reden wordt bewaard."
      label="Waarom mag dit nummer weer gebeld worden?"
      missing="Vul in waarom dit nummer weer gebeld mag worden"
      confirmText="Vrijgeven"
      tone="primary"
      onConfirm={async (reason) => {
        await lift.mutateAsync({ body: { number: phones.join(', '), reason } })
        toast({ title: 'Nummer vrijgegeven' })
      }}
    />
  )
}
