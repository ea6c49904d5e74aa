import { PhoneOff } from 'lucide-react'
import { useClosings } from '../../domains/contact/use-closings.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Row } from '../../ui/layout/layout.tsx'

/** Tells team leaders and admins how many numbers were closed provisionally; renders nothing without any. */
export function ClosingsToJudge({ onOpen }: { readonly onOpen: () => void }) {
  const { data } = useClosings()
  const count = data?.closings.length ?? 0
  if (count === 0) return null
  return (
    <Row
      as="section"
      gap={12}
      padBlock={8}
      padInline={16}
      line="below"
      className="pv-scroller"
      aria-label="Voorlopig gesloten nummers"
    >
      <Row as="span" gap={6} weight="bold" rigid>
        <PhoneOff aria-hidden="true" />
        {count === 1 ? '1 nummer voorlopig gesloten' : `${count} nummers voorlopig gesloten`}
      </Row>
      <Button size="small" onClick={onOpen}>
        Beoordelen
      </Button>
    </Row>
  )
}
