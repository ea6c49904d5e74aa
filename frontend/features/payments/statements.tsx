import { FileText } from 'lucide-react'
import type { BankStatement } from '../../../shared/api/schemas/bank.ts'
import { formatDateTime, formatNumber, fullNameOf } from '../../lib/format.ts'
import { RecordCards } from '../../records/list/record-cards.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { Badge } from '../../ui/display/badge.tsx'
import { Card } from '../../ui/display/card.tsx'
import { Details } from '../../ui/display/details.tsx'
import { Row } from '../../ui/layout/layout.tsx'
import { Text } from '../../ui/layout/text.tsx'
import { useStatements } from './api.ts'
import styles from './payments.module.css'

/** Shows the bank statements as cards, the latest upload first. */
export function Statements({ onOpen }: { readonly onOpen: (statement: BankStatement) => void }) {
  return (
    <RecordCards
      list={useStatements()}
      noun={{ one: 'bankafschrift', many: 'bankafschriften' }}
      label="Bankafschriften"
      least={340}
      card={(statement, isMarked) => {
        return (
          <Card
            key={statement.id}
            marked={isMarked}
            title={<Text overflow="break">{statement.filename}</Text>}
            actions={
              statement.toConfirm > 0 ? (
                <Badge tone="warn">{formatNumber(statement.toConfirm)} te bevestigen</Badge>
              ) : (
                <Badge tone="ok">Verwerkt</Badge>
              )
            }
          >
            <Details
              items={[
                { label: 'Boekingen', value: formatNumber(statement.bookings) },
                { label: 'Voorgesteld', value: formatNumber(statement.proposed) },
                ...(statement.doubtful > 0
                  ? [{ label: 'Zelf nakijken', value: formatNumber(statement.doubtful) }]
                  : []),
                { label: 'Geüpload', value: formatDateTime(statement.uploadedAt) },
                { label: 'Door', value: fullNameOf(statement.uploadedBy) },
              ]}
            />
            <Row gap={8} wrap className={styles.actions}>
              <Button aria-label={`Bekijken: ${statement.filename}`} onClick={() => onOpen(statement)}>
                Bekijken
              </Button>
            </Row>
          </Card>
        )
      }}
      empty={{
        icon: <FileText />,
        title: 'Nog geen bankafschriften',
        text: 'Upload een bankafschrift en zie welke facturen zijn betaald.',
      }}
      notFound="Geen bankafschriften gevonden"
      filtered={false}
      onReset={() => {}}
    />
  )
}
