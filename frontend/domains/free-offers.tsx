import { formatWeekday } from '../lib/format.ts'
import { Button } from '../ui/buttons/button.tsx'
import { Row } from '../ui/layout/layout.tsx'

interface FreeOffersProps {
  readonly label: string
  readonly offers: readonly { readonly value: string; readonly text: string }[]
  readonly onChoose: (value: string) => void
}

/**
 * Shows free agents or times as buttons to choose from. Stands in `domains`, as the features appointments and calendar
 * both offer free times and may not import each other.
 */
export function FreeOffers({ label, offers, onChoose }: FreeOffersProps) {
  // Not a fieldset, as that would be one more group of fields.
  return (
    <Row role="group" aria-label={label} gap={6} wrap size={13} color="muted">
      <span aria-hidden="true">{label}:</span>
      {offers.map(({ value, text }) => (
        <Button key={value} size="small" onClick={() => onChoose(value)}>
          {text}
        </Button>
      ))}
    </Row>
  )
}

interface Moment {
  readonly date: string
  readonly time: string
}

interface FreeTimeOffersProps {
  /** Day that the user has chosen; offers on this day show only the time. */
  readonly date: string
  readonly next: readonly Moment[]
  readonly onChoose: (moment: Moment) => void
}

/** Shows the next free times of an agent as buttons to choose from; renders nothing without any. */
export function FreeTimeOffers({ date, next, onChoose }: FreeTimeOffersProps) {
  if (next.length === 0) return null
  return (
    <FreeOffers
      label="Eerstvolgende vrije tijden"
      offers={next.map((moment) => ({
        value: `${moment.date} ${moment.time}`,
        text: moment.date === date ? moment.time : `${formatWeekday(moment.date)} ${moment.time}`,
      }))}
      onChoose={(value) => {
        const [day = '', time = ''] = value.split(' ')
        onChoose({ date: day, time })
      }}
    />
  )
}
