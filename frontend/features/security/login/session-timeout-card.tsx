import { auth } from '../../../../shared/api/auth.ts'
import { TimeoutForm } from '../../../../shared/api/schemas/account.ts'
import { useCommand } from '../../../lib/query.ts'
import { refreshUser, useUser } from '../../../lib/session.ts'
import { showFailure } from '../../../records/failure.ts'
import { classNames } from '../../../ui/class-names.ts'
import { Card } from '../../../ui/display/card.tsx'
import { Form, FormField, SubmitButton, useZodForm } from '../../../ui/fields/form.tsx'
import { NumberInput } from '../../../ui/fields/number-input.tsx'
import { toast } from '../../../ui/messages/toast.ts'
import styles from '../security.module.css'

/** Shows the form for the idle time after which a session ends, 15 to 480 minutes (spec §5). */
export function SessionTimeoutCard() {
  const { sessionTimeout } = useUser()
  const save = useCommand(auth.sessionTimeout)
  const form = useZodForm(TimeoutForm, { defaultValues: { timeoutMinutes: sessionTimeout / 60 } })
  return (
    <Card title="Sessieduur">
      <Form
        form={form}
        className={classNames('pv-form', styles.narrow)}
        onSubmit={async (body) => {
          await save.mutateAsync({ body })
          toast({ title: 'Session timeout ingesteld' })
          await refreshUser()
        }}
        onFailure={(error) => showFailure(error, { title: 'Fout bij instellen session timeout' })}
      >
        <FormField
          form={form}
          name="timeoutMinutes"
          label="Session timeout (minuten)"
          hint="Na deze tijd zonder activiteit log je opnieuw in: 15 tot 480 minuten. Om 00:00 eindigt elke sessie."
        >
          {(field) => <NumberInput {...field} onChange={(value) => field.onChange(value ?? Number.NaN)} />}
        </FormField>
        <div>
          <SubmitButton>Opslaan</SubmitButton>
        </div>
      </Form>
    </Card>
  )
}
