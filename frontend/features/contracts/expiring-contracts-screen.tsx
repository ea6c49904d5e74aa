import { History, Settings2, Upload } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { contracts } from '../../../shared/api/contracts.ts'
import { boardStatusLabels } from '../../../shared/api/parts/statuses.ts'
import { type ContractSort, MOST_CONTRACTS } from '../../../shared/api/schemas/contracts.ts'
import type { Contract } from '../../../shared/contracts/schemas.ts'
import { call } from '../../lib/client.ts'
import { replaceParameters } from '../../lib/url-parameters.ts'
import { useActionFromAddress } from '../../lib/use-action-from-address.ts'
import { useFirstUse } from '../../records/list/first-use.tsx'
import { MoreMenu } from '../../records/list/more-menu.tsx'
import { RecordList } from '../../records/list/record-list.tsx'
import { SelectAllButton } from '../../records/list/select-all-button.tsx'
import { PER_PAGE, useWholeList } from '../../records/list/use-whole-list.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Screen } from '../../ui/frame/screen.tsx'
import { Row } from '../../ui/layout/layout.tsx'
import { onDemand } from '../../ui/on-demand.tsx'
import { useMedia } from '../../ui/use-media.ts'
import { contractNoun, useContracts, useCounts } from './api.ts'
import { useBoardAddress } from './board-address.ts'
import { BoardFilters, boardFilterOf } from './board-filters.tsx'
import { BulkActions } from './bulk-actions.tsx'
import { columns, columnsWithStatus } from './columns.tsx'
import { ContractCard } from './contract-card.tsx'
import styles from './contracts.module.css'
import { ContractRunBar } from './run-bar.tsx'
import { countOf, StatusCards } from './status-cards.tsx'

const ContractDialog = onDemand(() => import('./contract-dialog.tsx').then((m) => m.ContractDialog))
const OneContract = onDemand(() => import('./one-contract.tsx').then((m) => m.OneContract))
const SettingsDialog = onDemand(() => import('./settings-dialog.tsx').then((m) => m.SettingsDialog))
const UploadDialog = onDemand(() => import('./uploads/upload-dialog.tsx').then((m) => m.UploadDialog))
const ContractPreview = onDemand(() => import('./uploads/contract-preview.tsx').then((m) => m.ContractPreview))
const UploadsDialog = onDemand(() => import('./uploads/uploads-dialog.tsx').then((m) => m.UploadsDialog))

/** Width from which the cards fit beside the buttons. */
const WIDE = '(min-width: 1360px)'

/** Dialog that is open over the board, besides those that have an address. */
type Opened =
  | { readonly dialog: 'upload' | 'uploads' | 'settings' }
  | { readonly dialog: 'contract'; readonly contract: Contract }
  | { readonly dialog: 'preview'; readonly uploadId: string }

