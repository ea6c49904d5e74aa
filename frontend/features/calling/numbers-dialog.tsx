import { type ReactNode, useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { readPhones } from '../../../shared/identifiers.ts'
import { type ManyWords, type SendNumbers, useManyNumbers } from '../../domains/contact/many-numbers.ts'
import { formatNumber } from '../../lib/format.ts'
import { showFailure } from '../../records/failure.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Dialog, DialogBody, DialogClose, DialogFooter } from '../../ui/dialogs/dialog.tsx'
import { Field } from '../../ui/fields/field.tsx'
import { FileDrop } from '../../ui/fields/file-drop.tsx'
import { Form, SubmitButton } from '../../ui/fields/form.tsx'
import { TextArea } from '../../ui/fields/text-area.tsx'
import { Row, Stack } from '../../ui/layout/layout.tsx'
import { Text } from '../../ui/layout/text.tsx'

interface Item {
  readonly number: string
}

interface NumbersDialogProps<V extends FieldValues, Out> {
  readonly title: string
  readonly description: string
  /** Form of that which is recorded for all numbers. */
  readonly form: UseFormReturn<V, unknown, Out>
  readonly fields: ReactNode
  readonly words: ManyWords & { readonly known: string; readonly refused?: string }
  /** Set where each number of a line counts; by default only its first does. */
  readonly takesAll?: boolean
  readonly isBusy: boolean
  readonly sendWith: (values: Out) => SendNumbers<Item>
  readonly onClose: () => void
}

/** Maximum number of numbers that are pasted at once. */
const MOST_PASTED = 3_000
/** Maximum number of lines without a number that are shown. */
const MOST_SHOWN = 20

/** Returns the numbers of a text, each once, and its lines without one. */
function readNumbers(text: string, takesAll: boolean) {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const read = lines.map((line) => ({ line, phones: readPhones(line).slice(0, takesAll ? undefined : 1) }))
  const items = [...new Set(read.flatMap(({ phones }) => phones))].map((number) => ({ number }))
  return { items, wrong: read.filter(({ phones }) => phones.length === 0).map(({ line }) => line) }
}

/**
 * Lets an admin paste or load numbers, with what is recorded for all of them. Shows what that would change before it is
 * stored (market 67e).
 */
export function NumbersDialog<V extends FieldValues, Out>(props: NumbersDialogProps<V, Out>) {
  const { form, words, takesAll = false, sendWith, onClose } = props
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string>()
  const [checked, setChecked] = useState<Checked<Item & { readonly values: Out }>>()
  const many = useManyNumbers<Item & { readonly values: Out }>({
    send: (items, mode) => sendWith(items[0]?.values as Out)(items, mode),
    words,
    onStored: onClose,
  })

  async function check(values: Out): Promise<void> {
    const { items, wrong } = readNumbers(text, takesAll)
    const isTooMany = items.length > MOST_PASTED
    setProblem(
      isTooMany
        ? `Plak hoogstens ${formatNumber(MOST_PASTED)} nummers tegelijk`
        : items.length === 0
          ? 'Plak minstens één telefoonnummer'
          : undefined,
    )
    if (isTooMany || items.length === 0) return
    const found = await many.check(items.map((item) => ({ ...item, values })))
    setChecked({ ...found, wrong })
  }

  return (
    <Dialog onOpenChange={onClose} title={props.title} description={props.description} dirty={text !== ''}>
      {checked ? (
        <>
          <DialogBody>
            <CheckedNumbers checked={checked} words={words} />
          </DialogBody>
          <DialogFooter>
            <Button onClick={() => setChecked(undefined)}>Terug</Button>
            {checked.changed.length > 0 && (
              <Button tone="primary" busy={props.isBusy} onClick={() => many.store(checked.changed)}>
                {formatNumber(checked.changed.length)} vastleggen
              </Button>
            )}
          </DialogFooter>
        </>
      ) : (
        <Form
          form={form}
          onSubmit={check}
          onFailure={(error) => showFailure(error, { fallback: 'De nummers konden niet worden gecontroleerd.' })}
        >
          <DialogBody>
            <NumbersField text={text} problem={problem} onChange={setText} />
            {props.fields}
          </DialogBody>
          <DialogFooter>
            <DialogClose>Annuleren</DialogClose>
            <SubmitButton>Controleren</SubmitButton>
          </DialogFooter>
        </Form>
      )}
    </Dialog>
  )
}

interface NumbersFieldProps {
  readonly text: string
  readonly problem: string | undefined
  readonly onChange: (text: string) => void
}

/** Shows the field with numbers, and the place to drop a file of them. */
function NumbersField({ text, problem, onChange }: NumbersFieldProps) {
  const [refusal, setRefusal] = useState<string>()
  async function load(file: File): Promise<void> {
    setRefusal(undefined)
    try {
      onChange(await file.text())
    } catch (error) {
      showFailure(error, { fallback: 'Het bestand kon niet worden gelezen.' })
    }
  }
  return (
    <>
      <Field label="Nummers" hint="Eén nummer per regel" error={problem} required>
        <TextArea value={text} onChange={onChange} rows={6} />
      </Field>
      <Field label="Of kies een bestand" error={refusal}>
        <FileDrop
          accept={['.csv', '.txt']}
          onFile={load}
          onRefuse={() => setRefusal('Kies een bestand met .csv of .txt')}
        />
      </Field>
    </>
  )
}

interface Checked<One extends Item = Item> {
  readonly changed: readonly One[]
  readonly known: number
  readonly refused: number
  readonly wrong: readonly string[]
}

interface CheckedNumbersProps {
  readonly checked: Checked
  readonly words: { readonly known: string; readonly refused?: string }
}

/** Shows how many numbers are new, known, refused or not valid, and the lines that are not. */
function CheckedNumbers({ checked: { changed, known, refused, wrong }, words }: CheckedNumbersProps) {
  const rows: readonly (readonly [label: string | undefined, count: number])[] = [
    ['Nieuw', changed.length],
    [words.known, known],
    [words.refused, refused],
    ['Geen telefoonnummer', wrong.length],
  ]
  return (
    <Stack gap={16}>
      <Stack as="ul" lined>
        {rows.map(
          ([label, count]) =>
            label && (
              <Row key={label} as="li" gap={12} justify="between">
                <span>{label}</span>
                <Text weight="bold" tabular>
                  {formatNumber(count)}
                </Text>
              </Row>
            ),
        )}
      </Stack>
      {wrong.length > 0 && (
        <Text as="p" size={13} color="muted" overflow="break">
          Niet gelezen: {wrong.slice(0, MOST_SHOWN).join(' · ')}
          {wrong.length > MOST_SHOWN && ` en nog ${formatNumber(wrong.length - MOST_SHOWN)}`}
        </Text>
      )}
    </Stack>
  )
}
