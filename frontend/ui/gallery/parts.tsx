import { colorSchemes, setColorScheme, setTheme, themes, useTheme } from '../../lib/theme.ts'
import { Field } from '../field.tsx'
import { SegmentedControl } from '../segmented-control.tsx'
import { Select } from '../select.tsx'
import { TooltipLayer } from '../tooltip-layer.tsx'
import { ControlParts } from './control-parts.tsx'
import { DisplayParts } from './display-parts.tsx'
import { LayerParts } from './layer-parts.tsx'

/** Every component outside of a screen. */
export function Parts() {
  const { theme, scheme } = useTheme()
  return (
    <main className="gallery">
      <header className="gallery-head">
        <h1>Galerij</h1>
        <Field label="Thema">
          <SegmentedControl
            value={theme}
            onChange={setTheme}
            options={themes.map((value) => ({
              value,
              label: { light: 'Licht', dark: 'Donker', system: 'Systeem' }[value],
            }))}
          />
        </Field>
        <Field label="Kleur">
          <Select
            value={scheme}
            onChange={setColorScheme}
            options={colorSchemes.map((value) => ({ value, label: value }))}
          />
        </Field>
      </header>
      <ControlParts />
      <DisplayParts />
      <LayerParts />
      <TooltipLayer />
    </main>
  )
}
