import { History, Upload } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { contracts } from '../../../shared/api/contracts.ts'
import { boardStatusLabels } from '../../../shared/api/parts/statuses.ts'
import { type ContractSort, MOST_CONTRACTS } from '../../../shared/api/schemas/contracts.ts'
import type { Contract } from '../../../shared/contracts/schemas.ts'
import { call } from '../../lib/client.ts'
import { replaceParameters } from '../../lib/url-parameters.ts'
import { useActionFromAddress } from '../../lib/use-action-from-address.ts'
import { ExportMenu } from '../../records/list/export-menu.tsx'
import { RecordList } from '../../records/list/record-list.tsx'
import { SelectAllButton } from '../../records/list/select-all-button.tsx'
import { PER_PAGE, useWholeList } from '../../records/list/use-whole-list.ts'
import { BarButton } from '../../ui/buttons/bar-button.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { Screen } from '../../ui/frame/screen.tsx'
import { useIsPhone, useMedia } from '../../ui/use-media.ts'
import { contractNoun, useContracts, useCounts } from './api.ts'
import { useBoardAddress } from './board-address.ts'
import { BoardFilters, boardFilterOf } from './board-filters.tsx'
import { BulkActions } from './bulk-actions.tsx'
import { columns, columnsWithStatus } from './columns.tsx'
import { ContractCard } from './contract-card.tsx'
import './contracts.css'
import { Row } from '../../ui/layout/layout.tsx'
import { ContractRunBar } from './run-bar.tsx'
import { SettingsButton } from './settings-button.tsx'
import { countOf, StatusCards } from './status-cards.tsx'

const ContractDialog = lazy(() => import('./contract-dialog.tsx').then((m) => ({ default: m.ContractDialog })))
const OneContract = lazy(() => import('./one-contract.tsx').then((m) => ({ default: m.OneContract })))
const UploadDialog = lazy(() => import('./uploads/upload-dialog.tsx').then((m) => ({ default: m.UploadDialog })))
const ContractPreview = lazy(() =>
  import('./uploads/contract-preview.tsx').then((m) => ({ default: m.ContractPreview })),
)
const UploadsDialog = lazy(() => import('./uploads/uploads-dialog.tsx').then((m) => ({ default: m.UploadsDialog })))

/** Width from which the cards fit beside the buttons. */
const WIDE = '(min-width: 1360px)'

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
  const isPhone = useIsPhone()
  const isWide = useMedia(WIDE)
  const [opened, setOpened] = useState<Contract | null>(null)
  const [dialog, setDialog] = useState<'upload' | 'uploads' | null>(null)
  const [mapped, setMapped] = useState<string | null>(null)
  const [params, setParams] = useSearchParams()
  const named = params.get('contract')
  const uploaded = params.get('upload')
  useActionFromAddress('importeren', () => setDialog('upload'))
  useActionFromAddress('uploads', () => setDialog('uploads'))
  const close = () => setDialog(null)
  const map = (uploadId: string) => {
    setDialog(null)
    setMapped(uploadId)
  }
  const cards = <StatusCards value={status} filter={asked} onChange={address.chooseStatus} />

  return (
    <Screen
      title="Aflopende Contracten"
      kind="list"
      toolbar={isWide && cards}
      actions={
        <>
          <BarButton label="Recente uploads" icon={<History />} onClick={() => setDialog('uploads')} />
          <SettingsButton />
          <ExportMenu
            name="contracten"
            load={(format) => call(contracts.export, { query: { ...asked, status, format } })}
            isPhone={isPhone}
          />
          <Button tone="primary" icon={<Upload />} onClick={() => setDialog('upload')}>
            Uploaden
          </Button>
        </>
      }
    >
      {!isWide && <div className="contracts-strip">{cards}</div>}
      <BoardFilters address={address} />
      <ContractRunBar />
      <Row align="stretch" grow className="contracts-body">
        <RecordList
          list={list}
          columns={isAll ? columnsWithStatus : columns}
          noun={contractNoun}
          label={`Contracten: ${boardStatusLabels[status]}`}
          card={(row) => <ContractCard contract={row} withStatus={isAll} />}
          onOpen={setOpened}
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
            text: isAll
              ? 'Upload een bestand met contracten.'
              : `Er zijn geen contracten met de status ${boardStatusLabels[status]}.`,
          }}
        />
      </Row>
      <Suspense fallback={null}>
        {opened && <ContractDialog contract={opened} onClose={() => setOpened(null)} />}
        {named && (
          <OneContract id={named} onClose={() => setParams((before) => replaceParameters(before, ['contract'], {}))} />
        )}
        {dialog === 'upload' && <UploadDialog onClose={close} onMap={map} />}
        {dialog === 'uploads' && <UploadsDialog onClose={close} onMap={map} />}
        {mapped && <ContractPreview uploadId={mapped} onClose={() => setMapped(null)} />}
        {uploaded && (
          <ContractPreview
            uploadId={uploaded}
            onClose={() => setParams((before) => replaceParameters(before, ['upload'], {}))}
          />
        )}
      </Suspense>
    </Screen>
  )
}
