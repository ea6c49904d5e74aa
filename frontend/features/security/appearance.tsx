import { type ColorScheme, colorSchemes, setColorScheme, setTheme, type Theme, useTheme } from '../../lib/theme.ts'
import { SegmentedControl } from '../../ui/choices/segmented-control.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Row } from '../../ui/layout/layout.tsx'
import styles from './appearance.module.css'

const themeOptions: readonly { value: Theme; label: string }[] = [
  { value: 'light', label: 'Licht' },
  { value: 'dark', label: 'Donker' },
  { value: 'system', label: 'Systeem' },
]

const schemeNames: Record<ColorScheme, string> = {
  blue: 'Blauw',
  indigo: 'Indigo',
  emerald: 'Smaragd',
  ocean: 'Oceaan',
  raspberry: 'Framboos',
  amber: 'Amber',
}

/** Lets the user choose the theme of the app: light, dark, or as the device. */
export function ThemePicker() {
  const { theme } = useTheme()
  return <SegmentedControl label="Thema" value={theme} onChange={setTheme} options={themeOptions} />
}

/** Lets the user choose the colour of the app. */
export function SchemePicker() {
  const { scheme } = useTheme()
  return (
    <Row as="fieldset" gap={8} align="stretch" wrap className={styles.schemes} aria-label="Kleur">
      {colorSchemes.map((name) => (
        <label key={name} className={classNames(styles.scheme, `theme-${name}`)} data-tip={schemeNames[name]}>
          <input
            type="radio"
            className="pv-hidden"
            name="colorScheme"
            checked={name === scheme}
            onChange={() => setColorScheme(name)}
          />
          <span className="pv-hidden">{schemeNames[name]}</span>
        </label>
      ))}
    </Row>
  )
}
