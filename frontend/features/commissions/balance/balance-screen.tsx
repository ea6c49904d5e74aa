import { ArrowLeft, Download, FileSpreadsheet, FileText, HandCoins, Plus, Printer, Wallet } from 'lucide-react'
import { useState } from 'react'
import { useNavigate, useParams } from 'react-router-dom'
import * as z from 'zod'
import { oversees } from '../../../../shared/access.ts'
import { commissions } from '../../../../shared/api/commissions.ts'
import { type Balance, postingKinds } from '../../../../shared/api/ledger.ts'
import { month as monthSchema } from '../../../../shared/api/schemas/commissions.ts'
import { balanceAddress } from '../../../domains/addresses.ts'
import { paths } from '../../../domains/paths.ts'
import { useColleagueOptions } from '../../../domains/people.ts'
import { call } from '../../../lib/client.ts'
import { saveFile } from '../../../lib/download.ts'
import { fullNameOf } from '../../../lib/format.ts'
import { usePreviousScreen } from '../../../lib/previous-screen.ts'
import { useCan, useUser } from '../../../lib/session.ts'
import { useUrlFilter } from '../../../lib/url-filter.ts'
import { isGone, showFailure } from '../../../records/failure.ts'
import { BarButton } from '../../../ui/buttons/bar-button.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { LinkButton } from '../../../ui/buttons/link-button.tsx'
import { Combobox } from '../../../ui/choices/combobox.tsx'
import { monthTitleOf, thisMonth } from '../../../ui/dates/calendar-days.ts'
import { Screen } from '../../../ui/frame/screen.tsx'
import { Fill } from '../../../ui/layout/fill.tsx'
import { Row, Stack } from '../../../ui/layout/layout.tsx'
import { Menu, MenuItem } from '../../../ui/menus/menu.tsx'
import { EmptyState } from '../../../ui/messages/empty-state.tsx'
import { ErrorState } from '../../../ui/messages/error-state.tsx'
import { Skeleton } from '../../../ui/messages/skeleton.tsx'
import { onDemand } from '../../../ui/on-demand.tsx'
import { useIsPhone } from '../../../ui/use-media.ts'
import styles from './balance.module.css'
import { useBalance } from './balance-api.ts'
import { BalanceHead } from './balance-head.tsx'
import { BalanceMonth } from './balance-month.tsx'

const AdjustDialog = onDemand(() => import('../adjust-dialog.tsx').then((m) => m.AdjustDialog))
const RepayDialog = onDemand(() => import('./repay-dialog.tsx').then((m) => m.RepayDialog))

/** Schema of the parameters in the page address of a balance. */
const BalanceFilter = z.object({ month: monthSchema, kind: z.enum(postingKinds) })

/**
 * Shows a person's open balance and the postings of a month ('Saldo'). Without an id in the page address, admins and
 * team leaders first choose a person, and others see their own balance.
 */
export function BalanceScreen() {
  const user = useUser()
  const { id } = useParams()
  const userId = id ?? (oversees(user.role) ? undefined : user.id)
  if (userId !== undefined) return <BalanceOf key={userId} userId={userId} />
  return (
    <Screen title="Saldo" toolbar={<Whose value="" />}>
      <EmptyState icon={<Wallet />} title="Kies een medewerker" text="Daarna zie je het open saldo en elke boeking." />
    </Screen>
  )
}

function BalanceOf({ userId }: { readonly userId: string }) {
  const { data, error, refetch } = useBalance(userId)
  const { filter, setFilter } = useUrlFilter(BalanceFilter)
  const month = filter.month ?? thisMonth()
  return (
    <Screen
      title="Saldo"
      kind="list"
      toolbar={<Whose value={userId} />}
      actions={data && <Actions balance={data} month={month} />}
    >
      {error ? <Failed error={error} onRetry={refetch} /> : null}
      {!error && !data && (
        <Stack padding={16} role="status" aria-busy="true" aria-label="Saldo laden">
          <Skeleton height="420px" />
        </Stack>
      )}
      {!error && data && (
        <Fill className={styles.balance}>
          <BalanceHead balance={data} />
          <BalanceMonth
            balance={data}
            month={month}
            kind={filter.kind}
            onMonth={(next) => setFilter({ month: next === thisMonth() ? '' : next })}
            onKind={(kind) => setFilter({ kind })}
          />
        </Fill>
      )}
    </Screen>
  )
}

