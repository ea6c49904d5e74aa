import { commissions } from '../../../../shared/api/commissions.ts'
import { CommissionSettings, type StandingCommissionSettings } from '../../../../shared/api/schemas/rates.ts'
import { useCommand } from '../../../lib/query.ts'
import { useInnerDraft } from '../../../records/dialog/use-inner-draft.ts'
import { showFailure } from '../../../records/failure.ts'
import { FormNumber } from '../../../records/form-controls.tsx'
import { Form, SubmitButton, useZodForm } from '../../../ui/fields/form.tsx'
import { ErrorState } from '../../../ui/messages/error-state.tsx'
import { Skeleton } from '../../../ui/messages/skeleton.tsx'
import { toast } from '../../../ui/messages/toast.ts'
import { useCommissionSettings } from '../api.ts'
import styles from '../commissions.module.css'

/**
 * Shows the form for the ceiling of commissions: a multiple of the rate, such as 3 times. Only an admin may set a
 * higher amount (decision 78).
 */
export function Ceiling() {
  const { data, error, refetch } = useCommissionSettings()
  if (error && !data) return <ErrorState error={error} onRetry={refetch} />
  return data ? <CeilingForm key={data.commissionCeiling} settings={data} /> : <Skeleton height="60px" />
}

function CeilingForm({ settings }: { readonly settings: StandingCommissionSettings }) {
  const { version, commissionCeiling } = settings
  const standing = { commissionCeiling }
  const save = useCommand(commissions.saveSettings)
  const form = useZodForm(CommissionSettings, { defaultValues: standing })
  const clear = useInnerDraft(form, 'commission-ceiling', standing)

  async function send(body: CommissionSettings): Promise<void> {
    await save.mutateAsync({ body, version })
    clear()
    form.reset(body)
    toast({ title: 'Hoogste bedrag opgeslagen' })
  }

  return (
    <Form
      form={form}
      className={styles.ceiling}
      onSubmit={send}
      onFailure={(failure) => showFailure(failure, { fallback: 'Het hoogste bedrag kon niet worden opgeslagen.' })}
    >
      <FormNumber
        form={form}
        name="commissionCeiling"
        label="Hoogste bedrag zonder beheerder"
        hint="Meer kan alleen een beheerder."
        end="× het tarief"
      />
      <SubmitButton tone="secondary">Opslaan</SubmitButton>
    </Form>
  )
}
