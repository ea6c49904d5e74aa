import { CircleCheck } from 'lucide-react'
import { Card } from '../../ui/display/card.tsx'
import { Row, Stack } from '../../ui/layout/layout.tsx'
import { Text } from '../../ui/layout/text.tsx'

const tips = [
  'Gebruik een lang wachtwoord dat je nergens anders gebruikt.',
  'Bewaar je backup codes op een veilige plek, niet op je telefoon.',
  'Deel je wachtwoord of codes met niemand, ook niet met een collega.',
  'Log uit of vergrendel je scherm als je wegloopt.',
  'Zie je iets vreemds in je account? Meld het meteen bij een beheerder.',
]

/** Shows security tips (spec §2 Security page). */
export function TipsCard() {
  return (
    <Card title="Beveiligingstips">
      <Stack as="ul" gap={10} size={13} color="muted">
        {tips.map((tip) => (
          <Row as="li" key={tip} gap={10} align="start">
            <Text as={CircleCheck} color="ok" aria-hidden="true" />
            {tip}
          </Row>
        ))}
      </Stack>
    </Card>
  )
}
