import { useQuery } from '@tanstack/react-query'
import { customers } from '../../../shared/api/customers.ts'
import { formatDate } from '../../lib/format.ts'
import { query } from '../../lib/query.ts'
import { LinkButton } from '../../ui/buttons/link-button.tsx'
import { Box } from '../../ui/layout/box.tsx'
import { Row } from '../../ui/layout/layout.tsx'
import { paths } from '../paths.ts'

/** Tells an admin that people without consent are still called, until the day on which that stops (market 67e). */
export function GateLine() {
  const { data } = useQuery(query(customers.gate, {}))
  if (data?.inForce !== 'off') return null
  return (
    <Box as="section" padding={12} aria-label="Bellen zonder toestemming">
      <Row gap={12} wrap>
        {data.from === null
          ? 'Mensen zonder toestemming worden nog gebeld.'
          : `Vanaf ${formatDate(data.from)} kun je niet meer bellen zonder toestemming.`}
        <LinkButton to={paths.calling}>{data.from === null ? 'Kies een dag' : 'Bekijken'}</LinkButton>
      </Row>
    </Box>
  )
}
