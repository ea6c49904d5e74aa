import { Plus, Search, Trash2 } from 'lucide-react'
import { Button } from '../button.tsx'
import { Checkbox, Switch } from '../checkbox.tsx'
import { CodeInput } from '../code-input.tsx'
import { Combobox } from '../combobox.tsx'
import { CopyButton } from '../copy-button.tsx'
import { DateField } from '../date-field.tsx'
import { Field } from '../field.tsx'
import { FileDrop } from '../file-drop.tsx'
import { FilterBar, FilterReset, FilterSearch, FilterTabs, FilterToggle } from '../filter-bar.tsx'
import { IconButton } from '../icon-button.tsx'
import { LinkButton } from '../link-button.tsx'
import { NumberInput } from '../number-input.tsx'
import { PasswordInput } from '../password-input.tsx'
import { SegmentedControl } from '../segmented-control.tsx'
import { Select } from '../select.tsx'
import { TextArea } from '../text-area.tsx'
import { TextInput } from '../text-input.tsx'
import { TimeField } from '../time-field.tsx'
import { Tooltip } from '../tooltip.tsx'
import { people } from './demo-data.ts'
import { Hold, Part } from './part.tsx'

const wait = () => new Promise((resolve) => setTimeout(resolve, 1500))
const options = people.map(({ id, name }) => ({ value: id, label: name, person: true }))
const roles = [
  { value: 'admin', label: 'Beheerder' },
  { value: 'agent', label: 'Agent' },
]

/** Buttons and fields in their states. */
export function ControlParts() {
  return (
    <>
      <Part title="Knoppen">
        <Button tone="primary" icon={<Plus />} onClick={wait}>
          Nieuwe afspraak
        </Button>
        <Button onClick={wait}>Annuleren</Button>
        <Button tone="ghost">Meer</Button>
        <Button tone="danger" icon={<Trash2 />}>
          Verwijderen
        </Button>
        <Button tone="primary" busy busyText="Inloggen...">
          Inloggen
        </Button>
        <Button busy>Bezig</Button>
        <Button tone="primary" disabled>
          Uit
        </Button>
        <Button disabled>Uit</Button>
        <Button size="small">Klein</Button>
        <LinkButton to="/gallery.html">Link als knop</LinkButton>
        <IconButton label="Zoeken" icon={<Search />} />
        <IconButton label="Verwijderen" tone="secondary" icon={<Trash2 />} />
        <Tooltip text="Deze knop doet niets">
          <Button>Met uitleg</Button>
        </Tooltip>
        <CopyButton text="pvk_123" label="API key kopiëren" />
        <CopyButton text="pvk_123" label="Kopiëren" withText />
      </Part>
      <Part title="Velden">
        <div className="gallery-fields">
          <Hold start="">
            {(value, set) => (
              <Field label="Klant" hint="Zoals op de factuur" required>
                <TextInput value={value} onChange={set} placeholder="Naam van de klant" />
              </Field>
            )}
          </Hold>
          <Hold start="piet@">
            {(value, set) => (
              <Field label="E-mail" error="Ongeldig e-mailadres" optional>
                <TextInput type="email" value={value} onChange={set} />
              </Field>
            )}
          </Hold>
          <Hold start="geheim123">
            {(value, set) => (
              <Field label="Wachtwoord">
                <PasswordInput autoComplete="current-password" value={value} onChange={set} />
              </Field>
            )}
          </Hold>
          <Field label="Vast">
            <TextInput value="Kan niet veranderen" onChange={() => {}} disabled />
          </Field>
          <Hold start="agent">
            {(value, set) => (
              <Field label="Rol">
                <Select value={value} onChange={set} options={roles} />
              </Field>
            )}
          </Hold>
          <Hold start="">
            {(value, set) => (
              <Field label="Team" error="Kies een team">
                <Select value={value} onChange={set} options={roles} placeholder="Kies een team" />
              </Field>
            )}
          </Hold>
          <Hold start="user-3">
            {(value, set) => (
              <Field label="Adviseur">
                <Combobox value={value} onChange={set} options={options} clearable />
              </Field>
            )}
          </Hold>
          <Hold start="">
            {(value, set) => (
              <Field label="Gebeld door" error="Kies wie er belde">
                <Combobox value={value} onChange={set} options={options} placeholder="Kies een persoon" />
              </Field>
            )}
          </Hold>
          <Hold start="2026-11-24">
            {(value, set) => (
              <Field label="Datum">
                <DateField value={value} onChange={set} min="2026-11-05" />
              </Field>
            )}
          </Hold>
          <Hold start="10:00">
            {(value, set) => (
              <Field label="Tijd">
                <TimeField value={value} onChange={set} />
              </Field>
            )}
          </Hold>
          <Hold<number | null> start={1234.5}>
            {(value, set) => (
              <Field label="Bedrag">
                <NumberInput value={value} onChange={set} decimals={2} start="€" />
              </Field>
            )}
          </Hold>
          <Hold start="12A">
            {(value, set) => (
              <Field label="Verificatiecode" hint="De 6-cijferige code uit je authenticator-app">
                <CodeInput value={value} onChange={set} />
              </Field>
            )}
          </Hold>
          <Hold start="Belt liever na vijf uur.">
            {(value, set) => (
              <Field label="Opmerking">
                <TextArea value={value} onChange={set} />
              </Field>
            )}
          </Hold>
          <div>
            <Hold start={true}>
              {(value, set) => <Checkbox value={value} onChange={set} label="Agenda" hint="Mag de kalender zien" />}
            </Hold>
            <Hold start={false}>{(value, set) => <Checkbox value={value} onChange={set} label="Leads" />}</Hold>
            <Checkbox value onChange={() => {}} disabled label="Uitgeschakeld" />
            <Hold start={true}>
              {(value, set) => <Switch value={value} onChange={set} label="Automatisch versturen" />}
            </Hold>
            <Hold start={false}>
              {(value, set) => <Switch value={value} onChange={set} label="48-uur Betalingskorting" />}
            </Hold>
          </div>
          <FileDrop accept={['.xlsx', '.xls', '.csv']} onFile={() => {}} />
          <FileDrop
            accept={['.xlsx']}
            onFile={() => {}}
            file={new File(['x'.repeat(5000)], 'contracten.xlsx')}
            progress={62}
          />
        </div>
      </Part>
      <Part title="Filters">
        <Hold start="all">
          {(value, set) => (
            <FilterBar>
              <FilterTabs
                label="Status"
                value={value}
                onChange={set}
                options={[
                  { value: 'all', label: 'Alle', count: 500 },
                  { value: 'new', label: 'Nieuw', count: 65 },
                  { value: 'won', label: 'Getekend' },
                ]}
              />
              <Hold start={true}>
                {(own, setOwn) => (
                  <FilterToggle value={own} onChange={setOwn}>
                    Mijn afspraken
                  </FilterToggle>
                )}
              </Hold>
              <FilterSearch value="" onChange={() => {}} placeholder="Zoek klant" />
              <FilterReset onClick={() => set('all')} />
            </FilterBar>
          )}
        </Hold>
        <Hold start="month">
          {(value, set) => (
            <SegmentedControl
              label="Weergave"
              value={value}
              onChange={set}
              options={[
                { value: 'day', label: 'Dag' },
                { value: 'week', label: 'Week' },
                { value: 'month', label: 'Maand' },
              ]}
            />
          )}
        </Hold>
      </Part>
    </>
  )
}
