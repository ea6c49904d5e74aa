import { Pencil, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { Endpoint } from '../../shared/api/parts/endpoint.ts'
import { capitaliseFirst } from '../../shared/values/capitalise.ts'
import { type Noun, nameOfOne } from '../../shared/values/noun.ts'
import { formatDate, formatMoney } from '../lib/format.ts'
import { RemoveRecord } from '../records/dialog/remove-record.tsx'
import type { EditedRecord } from '../records/dialog/use-edited.ts'
import { IconButton } from '../ui/buttons/icon-button.tsx'
import { today } from '../ui/dates/calendar-days.ts'
import { Badge } from '../ui/display/badge.tsx'
import { RowList } from '../ui/display/row-list.tsx'
import { Row, Stack } from '../ui/layout/layout.tsx'
import { Text } from '../ui/layout/text.tsx'
import { Unbroken } from '../ui/layout/unbroken.tsx'

/** Texts and amount of a rate in a list. */
export interface RateRow {
  readonly id: string
  readonly title: string
  readonly badge: ReactNode
  /** Second line: period and description; empty for none. */
  readonly detail: string
  /** Amount in euros. */
  readonly amount: number
  /** Name of the rate in the labels of its buttons, after the kind of rate: `Agent, alle teams`. */
  readonly label: string
}

/** Question before a rate is deleted. */
interface Question {
  /** Name of the rate in the question, after the kind of rate. */
  readonly named: string
  readonly description: string
}

interface RateListProps<Rate> {
  readonly rates: readonly Rate[]
  readonly rowOf: (rate: Rate) => RateRow
  readonly noun: Noun
  readonly onEdit: (rate: Rate) => void
  readonly removeEndpoint: Endpoint
  readonly questionOf: (rate: Rate) => Question
}

/**
 * Lists rates with buttons to edit and delete each; asks before deletion. `rowOf` gives the texts of a rate,
 * `questionOf` the question.
 */
export function RateList<Rate extends EditedRecord>(props: RateListProps<Rate>) {
  const { rates, rowOf, noun, onEdit, removeEndpoint, questionOf } = props
  const name = nameOfOne(noun)
  const [removed, setRemoved] = useState<Rate | null>(null)
  const close = () => setRemoved(null)
  return (
    <>
      <RowList lined aria-label={capitaliseFirst(noun.many)}>
        {rates.map((rate) => {
          const { id, title, badge, detail, amount, label } = rowOf(rate)
          return (
            <li key={id}>
              <Stack grow>
                <p>
                  <span className="pv-strong">{title}</span> {badge}
                </p>
                {detail !== '' && (
                  <p className="pv-soft">
                    <Unbroken>{detail}</Unbroken>
                  </p>
                )}
              </Stack>
              <Text weight="strong" tabular overflow="nowrap">
                {formatMoney(amount)}
              </Text>
              <Row as="span" gap={2}>
                <IconButton
                  size="small"
                  label={`${name} ${label} bewerken`}
                  icon={<Pencil />}
                  onClick={() => onEdit(rate)}
                />
                <IconButton
                  size="small"
                  label={`${name} ${label} verwijderen`}
                  icon={<Trash2 />}
                  onClick={() => setRemoved(rate)}
                />
              </Row>
            </li>
          )
        })}
      </RowList>
      {removed && (
        <RemoveRecord
          open
          onOpenChange={close}
          onRemoved={close}
          noun={noun}
          record={removed}
          endpoint={removeEndpoint}
          title={`${name} ${questionOf(removed).named} verwijderen?`}
          description={questionOf(removed).description}
        />
      )}
    </>
  )
}

/** Returns the days on which a rate applies: `01-01-2026 t/m 31-03-2026`, or `Vanaf 01-01-2026` without a last day. */
export const formatRatePeriod = (firstDay: string, lastDay: string | null): string =>
  lastDay === null ? `Vanaf ${formatDate(firstDay)}` : `${formatDate(firstDay)} t/m ${formatDate(lastDay)}`

/** Returns the badge of a rate that does not apply today, by its first and last day; null for one that does. */
export function validityBadgeOf(firstDay: string, lastDay: string | null): ReactNode {
  if (lastDay !== null && lastDay < today()) return <Badge tone="warn">Verlopen</Badge>
  return firstDay > today() ? <Badge tone="info">Gaat nog in</Badge> : null
}
