import { Banknote, FileText } from 'lucide-react'
import type { Balance } from '../../../../shared/api/ledger.ts'
import { roleLabels } from '../../../../shared/api/parts/fields.ts'
import { formatMoney, fullNameOf } from '../../../lib/format.ts'
import { Avatar } from '../../../ui/display/avatar.tsx'
import { IconText } from '../../../ui/display/icon-text.tsx'
import { Stack } from '../../../ui/layout/layout.tsx'
import { Strip } from '../../../ui/layout/strip.tsx'
import { Text } from '../../../ui/layout/text.tsx'
import styles from './balance.module.css'

/** Shows a person with their open balance and how it will be paid. */
export function BalanceHead({ balance }: { readonly balance: Balance }) {
  const { userId, user, role, teamName, employmentType, payoutMethod, open } = balance
  const about = [roleLabels[role], teamName, employmentType === 'zzp' ? "zzp'er" : 'loondienst']
  return (
    <Strip as="header" gap={12} size={13} padBlock={16}>
      <Avatar id={userId} name={fullNameOf(user)} size="large" />
      <Stack grow minWidth={180}>
        <Text as="h2" size={22} weight="bold" overflow="break">
          {fullNameOf(user)}
        </Text>
        <p className="pv-soft">{about.filter((part) => part !== null).join(' · ')}</p>
      </Stack>
      <Stack gap={2} align="end" color="muted" className={styles.open}>
        <p>Open saldo</p>
        <Text as="p" size={28} weight="bold" color="default" tabular overflow="nowrap">
          {formatMoney(open)}
        </Text>
        <IconText
          as="p"
          icon={payoutMethod === 'invoice' ? <FileText aria-hidden="true" /> : <Banknote aria-hidden="true" />}
        >
          {payoutMethodText(balance)}
        </IconText>
      </Stack>
    </Strip>
  )
}

/** Returns a few Dutch words on how a balance will be paid. */
function payoutMethodText({ payoutMethod, partner, open }: Balance): string {
  if (open < 0) return 'Wordt verrekend met de volgende uitbetaling'
  if (payoutMethod === 'invoice') return `Wordt betaald via een factuur van ${partner?.name ?? 'de partner'}`
  return payoutMethod === 'own-invoice' ? 'Wordt betaald op een eigen factuur' : 'Wordt betaald met het loon'
}

/** Returns Dutch sentences on how a balance will be paid, with the reason. */
export function describePayment({ payoutMethod, partner, hasAgreement, open }: Balance): string {
  const amount = formatMoney(open)
  const name = partner?.name ?? 'de partner'
  const without = partner && !hasAgreement ? `Met ${name} is nog geen overeenkomst. ` : ''
  if (open === 0) return `${without}Er staat niets open.`
  if (open < 0) return `${without}${formatMoney(-open)} gaat af van de volgende uitbetaling of factuur.`
  if (payoutMethod === 'invoice')
    return `Partner met overeenkomst: een maandrun zet ${amount} op een factuur van ${name}.`
  if (payoutMethod === 'own-invoice')
    return `${without}Zzp'er zonder partner: ${amount} wordt betaald op een eigen factuur.`
  return `${without}Loondienst: ${amount} gaat mee met het loon.`
}
