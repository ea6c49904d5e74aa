import { useState } from 'react'
import { bank } from '../../../shared/api/payments/bank.ts'
import type { MatchName, StatementBooking } from '../../../shared/api/schemas/bank.ts'
import type { Invoice } from '../../../shared/api/schemas/invoices.ts'
import { cents, inEuros } from '../../../shared/money.ts'
import { payableCentsOn } from '../../domains/invoices/netting.ts'
import { useOtherAdmins } from '../../domains/people.ts'
import { useFoundInvoices } from '../../domains/record-search.ts'
import { fieldErrorsOf, messageOf } from '../../lib/call-error.ts'
import { formatDate, formatMoney } from '../../lib/format.ts'
import { useCommand } from '../../lib/query.ts'
import { showFailure } from '../../records/failure.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Combobox } from '../../ui/choices/combobox.tsx'
import { Confirm } from '../../ui/dialogs/alert-dialog.tsx'
import { Dialog, DialogBody, DialogClose, DialogFooter } from '../../ui/dialogs/dialog.tsx'
import { Field } from '../../ui/fields/field.tsx'
import { TextInput } from '../../ui/fields/text-input.tsx'
import { toast } from '../../ui/messages/toast.ts'
import { useUnpaidInvoices } from './api.ts'
import { amountLeftOpen, isToConfirm } from './booking-texts.ts'

/**
 * Action that the user chose for a booking. `leave` marks that the booking stays unposted; `look` removes that mark.
 */
export type BookingAction = { readonly booking: StatementBooking } & (
  | { readonly kind: 'confirm' | 'choose' | 'leave' | 'look' | 'note' }
  | { readonly kind: 'link'; readonly invoice: NonNullable<StatementBooking['about']> }
)

interface StatementQuestionProps {
  readonly id: string
  readonly asked: BookingAction
  readonly onConfirm: (matches: readonly MatchName[]) => Promise<void>
  readonly onClose: () => void
}

/** Shows the dialog that asks for confirmation or input before the chosen action on a booking. */
export function StatementQuestion({ id, asked, onConfirm, onClose }: StatementQuestionProps) {
  const { booking, kind } = asked
  if (kind === 'choose') return <ChooseDialog id={id} booking={booking} onClose={onClose} />
  if (kind === 'note') return <NoteDialog id={id} booking={booking} onClose={onClose} />
  if (kind === 'link') return <LinkQuestion id={id} asked={asked} onClose={onClose} />
  if (kind === 'confirm') return <ConfirmQuestion booking={booking} onConfirm={onConfirm} onClose={onClose} />
  return null
}

const paidText = ({ amount, date }: StatementBooking) =>
  `${formatMoney(Math.abs(amount))} ${amount < 0 ? 'betaald' : 'ontvangen'} op ${formatDate(date)}`

type BookingProps = Pick<StatementQuestionProps, 'onClose'> & { readonly booking: StatementBooking }

function ConfirmQuestion({ booking, onConfirm, onClose }: BookingProps & Pick<StatementQuestionProps, 'onConfirm'>) {
  const waiting = booking.matches.filter(isToConfirm)
  return (
    <Confirm
      onOpenChange={onClose}
      title="Boeking bevestigen?"
      description={
        <>
          <p>{paidText(booking)}.</p>
          {waiting.map((match) => (
            <p key={match.invoiceId}>
              <strong>{formatMoney(match.amount)}</strong> op {match.invoiceNumber} van {match.partnerName}
              {match.isPart && amountLeftOpen(match) > 0 && `. ${formatMoney(amountLeftOpen(match))} blijft open`}.
            </p>
          ))}
          {booking.doubts.map((doubt) => (
            <p key={doubt}>{doubt}</p>
          ))}
        </>
      }
      confirmText="Bevestigen"
      tone="primary"
      onConfirm={() => onConfirm(waiting.map(({ invoiceId }) => ({ booking: booking.id, invoiceId })))}
    />
  )
}

interface LinkQuestionProps {
  readonly id: string
  readonly asked: Extract<BookingAction, { kind: 'link' }>
  readonly onClose: () => void
}

function LinkQuestion({ id, asked: { booking, invoice }, onClose }: LinkQuestionProps) {
  const choose = useCommand(bank.choose)
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<string>()
  async function link(): Promise<void> {
    const body = { booking: booking.id, invoiceId: invoice.invoiceId, reason }
    try {
      const { booking: after } = await choose.mutateAsync({ params: { id }, body })
      toast({ title: after.matches.length > 0 ? `Gekoppeld aan ${invoice.invoiceNumber}` : WAITS })
    } catch (error) {
      const missing = missingReasonIn(error)
      setProblem(missing)
      if (missing !== undefined) throw error
      showFailure(error, { fallback: 'De boeking kon niet worden gekoppeld.' })
    }
  }
  return (
    <Confirm
      onOpenChange={onClose}
      title={booking.isBooked ? 'Tweede betaling boeken?' : 'Toch koppelen?'}
      description={
        <>
          <p>
            {paidText(booking)}, op {invoice.invoiceNumber} van {invoice.partnerName}.
          </p>
          <p>
            {booking.isBooked
              ? 'Dit bedrag is op deze dag al eens geboekt. Boek alleen door als er twee keer is betaald.'
              : `Het geld ging naar een andere rekening. ${booking.doubts[0]}.`}
          </p>
        </>
      }
      confirmText={booking.isBooked ? 'Boeken' : 'Koppelen'}
      tone="primary"
      onConfirm={link}
    >
      {(!booking.isBooked || problem !== undefined) && (
        <ReasonField value={reason} onChange={setReason} error={problem} />
      )}
    </Confirm>
  )
}

