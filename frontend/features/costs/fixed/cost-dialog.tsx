import type { UseFormReturn } from 'react-hook-form'
import * as z from 'zod'
import { costs } from '../../../../shared/api/costs.ts'
import {
  costScopeLabels,
  costScopes,
  type FixedCost,
  fixedCost,
  NewFixedCost,
} from '../../../../shared/costs/record.ts'
import { personOptionOf, useColleagues, useTeams } from '../../../domains/people.ts'
import { formatDate, formatMoney } from '../../../lib/format.ts'
import { RecordDialog } from '../../../records/dialog/record-dialog.tsx'
import { RemoveRecord } from '../../../records/dialog/remove-record.tsx'
import { useSave } from '../../../records/dialog/use-save.ts'
import { formValuesOf } from '../../../records/field-values.ts'
import { FormSegments } from '../../../records/form-controls.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { Combobox } from '../../../ui/choices/combobox.tsx'
import { Select } from '../../../ui/choices/select.tsx'
import { monthTitleOf, thisMonth } from '../../../ui/dates/calendar-days.ts'
import type { Returning } from '../../../ui/dialogs/return-focus.ts'
import { FieldRow } from '../../../ui/fields/field.tsx'
import { FormField } from '../../../ui/fields/form.tsx'
import { Row, Stack } from '../../../ui/layout/layout.tsx'
import { useCategories, useTotals } from '../api.ts'
import { describeMonthChanges, isCountedIn, lastDayOfMonth, removalText } from './cost-months.ts'
import styles from './fixed.module.css'

const always = () => true
const CostForm = NewFixedCost.extend({
  scope: z.enum(costScopes),
  userId: z.string(),
  teamId: z.string(),
  effectiveTo: z.union([z.literal(''), NewFixedCost.shape.effectiveFrom]),
  isActive: z.boolean(),
})
  .refine(({ scope, teamId }) => scope !== 'team' || teamId !== '', {
    path: ['teamId'],
    message: 'Kies een team',
    when: always,
  })
  .refine(({ scope, userId }) => scope !== 'person' || userId !== '', {
    path: ['userId'],
    message: 'Kies een medewerker',
    when: always,
  })
type Values = z.output<typeof CostForm>
type CostFields = UseFormReturn<z.input<typeof CostForm>, unknown, Values>

const scopeOptions = costScopes.map((value) => ({ value, label: costScopeLabels[value] }))

interface CostDialogProps extends Returning {
  /** Fixed cost to change; null for a new one. */
  readonly cost: FixedCost | null
}

/** Shows the form that adds, changes, ends or deletes a fixed cost, with the new total and the changed months. */
export function CostDialog({ cost, returnFocus, onClose }: CostDialogProps) {
  const save = useSave(costs.createFixedCost, costs.updateFixedCost)
  return (
    <RecordDialog
      card={fixedCost}
      kind="fixed-cost"
      record={cost}
      schema={CostForm}
      valuesOf={valuesOf}
      description="Telt elke maand mee zolang de periode loopt."
      doubts={(values, base) => (base ? describeMonthChanges(base, periodOf(values)) : [])}
      save={(values, base) => save(bodyOf(values), base)}
      conflict={{ newest: costs.fixedCosts }}
      removal={(base, slot) => (
        <RemoveRecord
          {...slot}
          noun={fixedCost.noun}
          record={base}
          endpoint={costs.deleteFixedCost}
          title={`${base.description ?? base.category.name} verwijderen?`}
          description={`${removalText(base)} Beëindigen bewaart die maanden.`}
        />
      )}
      {...(cost === null && { footnote: (form: CostFields) => <NewTotal form={form} base={null} /> })}
      returnFocus={returnFocus}
      onClose={onClose}
    >
      {(form, base, plain) => (
        <>
          <FieldRow>
            <CategoryField form={form} base={base} />
            {plain('what')}
          </FieldRow>
          <FormSegments form={form} name="scope" label="Geldt voor" options={scopeOptions} />
          <WhoField form={form} />
          {plain('description')}
          <FieldRow>{plain('period')}</FieldRow>
          {base && (
            <Row gap={8} justify="between" wrap>
              <NewTotal form={form} base={base} />
              <EndThisMonthButton form={form} />
            </Row>
          )}
          {base && !base.isActive && plain('state')}
        </>
      )}
    </RecordDialog>
  )
}

interface FieldProps {
  readonly form: CostFields
}

