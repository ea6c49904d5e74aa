import { customers, MAX_JUDGED } from '../../../shared/api/customers.ts'
import type { ProvisionalClosing } from '../../../shared/api/schemas/customers.ts'
import { formatDate, formatDateTime, fullNameOf } from '../../lib/format.ts'
import { showFailure } from '../../records/failure.ts'
import { useParts } from '../../records/use-parts.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { RowList } from '../../ui/display/row-list.tsx'
import { Row, Stack } from '../../ui/layout/layout.tsx'
import { Text } from '../../ui/layout/text.tsx'
import { Unbroken } from '../../ui/layout/unbroken.tsx'
import { EmptyState } from '../../ui/messages/empty-state.tsx'
import { FailedPart } from '../../ui/messages/failed-part.tsx'
import { toast } from '../../ui/messages/toast.ts'
import { useClosings } from './use-closings.ts'

/** Lists the provisional closings by person; confirms or reopens them one by one or all of a person at once. */
export function Closings() {
  const { data, error, refetch } = useClosings()
  const people = [...Map.groupBy(data?.closings ?? [], ({ closedBy }) => closedBy.id).values()]
  return (
    <>
      {error && <FailedPart onRetry={refetch}>De nummers konden niet worden geladen.</FailedPart>}
      {data && people.length === 0 && <EmptyState title="Alles beoordeeld" />}
      <Stack gap={20}>
        {people.map((closings) => (
          <ClosingsOfPerson key={closings[0]?.closedBy.id} closings={closings} />
        ))}
      </Stack>
      {data && !data.isComplete && <Text color="muted">Er zijn er meer. Beoordeel eerst deze.</Text>}
    </>
  )
}

function ClosingsOfPerson({ closings }: { readonly closings: readonly ProvisionalClosing[] }) {
  const [first] = closings
  if (!first) return null
  const name = fullNameOf(first.closedBy)
  return (
    <Stack as="section" gap={8} aria-label={name}>
      <Row gap={8} justify="between" wrap>
        <Text as="h3" weight="bold">
          {name}
        </Text>
        {closings.length > 1 && <DecideButtons closings={closings} about={`alles van ${name}`} isAll />}
      </Row>
      <RowList lined>
        {closings.map((closing) => (
          <Row as="li" key={closing.number} gap={8} justify="between" wrap>
            <Stack gap={2}>
              <Text tabular>{closing.number}</Text>
              <Text size={13} color="muted">
                <Unbroken>
                  {[formatDateTime(closing.closedAt), closing.source, `t/m ${formatDate(closing.until)}`]
                    .filter(Boolean)
                    .join(' · ')}
                </Unbroken>
              </Text>
            </Stack>
            <DecideButtons closings={[closing]} about={closing.number} />
          </Row>
        ))}
      </RowList>
    </Stack>
  )
}

interface DecideButtonsProps {
  readonly closings: readonly ProvisionalClosing[]
  /** Number or person in the labels of the buttons. */
  readonly about: string
  readonly isAll?: true
}

const done = { confirm: 'bevestigd', reopen: 'teruggedraaid' } as const

/** Shows the buttons that confirm or reopen closed numbers. */
function DecideButtons({ closings, about, isAll }: DecideButtonsProps) {
  const { isBusy, send } = useParts(customers.judge, MAX_JUDGED)
  async function decide(decision: keyof typeof done): Promise<void> {
    const { replies, failure } = await send(closings, (part) => ({
      body: { numbers: part.map(({ number }) => number), decision },
    }))
    if (failure) return showFailure(failure, { fallback: 'Er is een fout opgetreden' })
    const judged = replies.reduce((sum, part) => sum + part.judged, 0)
    const left = replies.reduce((sum, part) => sum + part.left, 0)
    toast({
      title: judged === 1 ? `1 nummer ${done[decision]}` : `${judged} nummers ${done[decision]}`,
      ...(left > 0 && { description: `${left} al door een ander beoordeeld` }),
    })
  }
  return (
    <Row gap={8} rigid>
      <Button size="small" disabled={isBusy} aria-label={`Bevestigen: ${about}`} onClick={() => decide('confirm')}>
        {isAll ? 'Alles bevestigen' : 'Bevestigen'}
      </Button>
      <Button size="small" disabled={isBusy} aria-label={`Terugdraaien: ${about}`} onClick={() => decide('reopen')}>
        {isAll ? 'Alles terugdraaien' : 'Terugdraaien'}
      </Button>
    </Row>
  )
}
