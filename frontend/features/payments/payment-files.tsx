import { Landmark } from 'lucide-react'
import { type PaymentFile, paymentFileStateLabels } from '../../../shared/api/schemas/payment-files.ts'
import { formatDate, formatDateTime, formatMoney, formatNumber, fullNameOf } from '../../lib/format.ts'
import { RecordCards } from '../../records/list/record-cards.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { Badge } from '../../ui/display/badge.tsx'
import { Card } from '../../ui/display/card.tsx'
import { Details } from '../../ui/display/details.tsx'
import { Row } from '../../ui/layout/layout.tsx'
import { usePaymentFiles } from './api.ts'
import styles from './payments.module.css'

const tones = { waiting: 'warn', open: 'info', paid: 'ok', rejected: 'bad', withdrawn: 'neutral' } as const

/** Shows the state of a payment file as a badge: waiting, open, paid, rejected or withdrawn. */
export function FileState({ state }: Pick<PaymentFile, 'state'>) {
  return <Badge tone={tones[state]}>{paymentFileStateLabels[state]}</Badge>
}

/** Shows the payment files as cards, newest first; a button opens the details of a file. */
export function PaymentFiles({ onOpen }: { readonly onOpen: (file: PaymentFile) => void }) {
  return (
    <RecordCards
      list={usePaymentFiles()}
      noun={{ one: 'betaalbestand', many: 'betaalbestanden' }}
      label="Betaalbestanden"
      least={340}
      card={(file, isMarked) => (
        <Card
          key={file.id}
          marked={isMarked}
          title={formatMoney(file.total)}
          actions={<FileState state={file.state} />}
        >
          <Details
            items={[
              { label: 'Uitvoerdatum', value: formatDate(file.executionDate) },
              { label: 'Facturen', value: formatNumber(file.count) },
              { label: 'Gemaakt', value: formatDateTime(file.createdAt) },
              { label: 'Door', value: fullNameOf(file.createdBy) },
            ]}
          />
          <Row gap={8} wrap className={styles.actions}>
            <Button
              aria-label={`Bekijken: betaalbestand van ${formatDateTime(file.createdAt)}`}
              onClick={() => onOpen(file)}
            >
              Bekijken
            </Button>
          </Row>
        </Card>
      )}
      empty={{
        icon: <Landmark />,
        title: 'Nog geen betaalbestanden',
        text: 'Kies bij Te betalen welke facturen de bank betaalt.',
      }}
      notFound="Geen betaalbestanden gevonden"
      filtered={false}
      onReset={() => {}}
    />
  )
}
