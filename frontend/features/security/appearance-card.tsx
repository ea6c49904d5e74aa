import { Card } from '../../ui/display/card.tsx'
import { SchemePicker, ThemePicker } from './appearance.tsx'
import './security.css'

/** Shows the theme and colour settings of this browser. */
export function AppearanceCard() {
  return (
    <Card title="Weergave">
      <div className="security-part">
        <div>
          <p className="security-label">Thema</p>
          <ThemePicker />
        </div>
        <div>
          <p className="security-label">Kleur</p>
          <SchemePicker />
        </div>
      </div>
    </Card>
  )
}