interface ReasonFieldProps {
  readonly value: string
  readonly onChange: (reason: string) => void
  readonly error: string | undefined
}

/** Shows the field for why a booking to another account belongs to a document. */
function ReasonField({ value, onChange, error }: ReasonFieldProps) {
  const others = useOtherAdmins()
  const isAlone = !others.isPending && others.admins.length === 0
  return (
    <Field
      label="Reden"
      optional={isAlone}
      hint={isAlone ? undefined : 'Voor de beheerder die de boeking goedkeurt'}
      error={error}
    >
      <TextInput value={value} onChange={onChange} maxLength={300} />
    </Field>
  )
}

const WAITS = 'Wacht op goedkeuring van een andere beheerder'

/** Returns the text of an error about the reason, which only a booking that a second admin approves needs. */
const missingReasonIn = (error: unknown): string | undefined => fieldErrorsOf(error)['reason']?.[0]

function NoteDialog({ id, booking, onClose }: BookingProps & { readonly id: string }) {
  const mark = useCommand(bank.mark)
  const [note, setNote] = useState(booking.note ?? '')
  const [problem, setProblem] = useState<string>()
  async function save(): Promise<void> {
    try {
      await mark.mutateAsync({ params: { id }, body: { booking: booking.id, note } })
      onClose()
    } catch (error) {
      setProblem(messageOf(error, 'De notitie kon niet worden bewaard.'))
    }
  }
  return (
    <Dialog onOpenChange={onClose} title="Notitie" description={paidText(booking)}>
      <DialogBody>
        <Field label="Notitie" error={problem} hint="Leeg = geen notitie">
          <TextInput value={note} onChange={setNote} maxLength={200} />
        </Field>
      </DialogBody>
      <DialogFooter>
        <DialogClose />
        <Button tone="primary" onClick={save}>
          Opslaan
        </Button>
      </DialogFooter>
    </Dialog>
  )
}

/**
 * Returns the euros of a document that stay open after a booking pays it. Returns 0 if the booking is exactly the
 * amount due that day, because the discount settles the rest. Also 0 if the booking returns a payment of an invoice.
 */
function leftAfter(document: Invoice, { amount, date }: StatementBooking): number {
  if (amount > 0 && document.type === 'invoice') return 0
  const paid = Math.abs(cents(amount))
  const isDue = paid === Math.abs(payableCentsOn(document, date))
  return isDue ? 0 : Math.max(0, inEuros(Math.abs(cents(document.openAmount)) - paid))
}

/** Shows the choice of the document that a booking pays, and the amount left open. */
function ChooseDialog({ id, booking, onClose }: BookingProps & { readonly id: string }) {
  const choose = useCommand(bank.choose)
  const [search, setSearch] = useState('')
  const [invoiceId, setInvoiceId] = useState('')
  const [problem, setProblem] = useState<string>()
  const [reason, setReason] = useState('')
  const [missing, setMissing] = useState<string>()
  const waiting = useUnpaidInvoices({})
  const found = useFoundInvoices(search)
  const all = [...(waiting.data ?? []), ...found.found]
  const options = [...new Map(all.map((one) => [one.id, one])).values()].filter(
    ({ type, status }) => status !== 'concept' && status !== 'cancelled' && (booking.amount > 0 || type === 'invoice'),
  )
  const chosen = options.find((one) => one.id === invoiceId)
  const paid = Math.abs(booking.amount)
  const left = chosen ? leftAfter(chosen, booking) : 0

  async function book(): Promise<void> {
    if (!chosen) return setProblem('Kies een factuur')
    try {
      const { booking: after } = await choose.mutateAsync({
        params: { id },
        body: { booking: booking.id, invoiceId, reason },
      })
      toast({ title: after.matches.length > 0 ? `Geboekt op ${chosen.invoiceNumber}` : WAITS })
      onClose()
    } catch (error) {
      const text = missingReasonIn(error)
      setMissing(text)
      if (text === undefined) setProblem(messageOf(error, 'De boeking kon niet worden geboekt.'))
    }
  }

  return (
    <Dialog onOpenChange={onClose} title="Andere factuur" description={paidText(booking)}>
      <DialogBody>
        <Field label="Factuur" error={problem}>
          <Combobox
            value={invoiceId}
            onChange={(next) => {
              setProblem(undefined)
              setInvoiceId(next)
            }}
            searchPlaceholder="Nummer of partner"
            onSearch={setSearch}
            source={waiting}
            options={options
              .filter((one) => `${one.invoiceNumber} ${one.partnerName}`.toLowerCase().includes(search.toLowerCase()))
              .map((one) => ({
                value: one.id,
                label: one.invoiceNumber,
                hint: `${one.partnerName} · ${formatMoney(Math.abs(one.openAmount))} open`,
              }))}
          />
        </Field>
        {left > 0 && <p className="pv-soft">{formatMoney(left)} blijft open.</p>}
        {missing !== undefined && <ReasonField value={reason} onChange={setReason} error={missing} />}
      </DialogBody>
      <DialogFooter>
        <DialogClose />
        <Button tone="primary" onClick={book}>
          {chosen ? `${formatMoney(paid)} boeken op ${chosen.invoiceNumber}` : 'Boeken'}
        </Button>
      </DialogFooter>
    </Dialog>
  )
}
