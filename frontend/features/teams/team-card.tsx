import { Pencil, Trash2 } from 'lucide-react'
import { officeLabels } from '../../../shared/api/parts/fields.ts'
import type { Team } from '../../../shared/teams/schemas.ts'
import { paths } from '../../domains/paths.ts'
import { formatNumber } from '../../lib/format.ts'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { PlainLink } from '../../ui/buttons/plain-link.tsx'
import { Card } from '../../ui/display/card.tsx'
import { Figures } from '../../ui/display/figures.tsx'
import { Row, Stack } from '../../ui/layout/layout.tsx'
import styles from './teams.module.css'

interface TeamCardProps {
  readonly team: Team
  /** Set when the team was just saved. */
  readonly isMarked: boolean
  readonly onEdit: (team: Team) => void
  readonly onRemove: (team: Team) => void
}

/**
 * Shows a team with its results of this month (spec §2, Teams management); marked (`isMarked`) when it was just saved.
 */
export function TeamCard({ team, isMarked, onEdit, onRemove }: TeamCardProps) {
  const { id, name, office, memberCount, appointmentsCount, salesCount } = team
  return (
    <Card
      marked={isMarked}
      title={
        <>
          {name}
          <Stack as="span" size={12} weight="regular" color="soft">
            {officeLabels[office]}
          </Stack>
        </>
      }
      actions={
        <Row gap={2} align="stretch" className={styles.actions}>
          <IconButton size="small" label={`${name} bewerken`} icon={<Pencil />} onClick={() => onEdit(team)} />
          <IconButton size="small" label={`${name} verwijderen`} icon={<Trash2 />} onClick={() => onRemove(team)} />
        </Row>
      }
    >
      <Figures
        className={styles.figures}
        items={[
          {
            label: 'Leden',
            value: (
              <PlainLink
                underlined
                className={styles.members}
                to={`${paths.users}?team=${id}`}
                aria-label={`Leden van ${name}: ${memberCount ?? 0}`}
              >
                {formatNumber(memberCount)}
              </PlainLink>
            ),
          },
          { label: 'Afspraken deze maand', value: formatNumber(appointmentsCount) },
          { label: 'Geregistreerde sales deze maand', value: formatNumber(salesCount) },
        ]}
      />
    </Card>
  )
}