function Failed({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => unknown }) {
  if (!isGone(error)) return <ErrorState error={error} onRetry={onRetry} />
  return <EmptyState title="Saldo niet gevonden" text="Deze medewerker bestaat niet of valt buiten je team." />
}

/** Shows the back link, and a choice of people for users who oversee others. */
function Whose({ value }: { readonly value: string }) {
  const user = useUser()
  return (
    <Row gap={8}>
      <Back />
      {oversees(user.role) && <PersonChoice value={value} />}
    </Row>
  )
}

function PersonChoice({ value }: { readonly value: string }) {
  const { options, source } = useColleagueOptions()
  const navigate = useNavigate()
  return (
    <div className={styles.person}>
      <Combobox
        aria-label="Medewerker"
        value={value}
        onChange={(id) => navigate(id ? balanceAddress(id) : paths.balance)}
        options={options}
        source={source}
        placeholder="Kies een medewerker"
        searchPlaceholder="Zoek een medewerker"
      />
    </div>
  )
}

const lists = {
  admin: [paths.commissions, 'Commissies'],
  teamleader: [paths.teamCompensation, 'Team Vergoedingen'],
  agent: [paths.ownCommissions, 'Commissies'],
  caller: [paths.ownCommissions, 'Commissies'],
} as const

function Back() {
  const { role } = useUser()
  const from = usePreviousScreen()
  const isPhone = useIsPhone()
  const [to, text] =
    from?.pathname === paths.reconciliation ? [from.pathname + from.search, 'Aansluiting'] : lists[role]
  return (
    <LinkButton to={to} tone="ghost" icon={<ArrowLeft />} aria-label={text}>
      {isPhone ? null : text}
    </LinkButton>
  )
}

function Actions({ balance, month }: { readonly balance: Balance; readonly month: string }) {
  const mayAdjust = useCan('commission:manage')
  const isPhone = useIsPhone()
  const [dialog, setDialog] = useState<'adjust' | 'repay' | null>(null)
  const close = () => setDialog(null)
  return (
    <>
      {!isPhone && <IconButton label="Afdrukken" icon={<Printer />} onClick={() => window.print()} />}
      <ExportMonth balance={balance} month={month} />
      {mayAdjust && isRepayable(balance) && (
        <BarButton label="Saldo afrekenen" icon={<HandCoins />} onClick={() => setDialog('repay')} />
      )}
      {mayAdjust && <BarButton label="Correctie noteren" icon={<Plus />} onClick={() => setDialog('adjust')} />}
      {dialog === 'adjust' && <AdjustDialog userId={balance.userId} onClose={close} />}
      {dialog === 'repay' && <RepayDialog balance={balance} onClose={close} />}
    </>
  )
}

/** Tells whether an admin may settle a balance: it is below zero, and no partner's invoice will offset it. */
const isRepayable = ({ open, payoutMethod }: Balance) => open < 0 && payoutMethod !== 'invoice'

/** Offers the month's statement as PDF or Excel. */
function ExportMonth({ balance: { userId, user }, month }: { readonly balance: Balance; readonly month: string }) {
  const isPhone = useIsPhone()
  const [making, setMaking] = useState(false)

  async function save(format: 'pdf' | 'xlsx'): Promise<void> {
    setMaking(true)
    try {
      const file = await call(commissions.statementFile, { query: { month, userId, format } })
      saveFile(file, `Commissieoverzicht ${monthTitleOf(`${month}-01`)} ${fullNameOf(user)}.${format}`)
    } catch (failure) {
      showFailure(failure, { fallback: 'Het bestand kon niet worden gemaakt.' })
    }
    setMaking(false)
  }

  const trigger = isPhone ? (
    <IconButton label="Exporteren" icon={<Download />} busy={making} />
  ) : (
    <Button icon={<Download />} busy={making}>
      Exporteren
    </Button>
  )
  return (
    <Menu trigger={trigger}>
      <MenuItem icon={<FileText />} onSelect={() => save('pdf')}>
        PDF
      </MenuItem>
      <MenuItem icon={<FileSpreadsheet />} onSelect={() => save('xlsx')}>
        Excel
      </MenuItem>
    </Menu>
  )
}
