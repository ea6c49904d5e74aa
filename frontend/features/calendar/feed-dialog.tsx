import { RefreshCw, Rss, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { calendarFeed } from '../../../shared/api/calendar-feed.ts'
import { formatDateTime } from '../../lib/format.ts'
import { useCommand } from '../../lib/query.ts'
import { showFailure } from '../../records/failure.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Confirm } from '../../ui/dialogs/alert-dialog.tsx'
import { Dialog, DialogBody, DialogClose, DialogFooter } from '../../ui/dialogs/dialog.tsx'
import { CopyButton } from '../../ui/display/copy-button.tsx'
import { Field } from '../../ui/fields/field.tsx'
import { TextInput } from '../../ui/fields/text-input.tsx'
import { Text } from '../../ui/layout/text.tsx'
import { ErrorState } from '../../ui/messages/error-state.tsx'
import { Skeleton } from '../../ui/messages/skeleton.tsx'
import { toast } from '../../ui/messages/toast.ts'
import { useFeed } from './api.ts'
import styles from './calendar.module.css'

/**
 * Shows the calendar subscription, with which other programs read the user's own appointments. Its secret address can
 * be created, copied once, and revoked.
 */
export function FeedDialog({ onClose }: { readonly onClose: () => void }) {
  const { data, error, refetch } = useFeed()
  const create = useCommand(calendarFeed.create)
  const [url, setUrl] = useState<string | null>(null)
  const [asking, setAsking] = useState<'renew' | 'revoke' | null>(null)
  const revoke = useCommand(calendarFeed.revoke)

  async function make(): Promise<void> {
    await create.mutateAsync({}).then((made) => setUrl(made.url), tell)
  }

  async function stop(): Promise<void> {
    await revoke.mutateAsync({}).then(() => {
      setUrl(null)
      toast({ title: 'Abonnement ingetrokken' })
    }, tell)
  }

  return (
    <Dialog
      onOpenChange={onClose}
      title="Agenda-abonnement"
      description="Zie je eigen afspraken in Outlook, Google Agenda of Apple Agenda."
    >
      <DialogBody>
        {error && <ErrorState error={error} onRetry={refetch} />}
        {!data && !error && <Skeleton height="96px" />}
        {data && (
          <Text as="p" size={13} color="muted">
            {stateText(data)}
          </Text>
        )}
        {url !== null && <Address url={url} />}
        <Steps />
      </DialogBody>
      <DialogFooter
        start={
          data?.active && (
            <Button tone="ghost" icon={<Trash2 />} onClick={() => setAsking('revoke')}>
              Intrekken
            </Button>
          )
        }
      >
        <DialogClose>Sluiten</DialogClose>
        {data?.active === false && (
          <Button tone="primary" icon={<Rss />} onClick={make}>
            Adres maken
          </Button>
        )}
        {data?.active && url === null && (
          <Button icon={<RefreshCw />} onClick={() => setAsking('renew')}>
            Nieuw adres maken
          </Button>
        )}
      </DialogFooter>
      <Confirm
        open={asking !== null}
        onOpenChange={() => setAsking(null)}
        title={asking === 'renew' ? 'Nieuw adres maken?' : 'Agenda-abonnement intrekken?'}
        description="Agenda’s die het huidige adres gebruiken, krijgen daarna geen afspraken meer."
        confirmText={asking === 'renew' ? 'Nieuw adres maken' : 'Intrekken'}
        onConfirm={asking === 'renew' ? make : stop}
      />
    </Dialog>
  )
}

function Address({ url }: { readonly url: string }) {
  return (
    <Field label="Adres" hint="Dit adres is geheim en wordt maar één keer getoond. Kopieer het nu.">
      <TextInput value={url} onChange={() => {}} readOnly end={<CopyButton text={url} label="Adres kopiëren" />} />
    </Field>
  )
}

function Steps() {
  return (
    <dl className={styles.feedSteps}>
      <dt className="pv-weight-strong">Outlook</dt>
      <dd className="pv-color-muted">Agenda toevoegen › Abonneren vanaf web, en plak het adres.</dd>
      <dt className="pv-weight-strong">Google Agenda</dt>
      <dd className="pv-color-muted">Andere agenda’s › Toevoegen via URL, en plak het adres.</dd>
      <dt className="pv-weight-strong">Apple Agenda</dt>
      <dd className="pv-color-muted">Archief › Nieuw agenda-abonnement, en plak het adres.</dd>
    </dl>
  )
}

interface State {
  readonly active: boolean
  readonly createdAt: string | null
  readonly lastUsedAt: string | null
}

function stateText({ active, createdAt, lastUsedAt }: State): string {
  if (!active) return 'Je hebt nog geen abonnement.'
  const read = lastUsedAt === null ? 'nog niet opgehaald' : `laatst opgehaald ${formatDateTime(lastUsedAt)}`
  return `Je abonnement is gemaakt op ${formatDateTime(createdAt)} en ${read}.`
}

const tell = (error: unknown): void =>
  showFailure(error, { fallback: 'Het agenda-abonnement kon niet worden gewijzigd.' })
