import { useState } from 'react'
import type * as z from 'zod'
import { customers } from '../../../shared/api/customers.ts'
import { CallingSettings, type StandingCallingSettings } from '../../../shared/api/parts/number-endpoints.ts'
import { callGateLabels, callGates } from '../../../shared/numbers/states.ts'
import { formatDate } from '../../lib/format.ts'
import { useCommand } from '../../lib/query.ts'
import { showFailure } from '../../records/failure.ts'
import { FormText } from '../../records/form-controls.tsx'
import { SegmentedControl } from '../../ui/choices/segmented-control.tsx'
import { today } from '../../ui/dates/calendar-days.ts'
import { DateField } from '../../ui/dates/date-field.tsx'
import { Confirm } from '../../ui/dialogs/alert-dialog.tsx'
import { FieldRow } from '../../ui/fields/field.tsx'
import { Form, FormField, SubmitButton, useZodForm } from '../../ui/fields/form.tsx'
import { Row, Stack } from '../../ui/layout/layout.tsx'
import { Text } from '../../ui/layout/text.tsx'
import { toast } from '../../ui/messages/toast.ts'

type Standing = z.output<typeof StandingCallingSettings>

const GateFields = CallingSettings.pick({ gate: true, callGateFrom: true, warnReason: true })

interface Question {
  readonly gate: 'warn' | 'block'
  readonly day: string
  readonly answer: (isSure: boolean) => void
}

/**
 * Lets an admin choose from which day calls without right are refused, or warned of for thirty days with a reason. Asks
 * first, as that cannot be switched off again.
 */
export function GateForm({ settings }: { readonly settings: Standing }) {
  const change = useCommand(customers.changeCalling)
  const { gate, callGateFrom, warnReason, inForce, consentMonths, firstCallMonths, keepYears, version } = settings
  const form = useZodForm(GateFields, { defaultValues: { gate, callGateFrom, warnReason } })
  const chosen = form.watch('gate')
  const holds = inForce !== 'off'
  const [question, setQuestion] = useState<Question | null>(null)
  return (
    <Form
      form={form}
      onSubmit={async (chosen) => {
        const from = holds || chosen.gate === 'off' ? chosen.callGateFrom : (chosen.callGateFrom ?? today())
        const body = { ...chosen, callGateFrom: from }
        if (body.gate !== 'off' && (!holds || body.gate !== inForce)) {
          const asked = { gate: body.gate, day: holds ? today() : (from ?? today()) }
          if (!(await new Promise<boolean>((answer) => setQuestion({ ...asked, answer })))) return
        }
        await change.mutateAsync({ body: { ...body, consentMonths, firstCallMonths, keepYears }, version })
        toast({ title: 'Keuze opgeslagen' })
      }}
      onFailure={(error) => showFailure(error, { fallback: 'De keuze kon niet worden opgeslagen.' })}
    >
      <Stack gap={12}>
        <Text as="p" weight="bold" role="status">
          {standingText(settings)}
        </Text>
        <SegmentedControl
          label="Bellen zonder toestemming"
          value={chosen}
          onChange={(value) => form.setValue('gate', value, { shouldDirty: true })}
          options={callGates
            .filter((value) => value !== 'off' || !holds)
            .map((value) => ({ value, label: callGateLabels[value] }))}
        />
        <Text as="p" color="muted" size={13}>
          Bellen over een afspraak of lopende sale mag altijd. Wie niet gebeld wil worden, blijft dicht.
        </Text>
        {chosen !== 'off' && <GateDetails form={form} gate={chosen} holds={holds} />}
        <Row gap={8}>
          <SubmitButton>Opslaan</SubmitButton>
        </Row>
      </Stack>
      {question && (
        <Confirm
          onOpenChange={() => {
            setQuestion(null)
            question.answer(false)
          }}
          {...describeGate(question)}
          onConfirm={() => question.answer(true)}
        />
      )}
    </Form>
  )
}

interface GateDetailsProps {
  readonly form: ReturnType<typeof useZodForm<typeof GateFields>>
  readonly gate: 'warn' | 'block'
  /** Set once calls are refused or warned of, so that the day is past. */
  readonly holds: boolean
}

/** Shows the fields that a choice needs: the day on which it begins, and the reason to warn only. */
function GateDetails({ form, gate, holds }: GateDetailsProps) {
  return (
    <FieldRow>
      {!holds && (
        <FormField
          form={form}
          name="callGateFrom"
          label="Geldt vanaf"
          hint="Leeg = vandaag. Hoogstens 30 dagen vooruit."
        >
          {({ value, onChange, ...field }) => (
            <DateField {...field} value={value ?? ''} onChange={(day) => onChange(day || null)} />
          )}
        </FormField>
      )}
      {gate === 'warn' && (
        <FormText
          form={form}
          name="warnReason"
          label="Waarom nog bellen?"
          hint="Duurt 30 dagen. Andere beheerders krijgen bericht."
          maxLength={300}
          required
        />
      )}
    </FieldRow>
  )
}

/** Returns the question about a choice, with its day and what changes then. */
function describeGate({ gate, day }: Omit<Question, 'answer'>) {
  const end = 'Vanaf die dag kan dit niet meer uit.'
  return gate === 'block'
    ? {
        title: `Blokkeren vanaf ${formatDate(day)}?`,
        description: `Zonder toestemming wordt niemand nog gebeld met een aanbod. ${end}`,
        confirmText: 'Blokkeren',
      }
    : {
        title: `Waarschuwen vanaf ${formatDate(day)}?`,
        description: `Wie belt zonder toestemming, ziet een waarschuwing. Na 30 dagen wordt bellen tegengehouden. ${end}`,
        confirmText: 'Waarschuwen',
      }
}

/** Returns in words what holds now. */
function standingText({ gate, inForce, callGateFrom, warnUntil }: Standing): string {
  if (inForce === 'block') return 'Bellen zonder toestemming wordt tegengehouden.'
  if (inForce === 'warn')
    return `Waarschuwen tot en met ${formatDate(warnUntil ?? '')}. Daarna wordt bellen tegengehouden.`
  if (gate === 'off' || callGateFrom === null) return 'Iedereen wordt nu nog gebeld, ook zonder toestemming.'
  return `Iedereen wordt nog gebeld tot ${formatDate(callGateFrom)}.`
}
