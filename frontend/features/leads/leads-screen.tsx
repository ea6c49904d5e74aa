import { PhoneOff, Plus, Upload, UserRoundPlus } from 'lucide-react'
import { useMemo, useState } from 'react'
import { oversees } from '../../../shared/access.ts'
import { LeadFilter, leads } from '../../../shared/api/leads.ts'
import type { Lead } from '../../../shared/leads/schemas.ts'
import { callPartOf } from '../../../shared/numbers/states.ts'
import { CallLink } from '../../domains/contact/contact.tsx'
import { GateNotice } from '../../domains/contact/gate-notice.tsx'
import { fullNameOf } from '../../lib/format.ts'
import { useCan, useUser } from '../../lib/session.ts'
import { useActionFromAddress } from '../../lib/use-action-from-address.ts'
import { useFirstUse } from '../../records/list/first-use.tsx'
import { useListAddress } from '../../records/list/list-address.ts'
import { MoreMenu } from '../../records/list/more-menu.tsx'
import { RecordList } from '../../records/list/record-list.tsx'
import { BarButton } from '../../ui/buttons/bar-button.tsx'
import { Screen } from '../../ui/frame/screen.tsx'
import { onDemand } from '../../ui/on-demand.tsx'
import { BulkAction } from '../../ui/table/bulk-bar.tsx'
import { FilterLine } from '../../ui/table/filter-bar.tsx'
import { useIsPhone } from '../../ui/use-media.ts'
import { leadNoun, useAssignLeads, useLeads } from './api.ts'
import { callBackHeadingOf } from './call-back-day.ts'
import { CallsToday } from './calls-today.tsx'
import { ClosingsToJudge } from './closings-to-judge.tsx'
import { columnsOf } from './columns.tsx'
import { LeadCard } from './lead-card.tsx'
import { useLeadDialogs } from './lead-dialogs.ts'
import { LeadFilters, listFilterOf, StatusTabs } from './lead-filters.tsx'
import { findNextToCall } from './next-lead.ts'
import { LeadRunBar } from './run-bar.tsx'

const LeadDialog = onDemand(() => import('./lead-dialog.tsx').then((m) => m.LeadDialog))
const OneLead = onDemand(() => import('./one-lead.tsx').then((m) => m.OneLead))
const AssignMany = onDemand(() => import('../../domains/assign-many.tsx').then((m) => m.AssignMany<Lead>))
const ImportLeads = onDemand(() => import('./import-leads.tsx').then((m) => m.ImportLeads))
const CloseNumber = onDemand(() => import('./close-number.tsx').then((m) => m.CloseNumber))
const JudgeClosings = onDemand(() => import('./closings.tsx').then((m) => m.JudgeClosings))
const RemoveLead = onDemand(() => import('./remove-lead.tsx').then((m) => m.RemoveLead))

/** Dialog that is open over the list, besides those that have an address. */
type Opened =
  | { readonly dialog: 'import' | 'close' | 'judge' }
  | { readonly dialog: 'remove'; readonly lead: Lead }
  | { readonly dialog: 'assign'; readonly leads: readonly Lead[]; readonly clear: () => void }

