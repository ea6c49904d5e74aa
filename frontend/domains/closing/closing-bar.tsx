import { useQuery } from '@tanstack/react-query'
import { ledger } from '../../../shared/api/ledger.ts'
import { closingSteps } from '../../../shared/api/schemas/periods.ts'
import { query } from '../../lib/query.ts'
import { LinkButton } from '../../ui/buttons/link-button.tsx'
import { TextLink } from '../../ui/buttons/text-link.tsx'
import { monthHeading } from '../../ui/dates/calendar-days.ts'
import { Strip } from '../../ui/layout/strip.tsx'
import { paths } from '../paths.ts'
import { stepAddress, stepWords } from './steps.ts'

interface ClosingBarProps {
  readonly month: string
  /** Step that the user works on; the next one comes after it. */
  readonly step: string
}

/** Fetches a month of the book and returns the steps that are left, and those behind the present one. */
function useSteps({ month, step }: ClosingBarProps) {
  const { data } = useQuery({ ...query(ledger.period, { params: { month } }), staleTime: 0 })
  const left = data?.steps.filter(({ count }) => count > 0) ?? []
  const order: readonly string[] = closingSteps
  return { data, left, next: left.find((one) => order.indexOf(one.step) > order.indexOf(step)) }
}

/** Shows over a screen that a month is being closed from it: how far that is, and the next step. */
export function ClosingBar(props: ClosingBarProps) {
  const { data, left } = useSteps(props)
  return (
    <Strip as="section" aria-label="Maand afsluiten" size={13}>
      <TextLink to={closingAddress(props.month)}>{`${monthHeading(props.month)} afsluiten`}</TextLink>
      <span className="pv-soft">{data && `${data.steps.length - left.length} van ${data.steps.length} klaar`}</span>
      <NextStep {...props} />
    </Strip>
  )
}

const closingAddress = (month: string) => `${paths.bookkeeping}?month=${month}`

/** Shows the link to the next step of closing a month; to closing it, when no step is left behind this one. */
export function NextStep(props: ClosingBarProps) {
  const { month } = props
  const { data, left, next } = useSteps(props)
  if (!data) return null
  if (next)
    return <LinkButton to={stepAddress(next.step, month)}>{`Volgende: ${stepWords[next.step].title}`}</LinkButton>
  const isReady = !left.some(({ isRequired }) => isRequired)
  return isReady ? (
    <LinkButton to={`${closingAddress(month)}&doe=sluiten`}>Volgende: Maand sluiten</LinkButton>
  ) : (
    <LinkButton to={closingAddress(month)}>Naar afsluiten</LinkButton>
  )
}
