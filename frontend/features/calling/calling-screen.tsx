import { useQuery } from '@tanstack/react-query'
import { contracts } from '../../../shared/api/contracts.ts'
import { customers } from '../../../shared/api/customers.ts'
import { leads } from '../../../shared/api/leads.ts'
import { type CallPart, callPartLabels, callParts } from '../../../shared/numbers/states.ts'
import { paths } from '../../domains/paths.ts'
import { formatNumber } from '../../lib/format.ts'
import { query } from '../../lib/query.ts'
import { Card, StatCard } from '../../ui/display/card.tsx'
import { Screen } from '../../ui/frame/screen.tsx'
import { CardGrid } from '../../ui/layout/card-grid.tsx'
import { Stack } from '../../ui/layout/layout.tsx'
import { ErrorState } from '../../ui/messages/error-state.tsx'
import { FailedPart } from '../../ui/messages/failed-part.tsx'
import { Skeleton } from '../../ui/messages/skeleton.tsx'
import { GateForm } from './gate-form.tsx'

/** Shows which leads and contracts may be called, and lets an admin choose what happens with the others (market 67e). */
export function CallingScreen() {
  const { data, error, isError, refetch } = useQuery({ ...query(customers.calling, {}), staleTime: 0 })
  return (
    <Screen title="Wie mag gebeld worden">
      <Stack gap={16}>
        <LeadCards />
        <ContractCards />
        <Card title="Bellen zonder toestemming">
          {data ? (
            <GateForm key={data.version} settings={data} />
          ) : isError ? (
            <ErrorState error={error} onRetry={refetch} />
          ) : (
            <Skeleton height="160px" />
          )}
        </Card>
      </Stack>
    </Screen>
  )
}

const sumOf = (counts: Readonly<Record<string, number | null>>) =>
  Object.values(counts).reduce<number>((sum, count) => sum + (count ?? 0), 0)

function LeadCards() {
  const { data, isError, refetch } = useQuery(query(leads.counts, {}))
  return (
    <PartCards
      name="Leads"
      countOf={(part) => data && sumOf(data.parts[part])}
      addressOf={(part) => `${paths.leads}?call=${part}`}
      onRetry={isError ? refetch : undefined}
    />
  )
}

function ContractCards() {
  const may = useContractCount('may')
  const none = useContractCount('none')
  const closed = useContractCount('closed')
  const of = { may, none, closed }
  const failed = callParts.map((part) => of[part]).find(({ isError }) => isError)
  return (
    <PartCards
      name="Contracten"
      countOf={(part) => of[part].data && sumOf(of[part].data.counts)}
      addressOf={(part) => `${paths.expiringContracts}?status=alle&call=${part}`}
      onRetry={failed?.refetch}
    />
  )
}

const useContractCount = (call: CallPart) => useQuery(query(contracts.counts, { query: { call } }))

interface PartCardsProps {
  readonly name: string
  readonly countOf: (part: CallPart) => number | undefined
  readonly addressOf: (part: CallPart) => string
  /** Asks again for the numbers, after that failed. */
  readonly onRetry: (() => void) | undefined
}

/** Shows how many records of a list are in each part, each number as a link to these records. */
const PartCards = ({ name, countOf, addressOf, onRetry }: PartCardsProps) => (
  <section aria-label={name}>
    {onRetry && <FailedPart onRetry={onRetry}>{`${name} zijn niet geteld`}</FailedPart>}
    <CardGrid>
      {callParts.map((part) => {
        const count = countOf(part)
        const label = `${name}: ${callPartLabels[part].toLowerCase()}`
        const value =
          count === undefined ? onRetry ? '–' : <Skeleton width="60px" height="24px" /> : formatNumber(count)
        return <StatCard key={part} label={label} value={value} to={addressOf(part)} />
      })}
    </CardGrid>
  </section>
)
