import { ArrowRight, X } from 'lucide-react'
import { Link } from 'react-router-dom'
import { auth } from '../../../shared/api/auth.ts'
import type { WelcomeStep } from '../../../shared/welcome.ts'
import { paths } from '../../domains/paths.ts'
import { useCommand } from '../../lib/query.ts'
import { refreshUser, useUser } from '../../lib/session.ts'
import { actionAddress } from '../../lib/use-action-from-address.ts'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { Card } from '../../ui/display/card.tsx'
import { Grid } from '../../ui/layout/grid.tsx'
import { Row, Stack } from '../../ui/layout/layout.tsx'
import { Text } from '../../ui/layout/text.tsx'
import styles from './welcome.module.css'

const steps: Record<WelcomeStep, { readonly title: string; readonly text: string; readonly to: string }> = {
  team: { title: 'Maak je teams', text: 'Elk team hoort bij een kantoor.', to: paths.teams },
  people: { title: 'Bekijk je collega’s', text: 'Voeg mensen toe met een uitnodiging.', to: paths.users },
  rates: { title: 'Stel commissies in', text: 'Tarieven gelden voor nieuwe sales.', to: paths.commissions },
  appointment: {
    title: 'Plan je eerste afspraak',
    text: 'Kies een agent, een dag en een tijd.',
    to: paths.appointments,
  },
  lead: { title: 'Bekijk je leads', text: 'Bel wie het eerst aan de beurt is.', to: paths.leads },
  calendar: { title: 'Bekijk de kalender', text: 'Zie wie wanneer vrij is.', to: paths.calendar },
  phone: {
    title: 'Zet je agenda op je telefoon',
    text: 'Je afspraken staan dan in je eigen agenda.',
    to: actionAddress(paths.calendar, 'abonneren'),
  },
  hours: { title: 'Vul je uren in', text: 'Je week staat klaar als een spreadsheet.', to: paths.costs },
}

/**
 * Shows a new user a list of first steps. A step disappears once it is opened; the card disappears after the last step,
 * or when the user hides it.
 */
export function WelcomeCard() {
  const { welcome = [] } = useUser()
  const finish = useCommand(auth.welcome)
  if (welcome.length === 0) return null

  async function done(opened: readonly WelcomeStep[]): Promise<void> {
    await finish.mutateAsync({ body: { done: [...opened] } }).catch(() => undefined)
    await refreshUser()
  }

  return (
    <Card
      title="Welkom bij Partnerview"
      note={welcome.length === 1 ? 'Nog 1 ding om mee te beginnen' : `${welcome.length} dingen om mee te beginnen`}
      actions={
        <IconButton
          label="Welkom verbergen"
          icon={<X />}
          size="small"
          busy={finish.isPending}
          onClick={() => done(welcome)}
        />
      }
    >
      <Grid as="ol" least={220} gap={8}>
        {welcome.map((step) => (
          <li key={step}>
            <Row
              to={steps[step].to}
              as={Link}
              gap={12}
              justify="between"
              color="default"
              minHeight={64}
              padBlock={10}
              padInline={16}
              hover
              className={styles.step}
              onClick={() => done([step])}
            >
              <Stack as="span" gap={2} size={13}>
                <span className="pv-strong">{steps[step].title}</span>
                <span className="pv-soft">{steps[step].text}</span>
              </Stack>
              <Text as={ArrowRight} color="soft" aria-hidden="true" />
            </Row>
          </li>
        ))}
      </Grid>
    </Card>
  )
}
