import { Card } from '../../ui/display/card.tsx'
import { Stack } from '../../ui/layout/layout.tsx'
import { Text } from '../../ui/layout/text.tsx'
import { SchemePicker, ThemePicker } from './appearance.tsx'

/** Shows the theme and colour settings of this browser. */
export function AppearanceCard() {
  return (
    <Card title="Weergave">
      <Stack gap={12}>
        <div>
          <Text as="p" size={13} weight="medium" below={6}>
            Thema
          </Text>
          <ThemePicker />
        </div>
        <div>
          <Text as="p" size={13} weight="medium" below={6}>
            Kleur
          </Text>
          <SchemePicker />
        </div>
      </Stack>
    </Card>
  )
}
