import { Plus, Trash2 } from 'lucide-react'
import { type ClipboardEvent, type KeyboardEvent, useRef } from 'react'
import { type FieldArrayWithId, type UseFormReturn, useFieldArray, useWatch } from 'react-hook-form'
import { MAX_LINES, type VatRate, vatRates } from '../../../../shared/invoices/choices.ts'
import { supplyPeriodOf } from '../../../../shared/invoicing/supply-period.ts'
import { moneyText } from '../../../../shared/money.ts'
import type { Partner } from '../../../../shared/partners/schemas.ts'
import { isLocalDate } from '../../../../shared/time.ts'
import { formatDate } from '../../../lib/format.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { Select } from '../../../ui/choices/select.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { DateField } from '../../../ui/dates/date-field.tsx'
import { Kbd } from '../../../ui/display/kbd.tsx'
import { FormField } from '../../../ui/fields/form.tsx'
import { NumberInput } from '../../../ui/fields/number-input.tsx'
import { TextInput } from '../../../ui/fields/text-input.tsx'
import { Row, Stack } from '../../../ui/layout/layout.tsx'
import { Text } from '../../../ui/layout/text.tsx'
import { toast } from '../../../ui/messages/toast.ts'
import styles from '../invoices.module.css'
import {
  applyVatRates,
  buildEmptyLine,
  type CheckedInvoice,
  computeLineTotal,
  hasSchemeWithoutVat,
  type InvoiceValues,
  isBlank,
  type LineValues,
  type SupplyValues,
  schemeOfLine,
} from './invoice-form.ts'
import { type Column, columns, fillLine, readPastedRows } from './pasted-lines.ts'

export type InvoiceFormOf = UseFormReturn<InvoiceValues, unknown, CheckedInvoice>

interface LineEditorProps {
  readonly form: InvoiceFormOf
  /** Partner of the invoice. On a day when the partner charges no VAT, 0 % is the only rate of a line (decision 51). */
  readonly partner: Partner | undefined
  /** VAT rate of new lines in the settings; used if the form has no rate, or the partner charges no VAT. */
  readonly defaultVatRate: VatRate
}

/**
 * Shows the editor for the lines of an invoice, which works by keyboard alone. Enter adds a line, arrows move between
 * cells, and spreadsheet rows can be pasted.
 */
