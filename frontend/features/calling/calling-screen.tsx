import { useQuery } from '@tanstack/react-query'
import { customers } from '../../../shared/api/customers.ts'
import { query } from '../../lib/query.ts'
import { Card } from '../../ui/display/card.tsx'
import { Screen } from '../../ui/frame/screen.tsx'
import { Stack } from '../../ui/layout/layout.tsx'
import { ErrorState } from '../../ui/messages/error-state.tsx'
import { Skeleton } from '../../ui/messages/skeleton.tsx'
import { ConsentedClosings } from './consented-closings.tsx'
import { GateForm } from './gate-form.tsx'
import { LetterLists, ManyNumbers } from './many-actions.tsx'
import { StateCounts } from './state-counts.tsx'

/** Shows which leads and contracts may be called, and lets an admin choose what happens with the others (market 67e). */
export function CallingScreen() {
  const { data, error, isError, refetch } = useQuery({ ...query(customers.calling, {}), staleTime: 0 })
  return (
    <Screen title="Wie mag gebeld worden">
      <Stack gap={16}>
        <StateCounts />
        <ConsentedClosings />
        <ManyNumbers />
        <LetterLists />
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