/** Shows the list of leads that the user may read, with all actions on them (spec §2, Leads Zakelijk). */
export function LeadsScreen() {
  const showsOwner = oversees(useUser().role)
  const mayNote = useCan('lead:create')
  const mayAssign = useCan('lead:assign')
  const mayImport = useCan('lead:import')
  const address = useListAddress(LeadFilter, [])
  const filter = listFilterOf(address.filter)
  const list = useLeads(filter)
  const isPhone = useIsPhone()
  const dialogs = useLeadDialogs()
  const [opened, setOpened] = useState<Opened | null>(null)
  const { openForm } = dialogs
  const byCallBack = address.filter.callBacks !== undefined || address.filter.callToday !== undefined
  const columns = useMemo(
    () =>
      columnsOf({
        showsOwner,
        byCallBack,
        onEdit: openForm,
        onRemove: (lead) => setOpened({ dialog: 'remove', lead }),
        onAssign: mayAssign ? (lead) => setOpened({ dialog: 'assign', leads: [lead], clear: () => {} }) : undefined,
      }),
    [openForm, mayAssign, showsOwner, byCallBack],
  )
  useActionFromAddress('importeren', () => mayImport && setOpened({ dialog: 'import' }))
  useActionFromAddress('gesloten', () => setOpened({ dialog: 'judge' }))
  const { isFirstUse, firstStep } = useFirstUse(list, address.filtered)
  const filters = !isFirstUse && <LeadFilters address={address} />
  const openImport = () => setOpened({ dialog: 'import' })
  const add = mayNote && (
    <BarButton tone="primary" isTight label="Lead Toevoegen" icon={<Plus />} onClick={dialogs.openNew} />
  )
  return (
    <Screen
      title="Leads Zakelijk"
      kind="list"
      toolbar={!isFirstUse && <StatusTabs address={address} />}
      actions={
        <>
          {isPhone && filters && <div className="pv-phone-filters">{filters}</div>}
          <MoreMenu
            exported={isFirstUse ? null : { name: 'leads', endpoint: leads.export, query: filter }}
            actions={[
              { label: 'Niet bellen', icon: <PhoneOff />, onSelect: () => setOpened({ dialog: 'close' }) },
              mayImport && !isFirstUse && { label: 'Importeren', icon: <Upload />, onSelect: openImport },
            ]}
          />
          {!isFirstUse && add}
        </>
      }
    >
      {!isPhone && filters && <FilterLine>{filters}</FilterLine>}
      <GateNotice />
      <ClosingsToJudge onOpen={() => setOpened({ dialog: 'judge' })} />
      <CallsToday onOpen={dialogs.openDetails} />
      <LeadRunBar />
      <RecordList
        list={list}
        columns={columns}
        noun={leadNoun}
        address={address}
        card={(lead) => <LeadCard lead={lead} byCallBack={byCallBack} />}
        cardActions={({ customerName, customerPhone, mayCall }) =>
          customerPhone && callPartOf(mayCall.state) === 'may' && <CallLink name={customerName} phone={customerPhone} />
        }
        headingOf={byCallBack ? callBackHeadingOf : undefined}
        isAlarming={({ isUrgent }) => isUrgent}
        onOpen={dialogs.openDetails}
        {...(mayAssign && {
          bulk: (selected: readonly Lead[], clear: () => void) => (
            <BulkAction
              icon={<UserRoundPlus />}
              onClick={() => setOpened({ dialog: 'assign', leads: selected, clear })}
            >
              Toewijzen
            </BulkAction>
          ),
        })}
        empty={{
          title: 'Geen leads gevonden',
          text: 'Voeg een lead toe om te beginnen.',
          ...firstStep(
            <>
              {mayImport && <BarButton isTight label="Importeren" icon={<Upload />} onClick={openImport} />}
              {add}
            </>,
          ),
        }}
      />
      {dialogs.isNew && mayNote && <LeadDialog lead={null} onView={dialogs.openDetails} onClose={dialogs.close} />}
      {dialogs.id !== null && <LeadOfAddress key={dialogs.id} id={dialogs.id} listed={list.data ?? []} />}
      {opened && <OpenedDialog opened={opened} onClose={() => setOpened(null)} />}
    </Screen>
  )
}

interface LeadOfAddressProps {
  readonly id: string
  readonly listed: readonly Lead[]
}

/** Shows the lead that the address names; from it the user goes on to the next lead of the list to call. */
function LeadOfAddress({ id, listed }: LeadOfAddressProps) {
  const dialogs = useLeadDialogs()
  const next = findNextToCall(listed, id)
  return <OneLead id={id} dialogs={dialogs} onNext={() => (next ? dialogs.openDetails(next) : dialogs.close())} />
}

interface OpenedDialogProps {
  readonly opened: Opened
  readonly onClose: () => void
}

function OpenedDialog({ opened, onClose }: OpenedDialogProps) {
  const assign = useAssignLeads(opened.dialog === 'assign' ? opened.clear : onClose)
  switch (opened.dialog) {
    case 'import':
      return <ImportLeads onClose={onClose} />
    case 'close':
      return <CloseNumber onClose={onClose} />
    case 'judge':
      return <JudgeClosings onClose={onClose} />
    case 'remove':
      return <RemoveLead lead={opened.lead} open onOpenChange={onClose} onRemoved={onClose} />
    case 'assign':
      return (
        <AssignMany
          selected={opened.leads}
          noun={leadNoun}
          nowOf={({ owner }) => fullNameOf(owner)}
          onAssign={(ownerId) => assign.change(opened.leads, { ownerId })}
          onClose={onClose}
        />
      )
  }
}
