import { Lock, LockOpen } from 'lucide-react'
import { useState } from 'react'
import { ledger } from '../../../../shared/api/ledger.ts'
import type { PeriodDetails } from '../../../../shared/api/schemas/periods.ts'
import { monthText } from '../../../../shared/time.ts'
import { stepWords } from '../../../domains/closing/steps.ts'
import { ConfirmDecision, type Decided, ReasonDialog } from '../../../domains/decisions.tsx'
import { formatMoney, fullNameOf } from '../../../lib/format.ts'
import { useCommand } from '../../../lib/query.ts'
import { useActionFromAddress } from '../../../lib/use-action-from-address.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { monthHeading, thisMonth } from '../../../ui/dates/calendar-days.ts'
import { Note } from '../../../ui/display/note.tsx'
import { Row, Stack } from '../../../ui/layout/layout.tsx'
import { Text } from '../../../ui/layout/text.tsx'

type Asked = 'close' | 'stop' | 'open' | 'file' | 'unfile' | 'approve'

/** Shows what can be done with a month: close it, open it, file it, or open what was filed. */
export function PeriodActions({ period }: { readonly period: PeriodDetails }) {
  const [asked, setAsked] = useState<Asked>()
  const { month, state, unfiling } = period
  const open = period.steps.filter(({ count }) => count > 0)
  const left = open.filter(({ isRequired }) => isRequired)
  const isOver = month < thisMonth()
  const mayClose = state === 'open' && isOver && left.length === 0
  useActionFromAddress('sluiten', () => setAsked('close'), mayClose)
  return (
    <Stack as="section" gap={8} padBlock={8} aria-label="Maand sluiten">
      {state === 'open' && (
        <Row gap={12} align="center" wrap>
          <Text color="soft">{describeWait(isOver, left, open)}</Text>
          <Button tone="primary" icon={<Lock />} disabled={!mayClose} onClick={() => setAsked('close')}>
            Maand sluiten
          </Button>
        </Row>
      )}
      {unfiling !== null && (
        <Note tone="warn">
          {`${fullNameOf(unfiling.by)} vraagt de aangifte te openen: ${unfiling.reason}`}
          {unfiling.mayApprove && <Button onClick={() => setAsked('approve')}>Goedkeuren</Button>}
        </Note>
      )}
      <Row gap={8} wrap>
        {state === 'closing' && <Button onClick={() => setAsked('stop')}>Sluiten afbreken</Button>}
        {state === 'closed' && (
          <>
            <Button icon={<LockOpen />} onClick={() => setAsked('open')}>
              Maand openen
            </Button>
            <Button onClick={() => setAsked('file')}>Aangifte ingediend</Button>
          </>
        )}
        {state === 'filed' && unfiling === null && (
          <Button icon={<LockOpen />} onClick={() => setAsked('unfile')}>
            Aangifte openen
          </Button>
        )}
      </Row>
      {asked && <Question asked={asked} period={period} onClose={() => setAsked(undefined)} />}
    </Stack>
  )
}

type Steps = PeriodDetails['steps']

/** Returns in Dutch what closing waits for, or what may stay open after it. */
function describeWait(isOver: boolean, left: Steps, open: Steps): string {
  if (!isOver) return 'Deze maand loopt nog.'
  if (left.length > 0) return `Kan zodra klaar is: ${titlesOf(left)}.`
  return `${formatMoney(0)} verschil. ${open.length > 0 ? `Blijft open: ${titlesOf(open)}.` : 'Alles is klaar.'}`
}

const titlesOf = (steps: Steps) => steps.map(({ step }) => stepWords[step].title).join(', ')

interface QuestionProps extends Decided {
  readonly asked: Asked
  readonly period: PeriodDetails
}

/** Asks before a month is closed, opened or filed, and does it. */
function Question({ asked, period, ...decided }: QuestionProps) {
  const change = useCommand(ledger.changePeriod)
  const params = { month: period.month }
  const [name, heading] = [monthText(period.month), monthHeading(period.month)]
  const title = { open: `${heading} openen?`, unfile: `Aangifte van ${name} openen?` }
  if (asked === 'open' || asked === 'unfile') {
    const closed = asked === 'unfile'
    return (
      <ReasonDialog
        title={title[asked]}
        description={closed ? 'Een tweede beheerder keurt dit goed.' : 'Alle beheerders krijgen bericht, met je reden.'}
        submit="Openen"
        send={(reason) => change.mutateAsync({ params, body: { closed, ...(closed && { filed: false }), reason } })}
        done={{ title: closed ? 'Goedkeuring gevraagd' : `${heading} is weer open` }}
        failed="De maand kon niet worden geopend."
        {...decided}
      />
    )
  }
  const { body, version, ...texts } = questionOf(asked, period)
  return (
    <ConfirmDecision
      {...texts}
      tone="primary"
      send={() => change.mutateAsync({ params, body, ...(version !== undefined && { version }) })}
      failed="De maand kon niet worden gewijzigd."
      {...decided}
    />
  )
}

/** Returns the question before a change that needs no reason, and what it sends. */
function questionOf(asked: Exclude<Asked, 'open' | 'unfile'>, { month, version }: PeriodDetails) {
  const [name, heading] = [monthText(month), monthHeading(month)]
  const questions = {
    close: {
      title: `${heading} sluiten?`,
      description: `${formatMoney(0)} verschil. Vanaf nu boekt niemand meer in ${name}. Na ruim twintig minuten staat de maand vast.`,
      confirmText: 'Maand sluiten',
      done: { title: `${heading} wordt gesloten` },
      body: { closed: true },
      version: undefined,
    },
    stop: {
      title: 'Sluiten afbreken?',
      description: `Daarna kan weer worden geboekt in ${name}.`,
      confirmText: 'Afbreken',
      done: { title: `${heading} blijft open` },
      body: { closed: false },
      version: undefined,
    },
    file: {
      title: `Aangifte tot en met ${name} ingediend?`,
      description: 'Daarna openen alleen twee beheerders samen deze maanden.',
      confirmText: 'Ingediend',
      done: { title: 'Aangifte vastgelegd' },
      body: { closed: true, filed: true },
      version: undefined,
    },
    approve: {
      title: 'Aangifte openen?',
      description: `Daarna kan een beheerder ${name} weer openen.`,
      confirmText: 'Goedkeuren',
      done: { title: 'Aangifte geopend' },
      body: { closed: true, filed: false },
      version,
    },
  }
  return questions[asked]
}
