import { Card } from '../../ui/display/card.tsx'
import { Stack } from '../../ui/layout/layout.tsx'
import { Text } from '../../ui/layout/text.tsx'
import { SchemePicker, ThemePicker } from './appearance.tsx'
import styles from './security.module.css'

/** Shows the theme and colour settings of this browser. */
export function AppearanceCard() {
  return (
    <Card title="Weergave">
      <Stack gap={12}>
        <div>
          <Text as="p" size={13} weight="medium" className={styles.label}>
            Thema
          </Text>
          <ThemePicker />
        </div>
        <div>
          <Text as="p" size={13} weight="medium" className={styles.label}>
            Kleur
          </Text>
          <SchemePicker />
        </div>
      </Stack>
    </Card>
  )
}