/** Shows the choice of a category: an active one, or the present category of the cost. */
function CategoryField({ form, base }: FieldProps & { readonly base: FixedCost | null }) {
  const categories = useCategories()
  const offered = (categories.data ?? []).filter(({ isActive, id }) => isActive || id === base?.categoryId)
  return (
    <FormField form={form} name="categoryId" label="Categorie" required>
      {(field) => (
        <Select
          {...field}
          options={offered.map(({ id, name }) => ({ value: id, label: name }))}
          source={categories}
          placeholder="Kies een categorie"
        />
      )}
    </FormField>
  )
}

/**
 * Shows the choice of the person or team of a fixed cost. Under a chosen person, a hint names the team that bears the
 * cost in the report.
 */
function WhoField({ form }: FieldProps) {
  const [scope, userId] = form.watch(['scope', 'userId'])
  const teams = useTeams(scope !== 'organisation')
  const people = useColleagues(scope === 'person')
  if (scope === 'organisation') return null
  if (scope === 'team') {
    return (
      <FormField form={form} name="teamId" label="Team" required>
        {(field) => (
          <Select
            {...field}
            options={(teams.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
            source={teams}
            placeholder="Kies een team"
          />
        )}
      </FormField>
    )
  }
  const teamOf = (teamId: number | null) => teams.data?.find(({ id }) => id === teamId)?.name
  const chosen = people.data?.find(({ id }) => id === userId)
  const team = chosen && teamOf(chosen.teamId)
  return (
    <FormField
      form={form}
      name="userId"
      label="Persoon"
      required
      hint={team ? `Telt in het rapport bij team ${team}.` : undefined}
    >
      {(field) => (
        <Combobox
          {...field}
          options={(people.data ?? []).map((person) => personOptionOf(person, teamOf(person.teamId) ?? 'Geen team'))}
          source={people}
          placeholder="Kies een medewerker"
          searchPlaceholder="Zoek een medewerker"
        />
      )}
    </FormField>
  )
}

/** Shows a button that ends a running fixed cost on the last day of this month. */
function EndThisMonthButton({ form }: FieldProps) {
  const [from, to] = form.watch(['effectiveFrom', 'effectiveTo'])
  const last = lastDayOfMonth(thisMonth())
  if (to || !from || from > last) return null
  return (
    <Button
      size="small"
      onClick={() => form.setValue('effectiveTo', last, { shouldDirty: true, shouldValidate: true })}
    >
      Beëindigen op {formatDate(last)}
    </Button>
  )
}

/**
 * Shows the total of all fixed costs after this cost is saved: of this month, or of the later month in which the cost
 * begins.
 */
function NewTotal({ form, base }: FieldProps & { readonly base: FixedCost | null }) {
  const values = form.watch()
  const from = /^20\d\d-\d\d-\d\d$/.test(values.effectiveFrom) ? values.effectiveFrom.slice(0, 7) : ''
  const month = from > thisMonth() ? from : thisMonth()
  const { data } = useTotals(month, {}, from !== '')
  const amount = values.monthlyAmount
  if (!data || data.month !== month || typeof amount !== 'number' || !Number.isFinite(amount)) return null
  const centsOf = (euros: number) => Math.round(euros * 100)
  const period = periodOf(values)
  const old = base && isCountedIn(base, month) ? centsOf(base.monthlyAmount) : 0
  const next = isCountedIn(period, month) ? centsOf(amount) : 0
  const others = centsOf(data.total) - old
  return (
    <Stack as="p" size={12} color="muted" tabular className={styles.sum} role="status">
      <span>
        {base || from <= thisMonth() ? 'In' : 'Vanaf'} {monthTitleOf(`${month}-01`).split(' ')[0]} per maand
      </span>
      <strong>
        {formatMoney(others / 100)} + {formatMoney(next / 100)} = {formatMoney((others + next) / 100)}
      </strong>
    </Stack>
  )
}

const valuesOf = (cost: FixedCost | null): z.input<typeof CostForm> => ({
  ...formValuesOf<z.input<typeof CostForm>>(fixedCost.fields, cost ?? { scope: 'organisation', isActive: true }),
  teamId: cost?.scope === 'team' && cost.teamId !== null ? String(cost.teamId) : '',
})

const bodyOf = ({ scope, userId, teamId, effectiveTo, ...values }: Values) => ({
  ...values,
  effectiveTo: effectiveTo === '' ? null : effectiveTo,
  userId: scope === 'person' ? userId : null,
  teamId: scope === 'team' ? Number(teamId) : null,
})

const periodOf = ({
  effectiveFrom,
  effectiveTo,
  monthlyAmount,
  isActive,
}: Pick<Values, 'effectiveFrom' | 'effectiveTo' | 'monthlyAmount' | 'isActive'>) => ({
  effectiveFrom,
  effectiveTo: effectiveTo === '' ? null : effectiveTo,
  monthlyAmount,
  isActive,
})
