import { Card } from '../../ui/display/card.tsx'
import { SchemePicker, ThemePicker } from './appearance.tsx'
import './security.css'
import { Stack } from '../../ui/layout/layout.tsx'
import { Text } from '../../ui/layout/text.tsx'

/** Shows the theme and colour settings of this browser. */
export function AppearanceCard() {
  return (
    <Card title="Weergave">
      <Stack gap={12}>
        <div>
          <Text as="p" size={13} weight="medium" className="security-label">
            Thema
          </Text>
          <ThemePicker />
        </div>
        <div>
          <Text as="p" size={13} weight="medium" className="security-label">
            Kleur
          </Text>
          <SchemePicker />
        </div>
      </Stack>
    </Card>
  )
}
