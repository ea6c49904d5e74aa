import { Handshake, Pencil } from 'lucide-react'
import { vatSchemeLabels } from '../../../../shared/api/parts/billing.ts'
import { formatIban } from '../../../../shared/identifiers.ts'
import { partnerFields } from '../../../../shared/partners/record.ts'
import type { Partner } from '../../../../shared/partners/schemas.ts'
import { type Instant, localDateOf } from '../../../../shared/time.ts'
import { usePartners } from '../../../domains/invoices/invoices.ts'
import { BankAccountNote } from '../../../domains/partner-accounts.tsx'
import { formatDate } from '../../../lib/format.ts'
import { RecordCards } from '../../../records/list/record-cards.tsx'
import { cardItemsOf } from '../../../records/shown-fields.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { Badge } from '../../../ui/display/badge.tsx'
import { Card } from '../../../ui/display/card.tsx'
import { Details } from '../../../ui/display/details.tsx'
import { Stack } from '../../../ui/layout/layout.tsx'
import { Unbroken } from '../../../ui/layout/unbroken.tsx'
import { agreementUrl } from '../document-urls.ts'
import { FileLink } from '../file-link.tsx'
import styles from '../invoices.module.css'
import { FetchedKorTurnover } from './kor-turnover.tsx'

interface PartnerCardsProps {
  readonly q: string | undefined
  readonly onReset: () => void
  readonly onEdit: (partner: Partner) => void
}

/** Shows the partner companies that match the search text `q` as cards. */
export function PartnerCards({ q, onReset, onEdit }: PartnerCardsProps) {
  return (
    <RecordCards
      list={usePartners(q)}
      noun={{ one: 'partner', many: 'partners' }}
      label="Partners"
      least={340}
      card={(partner, isMarked) => (
        <PartnerCard key={partner.id} partner={partner} isMarked={isMarked} onEdit={onEdit} />
      )}
      empty={{
        icon: <Handshake />,
        title: 'Nog geen partners toegevoegd',
        text: 'Voeg een bedrijf toe om er facturen voor te maken.',
      }}
      notFound="Geen partners gevonden voor je zoekopdracht"
      filtered={q !== undefined}
      onReset={onReset}
    />
  )
}

interface PartnerCardProps {
  readonly partner: Partner
  readonly isMarked: boolean
  readonly onEdit: (partner: Partner) => void
}

function PartnerCard({ partner, isMarked, onEdit }: PartnerCardProps) {
  const { name, vatScheme, postalCode, city, bankAccount, accountHolder, isActive } = partner
  return (
    <Card
      marked={isMarked}
      title={name}
      actions={
        <>
          {!isActive && <Badge>Inactief</Badge>}
          <Button size="small" icon={<Pencil />} aria-label={`Bewerken: ${name}`} onClick={() => onEdit(partner)}>
            Bewerken
          </Button>
        </>
      }
    >
      <Stack gap={16} align="start" className={styles.partner}>
        <Details
          columns={2}
          items={[
            ...cardItemsOf(partnerFields, partner, 'numbers'),
            { label: 'VIES', value: describeVatCheck(partner) },
            ...cardItemsOf(partnerFields, partner, 'address'),
            { label: 'Postcode en plaats', value: `${postalCode} ${city}` },
            ...(vatScheme === 'normaal'
              ? []
              : [{ label: partnerFields.vatSchemes.label, value: vatSchemeLabels[vatScheme] }]),
            { label: partnerFields.bankAccount.label, value: bankAccount ? formatIban(bankAccount) : 'Niet opgegeven' },
            ...(accountHolder ? [{ label: partnerFields.accountHolder.label, value: accountHolder }] : []),
          ]}
        />
        {vatScheme === 'kor' && <FetchedKorTurnover id={partner.id} />}
        <BankAccountNote partner={partner} />
        <AgreementSign partner={partner} />
      </Stack>
    </Card>
  )
}

/** Returns what VIES answered about the VAT number of a partner. */
function describeVatCheck({ vatCheck }: Partner): string {
  if (!vatCheck) return 'Nog niet gecontroleerd'
  const at = formatDate(localDateOf(vatCheck.at as Instant))
  if (!vatCheck.isValid) return `Ongeldig op ${at}`
  return vatCheck.name === null ? `Geldig op ${at}` : `Geldig op ${at}: ${vatCheck.name}`
}

/** Shows a link to the agreement of a partner, or that there is none. */
function AgreementSign({ partner: { id, agreement } }: { readonly partner: Partner }) {
  if (!agreement) return <Badge tone="warn">Geen overeenkomst</Badge>
  return (
    <FileLink href={agreementUrl(id)} label={`Overeenkomst van ${formatDate(agreement.date)}`}>
      <Unbroken>Overeenkomst van {formatDate(agreement.date)}</Unbroken>
    </FileLink>
  )
}
