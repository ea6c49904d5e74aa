import { CalendarX } from 'lucide-react'
import { Avatar, Person } from '../avatar.tsx'
import { Badge, type Tone } from '../badge.tsx'
import { Button } from '../button.tsx'
import { Card, Details, StatCard } from '../card.tsx'
import { EmptyState } from '../empty-state.tsx'
import { ErrorState } from '../error-state.tsx'
import { Kbd } from '../kbd.tsx'
import { Progress } from '../progress.tsx'
import { CardGrid, PageHeading } from '../screen.tsx'
import { Skeleton } from '../skeleton.tsx'
import { TabPanel, Tabs } from '../tabs.tsx'
import { people } from './demo-data.ts'
import { Hold, Part } from './part.tsx'

const tones: Record<Tone, string> = {
  ok: 'Afgerond',
  warn: 'Niet thuis',
  bad: 'Geannuleerd',
  info: 'Bevestigd',
  neutral: 'Concept',
  purple: 'Gepland',
}

/** What only shows something. */
export function DisplayParts() {
  return (
    <>
      <Part title="Status en personen">
        {Object.entries(tones).map(([tone, text]) => (
          <Badge key={tone} tone={tone as Tone}>
            {text}
          </Badge>
        ))}
        <Badge tone="warn" dot={false}>
          over 12 dagen
        </Badge>
        {people.map((person) => (
          <Person key={person.id} {...person} />
        ))}
        <Avatar id="user-3" name="Sophie van Dam" size="large" />
        <Kbd>Ctrl K</Kbd>
      </Part>
      <Part title="Kaarten">
        <div className="gallery-wide">
          <PageHeading title="Goedemorgen, Sophie" subtitle="Hier is een overzicht van je activiteiten. Fijne dag!" />
          <CardGrid>
            <StatCard label="Afspraken vandaag" value="4" trend={{ direction: 'up', text: '12,4%' }} />
            <StatCard label="Omzet deze maand" value="€ 184.250" caption="Deze maand" />
            <StatCard label="Conversie" value="34,2%" trend={{ direction: 'down', text: '1,8%' }} />
          </CardGrid>
          <Card title="Klantgegevens" note="particulier" actions={<Button size="small">Bewerken</Button>}>
            <Details
              items={[
                { label: 'Naam', value: 'Bakkerij De Korenaar' },
                { label: 'Telefoon', value: '06 12 34 56 78' },
                { label: 'E-mail', value: null },
              ]}
            />
          </Card>
        </div>
      </Part>
      <Part title="Toestanden">
        <EmptyState
          icon={<CalendarX />}
          title="Geen afspraken gevonden"
          text="Plan de eerste afspraak."
          action={<Button>Nieuwe afspraak</Button>}
        />
        <ErrorState
          error={Object.assign(new Error('De server gaf geen antwoord.'), { requestId: '8f2c-41a9' })}
          onRetry={() => {}}
        />
        <div className="gallery-fields" aria-busy="true">
          <Skeleton width="60%" />
          <Skeleton />
          <Progress value={40} label="Importeren" />
          <Progress value={null} label="Verwerken" />
        </div>
      </Part>
      <Part title="Tabbladen">
        <Hold start="facturen">
          {(value, set) => (
            <Tabs
              label="Self-billing"
              value={value}
              onChange={set}
              tabs={[
                { value: 'facturen', label: 'Facturen', count: 12 },
                { value: 'partners', label: 'Partners', count: 3 },
              ]}
            >
              <TabPanel value="facturen">Twaalf facturen</TabPanel>
              <TabPanel value="partners">Drie partners</TabPanel>
            </Tabs>
          )}
        </Hold>
      </Part>
    </>
  )
}