/** Shows the board of expiring contracts, with the spreadsheets they come from (spec §2). */
export function ExpiringContractsScreen() {
  const address = useBoardAddress()
  const { status } = address
  const isAll = status === 'alle'
  const asked = boardFilterOf(address.filter)
  const { list, refusal } = useContracts(status, asked, address.sort as ContractSort | undefined)
  const { data: counts, isPlaceholderData } = useCounts(asked)
  const total = isPlaceholderData ? undefined : (countOf(counts?.counts, status) ?? undefined)
  const whole = useWholeList<Contract>({
    key: { status, ...asked },
    load: (cursor) =>
      call(contracts.bySalesStatus, {
        params: { status },
        query: { ...asked, sort: 'soonest', limit: PER_PAGE, cursor },
      }),
    most: MOST_CONTRACTS,
    many: contractNoun.many,
  })
  const isWide = useMedia(WIDE)
  const [opened, setOpened] = useState<Opened | null>(null)
  useActionFromAddress('importeren', () => setOpened({ dialog: 'upload' }))
  useActionFromAddress('uploads', () => setOpened({ dialog: 'uploads' }))
  const isEmpty = !address.filtered && countOf(counts?.counts, 'alle') === 0
  const { isFirstUse, firstStep } = useFirstUse(isEmpty ? list : {}, address.filtered)
  const upload = (
    <Button tone="primary" icon={<Upload />} onClick={() => setOpened({ dialog: 'upload' })}>
      Uploaden
    </Button>
  )
  const cards = <StatusCards value={status} filter={asked} onChange={address.chooseStatus} />

  return (
    <Screen
      title="Aflopende Contracten"
      kind="list"
      toolbar={!isFirstUse && isWide && cards}
      actions={
        <>
          <MoreMenu
            exported={
              isFirstUse ? null : { name: 'contracten', endpoint: contracts.export, query: { ...asked, status } }
            }
            actions={[
              { label: 'Recente uploads', icon: <History />, onSelect: () => setOpened({ dialog: 'uploads' }) },
              { label: 'Contractinstellingen', icon: <Settings2 />, onSelect: () => setOpened({ dialog: 'settings' }) },
            ]}
          />
          {!isFirstUse && upload}
        </>
      }
    >
      {!isFirstUse && !isWide && <div className={classNames('pv-screen-figures', styles.strip)}>{cards}</div>}
      {!isFirstUse && <BoardFilters address={address} />}
      <ContractRunBar />
      <Row align="stretch" grow className={styles.body}>
        <RecordList
          list={list}
          columns={isAll ? columnsWithStatus : columns}
          noun={contractNoun}
          label={`Contracten: ${boardStatusLabels[status]}`}
          card={(row) => <ContractCard contract={row} withStatus={isAll} />}
          onOpen={(contract) => setOpened({ dialog: 'contract', contract })}
          address={{ ...address, sort: refusal === null ? (address.sort ?? 'expires') : 'expires' }}
          note={refusal}
          total={total}
          bulkCount={(selected) => whole.rowsOf(selected).length}
          bulk={(selected, clear) => (
            <>
              <SelectAllButton selected={selected} whole={whole} total={total} hasMore={list.hasNextPage} />
              {!whole.busy && <BulkActions selected={whole.rowsOf(selected)} clear={clear} />}
            </>
          )}
          empty={{
            title: 'Geen contracten gevonden',
            text:
              isAll || isFirstUse
                ? 'Upload een bestand met contracten.'
                : `Er zijn geen contracten met de status ${boardStatusLabels[status]}.`,
            ...firstStep(upload),
          }}
        />
      </Row>
      {opened && <OpenedDialog opened={opened} onOpen={setOpened} />}
      <DialogsOfAddress />
    </Screen>
  )
}

interface OpenedDialogProps {
  readonly opened: Opened
  /** Opens another dialog instead; null closes this one. */
  readonly onOpen: (next: Opened | null) => void
}

function OpenedDialog({ opened, onOpen }: OpenedDialogProps) {
  const close = () => onOpen(null)
  const preview = (uploadId: string) => onOpen({ dialog: 'preview', uploadId })
  switch (opened.dialog) {
    case 'contract':
      return <ContractDialog contract={opened.contract} onClose={close} />
    case 'upload':
      return <UploadDialog onClose={close} onMap={preview} />
    case 'uploads':
      return <UploadsDialog onClose={close} onMap={preview} />
    case 'settings':
      return <SettingsDialog onClose={close} />
    case 'preview':
      return <ContractPreview uploadId={opened.uploadId} onClose={close} />
  }
}

/** Shows the contract or the upload that the address names. */
function DialogsOfAddress() {
  const [params, setParams] = useSearchParams()
  const contract = params.get('contract')
  const upload = params.get('upload')
  const leave = (name: string) => setParams((before) => replaceParameters(before, [name], {}))
  return (
    <>
      {contract && <OneContract id={contract} onClose={() => leave('contract')} />}
      {upload && <ContractPreview uploadId={upload} onClose={() => leave('upload')} />}
    </>
  )
}
