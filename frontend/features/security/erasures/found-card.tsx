import { Download, Eraser } from 'lucide-react'
import { useRef, useState } from 'react'
import type { FoundRecord } from '../../../../shared/api/erasures.ts'
import { formatDate } from '../../../lib/format.ts'
import { showFailure } from '../../../records/failure.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Card } from '../../../ui/display/card.tsx'
import { Note } from '../../../ui/display/note.tsx'
import { RowList } from '../../../ui/display/row-list.tsx'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { Row, Stack } from '../../../ui/layout/layout.tsx'
import { Text } from '../../../ui/layout/text.tsx'
import { ErrorState } from '../../../ui/messages/error-state.tsx'
import { Skeleton } from '../../../ui/messages/skeleton.tsx'
import { onDemand } from '../../../ui/on-demand.tsx'
import { savePersonalData, useFound } from './api.ts'
import { stayText, typeLabels } from './words.ts'

const EraseDialog = onDemand(() => import('./erase-dialog.tsx').then((m) => m.EraseDialog))

/** Shows the records of a customer or user, to take as a file or to erase. */
export function FoundCard({ about }: { readonly about: string }) {
  const found = useFound(about)
  if (found.isPending) return <Skeleton height="160px" />
  if (found.isError && !found.data) return <ErrorState error={found.error} onRetry={found.refetch} />
  return <FoundRecords about={about} records={found.data.records} isComplete={found.data.isComplete} />
}

interface FoundRecordsProps {
  readonly about: string
  readonly records: readonly FoundRecord[]
  readonly isComplete: boolean
}

/** Lists the found records, of which the user chooses those to erase; the file has all of them. */
function FoundRecords({ about, records, isComplete }: FoundRecordsProps) {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [isErasing, setIsErasing] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  // An appointment and its fee have one id, so they are chosen together.
  const chosen = records.filter(({ id }) => !left.has(id))

  function choose(id: string, isChosen: boolean): void {
    setLeft((before) => new Set(isChosen ? [...before].filter((one) => one !== id) : [...before, id]))
  }
  async function save(): Promise<void> {
    setIsBusy(true)
    await savePersonalData(about).catch((error: unknown) =>
      showFailure(error, { fallback: 'Het bestand kon niet worden gemaakt.' }),
    )
    setIsBusy(false)
  }

  if (records.length === 0) {
    return (
      <Card title="Niets gevonden">
        <Text as="p" size={13} color="muted">
          Er staat niets onder dit nummer of adres. Zoek ook op de andere nummers van de klant.
        </Text>
      </Card>
    )
  }
  return (
    <Card title={`${records.length} ${records.length === 1 ? 'gegeven' : 'gegevens'} gevonden`}>
      <Stack gap={10}>
        {!isComplete && <Note>Onder dit nummer staan er meer. Wis deze eerst en zoek daarna opnieuw.</Note>}
        <RowList lined aria-label="Gevonden gegevens">
          {records.map(({ type, id, name, date, stays }) => (
            <li key={`${type} ${id}`}>
              <Checkbox
                value={!left.has(id)}
                onChange={(isChosen) => choose(id, isChosen)}
                label={`${typeLabels[type]} van ${formatDate(date)}: ${name}`}
                hint={stayText(stays) ?? 'Wordt helemaal gewist.'}
              />
            </li>
          ))}
        </RowList>
        <Row gap={8} wrap={8}>
          <Button size="small" icon={<Download />} busy={isBusy} onClick={save}>
            Alles in één bestand
          </Button>
          <Button
            ref={button}
            size="small"
            tone="danger"
            icon={<Eraser />}
            disabled={chosen.length === 0}
            onClick={() => setIsErasing(true)}
          >
            {`${chosen.length} wissen…`}
          </Button>
        </Row>
      </Stack>
      {isErasing && (
        <EraseDialog about={about} records={chosen} returnFocus={button} onClose={() => setIsErasing(false)} />
      )}
    </Card>
  )
}
