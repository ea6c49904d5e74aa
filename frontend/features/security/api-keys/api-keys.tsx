import { KeyRound, Plus } from 'lucide-react'
import { type RefObject, useMemo, useRef, useState } from 'react'
import { type ApiKey, apiKeys } from '../../../../shared/api/api-keys.ts'
import { useCommand } from '../../../lib/query.ts'
import { showFailure } from '../../../records/failure.ts'
import { RecordList } from '../../../records/list/record-list.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { Confirm } from '../../../ui/dialogs/alert-dialog.tsx'
import { Row } from '../../../ui/layout/layout.tsx'
import { Text } from '../../../ui/layout/text.tsx'
import { toast } from '../../../ui/messages/toast.ts'
import { onDemand } from '../../../ui/on-demand.tsx'
import { useApiKeys } from '../api.ts'
import styles from '../security.module.css'
import { ApiKeyCard } from './api-key-card.tsx'
import { columnsOf } from './api-key-columns.tsx'
import { isUsable } from './api-key-status.tsx'

const ApiKeyDialog = onDemand(() => import('./api-key-dialog.tsx').then((m) => m.ApiKeyDialog))

/** Lists the API keys by which other systems read data; an admin creates them and switches them off (rulings 61). */
export function ApiKeys() {
  const list = useApiKeys()
  const [isNew, setIsNew] = useState(false)
  const [leaving, setLeaving] = useState<ApiKey | null>(null)
  const columns = useMemo(() => columnsOf(setLeaving), [])
  const home = useRef<HTMLButtonElement>(null)
  const create = (
    <Button ref={home} tone="primary" icon={<Plus />} onClick={() => setIsNew(true)}>
      Nieuwe API key
    </Button>
  )
  return (
    <>
      <Row gap={16} justify="between" wrap={8} line="below" className={styles.bar}>
        <Text as="p" size={13} color="muted">
          Met een API key lezen andere systemen gegevens uit Partnerview. Wijzigen kan er niet mee.
        </Text>
        {create}
      </Row>
      <RecordList
        list={list}
        columns={columns}
        noun={{ one: 'API key', many: 'API keys' }}
        card={(row) => <ApiKeyCard apiKey={row} />}
        cardActions={(row) =>
          isUsable(row) && (
            <Button size="small" aria-label={`${row.name} uitschakelen`} onClick={() => setLeaving(row)}>
              Uitschakelen
            </Button>
          )
        }
        empty={{
          icon: <KeyRound />,
          title: 'Nog geen API keys',
          text: 'Maak een key voor een systeem dat gegevens moet lezen.',
        }}
      />
      {isNew && <ApiKeyDialog returnFocus={home} onClose={() => setIsNew(false)} />}
      {leaving && <SwitchOff apiKey={leaving} home={home} onClose={() => setLeaving(null)} />}
    </>
  )
}

interface SwitchOffProps {
  readonly apiKey: ApiKey
  /** Element that gets focus when the pressed button disappears from its row. */
  readonly home: RefObject<HTMLElement | null>
  readonly onClose: () => void
}

function SwitchOff({ apiKey: { id, name, keyPreview }, home, onClose }: SwitchOffProps) {
  const deactivate = useCommand(apiKeys.deactivate)
  const focus = useRef<HTMLElement | null>(null)

  async function confirm(): Promise<void> {
    try {
      await deactivate.mutateAsync({ params: { id } })
    } catch (error) {
      showFailure(error, { title: 'Fout bij verwijderen API key' })
      throw error
    }
    focus.current = home.current
    toast({ title: 'API key uitgeschakeld' })
  }

  return (
    <Confirm
      onOpenChange={onClose}
      returnFocus={focus}
      title={`API key ${name} uitschakelen?`}
      description={`Systemen met ${keyPreview} krijgen meteen geen gegevens meer. Dit kan niet ongedaan worden gemaakt.`}
      confirmText="Uitschakelen"
      onConfirm={confirm}
    />
  )
}