export function LineEditor({ form, partner, defaultVatRate }: LineEditorProps) {
  const { fields, insert, remove, replace } = useFieldArray({ control: form.control, name: 'lines' })
  const box = useRef<HTMLFieldSetElement>(null)

  const rate = (): VatRate =>
    hasSchemeWithoutVat(partner, form.getValues()) ? defaultVatRate : (form.getValues('vatRate') ?? defaultVatRate)
  const fresh = (): LineValues => applyVatRates([buildEmptyLine(rate())], partner, form.getValues())[0] as LineValues
  const lines = (): LineValues[] => form.getValues('lines')

  /** Focuses a cell after its line is rendered. */
  function focus(row: number, column: Column): void {
    requestAnimationFrame(() => {
      const cell = box.current?.querySelector<HTMLElement>(`[data-cell="${row}-${column}"] :is(input, select)`)
      cell?.focus()
      if (cell instanceof HTMLInputElement) cell.select()
    })
  }

  function addAfter(row: number): void {
    const next = lines()[row + 1]
    const isThere = next !== undefined && isBlank(next)
    if (!isThere && fields.length >= MAX_LINES) {
      toast({ title: `Hoogstens ${MAX_LINES} factuurlijnen`, tone: 'info' })
      return
    }
    if (!isThere) insert(row + 1, fresh(), { shouldFocus: false })
    focus(row + 1, 'description')
  }

  function removeAt(row: number): void {
    remove(row)
    focus(Math.min(row, fields.length - 2), 'description')
  }

  function press(event: KeyboardEvent<HTMLElement>): void {
    const at = cellOf(event.target)
    if (!at || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
    if (event.key === 'Enter') {
      event.preventDefault()
      addAfter(at.row)
      return
    }
    const to = neighbour(event, at)
    if (!to || to.row < 0 || to.row >= fields.length) return
    event.preventDefault()
    focus(to.row, to.column)
  }

  /** Validates quantity and price of the lines at `rows` and shows the errors. Skips fields that are still empty. */
  function check(rows: readonly number[]): void {
    const names = rows.flatMap((row) => [`lines.${row}.quantity`, `lines.${row}.unitPrice`] as const)
    form.trigger(names.filter((name) => form.getValues(name) !== null))
  }

  function paste(event: ClipboardEvent<HTMLElement>): void {
    const at = cellOf(event.target)
    const rows = readPastedRows(event.clipboardData.getData('text/plain'))
    if (!at || !rows) return
    event.preventDefault()
    const before = lines()
    const room = rows.slice(0, MAX_LINES - at.row)
    const next = [...before]
    for (const [index, cells] of room.entries()) {
      const { chargedRate, ...line } = before[at.row + index] ?? buildEmptyLine(rate())
      next[at.row + index] = fillLine({ ...line, vatRate: chargedRate ?? line.vatRate }, cells, at.column)
    }
    replace(applyVatRates(next, partner, form.getValues()))
    check(room.map((_, index) => at.row + index))
    focus(at.row + room.length - 1, at.column)
    const left = rows.length - room.length
    toast({
      title: room.length === 1 ? '1 regel geplakt' : `${room.length} regels geplakt`,
      ...(left > 0 ? { description: `${left} pasten er niet meer bij.`, tone: 'info' as const } : {}),
    })
  }

  return (
    <Stack as="fieldset" gap={8} ref={box} onKeyDown={press} onPaste={paste}>
      <legend className="pv-hidden">Factuurregels</legend>
      <Text as="div" size={12} color="muted" className={classNames(styles.line, 'pv-wide-only')} aria-hidden="true">
        <span />
        <span>Omschrijving</span>
        <Text before="auto">Aantal</Text>
        <Text before="auto">Prijs</Text>
        <span>Btw</span>
        <Text before="auto">Bedrag</Text>
      </Text>
      {fields.map((field, row) => (
        <Line
          key={field.id}
          form={form}
          field={field}
          row={row}
          partner={partner}
          onLeave={() => check([row])}
          onRemove={fields.length > 1 ? () => removeAt(row) : null}
        />
      ))}
      <div>
        <Button tone="ghost" icon={<Plus />} onClick={() => addAfter(fields.length - 1)}>
          Regel toevoegen
        </Button>
      </div>
      <Row as="p" gap={16} wrap size={12} color="muted" above={8} className="pv-wide-only">
        <span>
          <Kbd>Enter</Kbd> nieuwe regel
        </span>
        <span>
          <Kbd>↑</Kbd> <Kbd>↓</Kbd> andere regel
        </span>
        <span>
          <Kbd>Ctrl V</Kbd> rijen uit een spreadsheet
        </span>
      </Row>
    </Stack>
  )
}

interface Cell {
  readonly row: number
  readonly column: Column
}

function cellOf(target: EventTarget): Cell | null {
  const name = (target as Element).closest<HTMLElement>('[data-cell]')?.dataset['cell']
  if (name === undefined || !(target instanceof HTMLInputElement || target instanceof HTMLSelectElement)) return null
  const [row = '0', column = ''] = name.split('-')
  return { row: Number(row), column: column as Column }
}

/**
 * Returns the cell that an arrow key leads to. Its row may be above the first line or below the last; the caller checks
 * that. Null for other keys, beyond the first and last column, and when the key acts within the focused text or list.
 */
function neighbour({ key, target }: KeyboardEvent<HTMLElement>, { row, column }: Cell): Cell | null {
  const isList = target instanceof HTMLSelectElement
  if (key === 'ArrowUp' || key === 'ArrowDown') {
    return isList ? null : { row: key === 'ArrowUp' ? row - 1 : row + 1, column }
  }
  if (key !== 'ArrowLeft' && key !== 'ArrowRight') return null
  const next = columns[columns.indexOf(column) + (key === 'ArrowLeft' ? -1 : 1)]
  if (!next || !(isList || isAtEdge(target as HTMLInputElement, key))) return null
  return { row, column: next }
}

/**
 * Tells whether the caret is at the edge of the text in the direction of a key. A fully selected text counts as being
 * at the edge.
 */
function isAtEdge({ selectionStart, selectionEnd, value }: HTMLInputElement, key: string): boolean {
  if (value !== '' && selectionStart === 0 && selectionEnd === value.length) return true
  return selectionStart === selectionEnd && selectionStart === (key === 'ArrowLeft' ? 0 : value.length)
}

interface LineProps {
  readonly form: InvoiceFormOf
  readonly field: FieldArrayWithId<InvoiceValues, 'lines'>
  readonly row: number
  readonly partner: Partner | undefined
  /** Called when one of the numbers loses focus. */
  readonly onLeave: () => void
  /** Removes the line; null for the only line. */
  readonly onRemove: (() => void) | null
}

const rateOptions = vatRates.map((rate) => ({ value: String(rate), label: `${rate} %` }))
const withoutVat = rateOptions.filter(({ value }) => value === '0')

function Line({ form, row, partner, onLeave, onRemove }: LineProps) {
  const name = `Regel ${row + 1}`
  const [line, invoiceDate, supplyFrom, supplyTo] = useWatch({
    control: form.control,
    name: [`lines.${row}`, 'invoiceDate', 'supplyFrom', 'supplyTo'],
  })
  const period = { invoiceDate, supplyFrom, supplyTo }
  const scheme = schemeOfLine(line ?? {}, partner, period)
  const hasDay = (partner?.vatSchemes.length ?? 0) > 1 || Boolean(line?.supplyDate)
  const leaving = (onBlur: () => void) => () => {
    onBlur()
    onLeave()
  }
  return (
    <div className={styles.line}>
      <Text size={13} color="muted" tabular className={styles.lineNumber} aria-hidden="true">
        {row + 1}
      </Text>
      <div data-cell={`${row}-description`}>
        <FormField form={form} name={`lines.${row}.description`} label={`${name}: omschrijving`} labelHidden required>
          {(field) => <TextInput {...field} maxLength={200} placeholder="Omschrijving" />}
        </FormField>
        {hasDay && isLocalDate(invoiceDate) && <SupplyDay form={form} row={row} period={period} />}
      </div>
      <div data-cell={`${row}-quantity`}>
        <CellName>Aantal</CellName>
        <FormField form={form} name={`lines.${row}.quantity`} label={`${name}: aantal`} labelHidden required>
          {({ onBlur, ...field }) => <NumberInput {...field} onBlur={leaving(onBlur)} />}
        </FormField>
      </div>
      <div data-cell={`${row}-unitPrice`}>
        <CellName>Prijs</CellName>
        <FormField form={form} name={`lines.${row}.unitPrice`} label={`${name}: prijs`} labelHidden required>
          {({ onBlur, ...field }) => <NumberInput {...field} decimals={2} onBlur={leaving(onBlur)} />}
        </FormField>
      </div>
      <div data-cell={`${row}-vatRate`}>
        <CellName>Btw</CellName>
        <FormField form={form} name={`lines.${row}.vatRate`} label={`${name}: btw`} labelHidden>
          {({ value, onChange, ...field }) => (
            <Select
              {...field}
              value={String(value)}
              onChange={(rate) => onChange(Number(rate) as VatRate)}
              options={scheme !== undefined && scheme !== 'normaal' && value === 0 ? withoutVat : rateOptions}
            />
          )}
        </FormField>
      </div>
      <LineTotal form={form} row={row} />
      {onRemove && <IconButton size="small" label={`${name} verwijderen`} icon={<Trash2 />} onClick={onRemove} />}
    </div>
  )
}

/** Shows the field for the day of supply of a line; empty means the last day of the period of supply. */
function SupplyDay({ form, row, period }: Pick<LineProps, 'form' | 'row'> & { readonly period: SupplyValues }) {
  const { supplyFrom, supplyTo } = supplyPeriodOf(period)
  return (
    <FormField
      form={form}
      name={`lines.${row}.supplyDate`}
      label={`Regel ${row + 1}: geleverd op`}
      hint={`Leeg = ${formatDate(supplyTo)}`}
    >
      {({ value, ...field }) => <DateField {...field} value={value ?? ''} min={supplyFrom} max={supplyTo} />}
    </FormField>
  )
}

/**
 * Shows the column name on a phone, which has no table head. Screen readers skip it, because the field has a longer
 * name of its own.
 */
const CellName = ({ children }: { readonly children: string }) => (
  <Text as="div" size={12} color="muted" className={styles.lineName} aria-hidden="true">
    {children}
  </Text>
)

function LineTotal({ form, row }: Pick<LineProps, 'form' | 'row'>) {
  const line = useWatch({ control: form.control, name: `lines.${row}` })
  return (
    <Text as="output" size={13} weight="strong" tabular overflow="nowrap" className={styles.lineTotal}>
      {line ? moneyText(computeLineTotal(line)) : ''}
    </Text>
  )
}
