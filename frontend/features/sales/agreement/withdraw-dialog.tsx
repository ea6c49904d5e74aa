import { useWatch } from 'react-hook-form'
import type * as z from 'zod'
import { sales } from '../../../../shared/api/sales.ts'
import { withdrawalLabels, withdrawalWays } from '../../../../shared/sales/choices.ts'
import { NewWithdrawal, type Sale } from '../../../../shared/sales/schemas.ts'
import { formatDate, formatMoney, fullNameOf } from '../../../lib/format.ts'
import { useCommand } from '../../../lib/query.ts'
import { FormDialog } from '../../../records/dialog/form-dialog.tsx'
import { useDraft } from '../../../records/dialog/use-draft.ts'
import { isConflictOrGone } from '../../../records/failure.ts'
import { FormArea, FormDate, FormSelect } from '../../../records/form-controls.tsx'
import { showUndoable } from '../../../records/undo.ts'
import { today } from '../../../ui/dates/calendar-days.ts'
import { useZodForm } from '../../../ui/fields/form.tsx'
import { showStepFailure } from '../step-failure.ts'
import { useUndoWithdrawal } from './undo-withdrawal.ts'

const ways = withdrawalWays.map((value) => {
  const label = withdrawalLabels[value]
  return { value, label: label.charAt(0).toUpperCase() + label.slice(1) }
})

type Values = z.input<typeof NewWithdrawal>

/** Shows the form that notes a customer's withdrawal, with what becomes of the commission (market 69e). */
export function WithdrawDialog({ sale, onClose }: { readonly sale: Sale; readonly onClose: () => void }) {
  const withdraw = useCommand(sales.withdraw)
  const undoing = useUndoWithdrawal(sale.id)
  const empty: Values = { at: today(), how: 'phone', note: '', reason: '' }
  const form = useZodForm(NewWithdrawal, { defaultValues: empty })
  const { discard } = useDraft(form, {
    ...{ name: `withdrawal:${sale.id}`, version: null, defaults: empty, secrets: [], given: [] },
  })
  const at = useWatch({ control: form.control, name: 'at' })
  const late = lateText(sale, at)

  async function send(body: z.output<typeof NewWithdrawal>): Promise<void> {
    const withdrawn = await withdraw.mutateAsync({ params: { id: sale.id }, body, version: sale.version })
    discard()
    showUndoable({ title: 'Sale herroepen', description: sale.customerName }, withdrawn, undoing)
    onClose()
  }

  function refuse(error: unknown): void {
    void showStepFailure(error, sale, 'Het herroepen kon niet worden vastgelegd.')
    if (isConflictOrGone(error)) onClose()
  }

  return (
    <FormDialog
      title="Sale herroepen"
      description={`${sale.customerName}. ${moneyText(sale)}`}
      onDiscard={discard}
      form={form}
      onSubmit={send}
      onFailure={refuse}
      submit="Herroepen"
      tone="danger"
      onClose={onClose}
    >
      <FormDate form={form} name="at" label="Herroepen op" max={today()} required />
      <FormSelect form={form} name="how" label="Hoe" options={ways} placeholder="Maak een keuze" required />
      {late && <FormArea form={form} name="reason" label="Reden" hint={late} rows={2} maxLength={500} required />}
      <FormArea form={form} name="note" label="Notitie" rows={2} maxLength={1000} />
    </FormDialog>
  )
}

/** Returns why a withdrawal on a day takes a reason; null during the bedenktijd. */
function lateText({ coolingOff, coolingOffUntil }: Sale, at: string = today()): string | null {
  if (coolingOff === 'unconfirmed') return null
  if (coolingOffUntil === null) return 'Deze sale heeft geen bedenktijd. Leg uit waarom het toch mag.'
  return at > coolingOffUntil ? `De bedenktijd liep tot en met ${formatDate(coolingOffUntil)}.` : null
}

/** Returns what becomes of the sale and its commission, with the amounts that the user sees and to whom they go. */
function moneyText({ status, agent, caller, agentCommission, callerCommission }: Sale): string {
  const shares = [
    ...(agentCommission ? [`${formatMoney(agentCommission)} van ${fullNameOf(agent)}`] : []),
    ...(caller && callerCommission ? [`${formatMoney(callerCommission)} van ${fullNameOf(caller)}`] : []),
  ]
  const money = shares.length > 0 ? `commissie (${shares.join(' en ')})` : 'commissie'
  return status === 'uitbetaald'
    ? `De sale blijft uitbetaald. Een beheerder noteert een correctie van de ${money}.`
    : `De sale wordt afgekeurd en de ${money} vervalt. Wat al gefactureerd is, vraagt een correctie.`
}
