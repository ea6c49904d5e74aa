import type { RefObject } from 'react'
import type * as z from 'zod'
import { costs } from '../../../shared/api/costs.ts'
import { type CostCategory, NewCostCategory } from '../../../shared/api/schemas/costs.ts'
import { CallError } from '../../lib/call-error.ts'
import { useCommand } from '../../lib/query.ts'
import { RecordDialog } from '../../records/dialog/record-dialog.tsx'
import { useSave } from '../../records/dialog/use-save.ts'
import { differencesOf } from '../../records/differences.ts'
import { showFailure } from '../../records/failure.ts'
import { Confirm } from '../../ui/dialogs/alert-dialog.tsx'
import { Switch } from '../../ui/fields/checkbox.tsx'
import { FormField } from '../../ui/fields/form.tsx'
import { TextInput } from '../../ui/fields/text-input.tsx'
import { toast } from '../../ui/messages/toast.ts'

const CategoryForm = NewCostCategory

interface CategoryDialogProps {
  /** Category to change; null for a new one. */
  readonly category: CostCategory | null
  readonly returnFocus: RefObject<HTMLElement | null>
  readonly onClose: () => void
}

/** Shows the form that adds or changes a category of fixed costs. */
export function CategoryDialog({ category, returnFocus, onClose }: CategoryDialogProps) {
  const save = useSave(costs.createCategory, costs.updateCategory)
  return (
    <RecordDialog
      kind="cost-category"
      record={category}
      schema={CategoryForm}
      valuesOf={valuesOf}
      size="small"
      title={category ? 'Categorie bewerken' : 'Categorie toevoegen'}
      save={save}
      saved={category ? 'Categorie bijgewerkt' : 'Categorie toegevoegd'}
      failure={{ fallback: 'De categorie kon niet worden opgeslagen.' }}
      conflict={{
        newest: costs.categories,
        changes: differences,
        gone: 'De categorie is niet meer te vinden.',
      }}
      returnFocus={returnFocus}
      onClose={onClose}
    >
      {(form) => (
        <>
          <FormField form={form} name="name" label="Naam" required>
            {(field) => <TextInput {...field} maxLength={80} />}
          </FormField>
          <FormField form={form} name="description" label="Omschrijving">
            {(field) => <TextInput {...field} maxLength={200} />}
          </FormField>
          {category && (
            <FormField form={form} name="isActive">
              {(field) => (
                <Switch
                  {...field}
                  label="Actief"
                  hint="Uit: niet te kiezen bij nieuwe kosten. Bestaande houden de categorie."
                />
              )}
            </FormField>
          )}
        </>
      )}
    </RecordDialog>
  )
}

const valuesOf = (category: CostCategory | null): z.input<typeof CategoryForm> => ({
  name: category?.name ?? '',
  description: category?.description ?? '',
  isActive: category?.isActive ?? true,
})

const differences = (before: CostCategory, after: CostCategory): string[] =>
  differencesOf({ name: 'Naam', description: 'Omschrijving', isActive: 'Actief' }, before, after, (name) =>
    name === 'isActive' ? (after.isActive ? 'Ja' : 'Nee') : (after[name] ?? '–'),
  )

interface RemoveCategoryProps {
  readonly category: CostCategory
  readonly returnFocus: RefObject<HTMLElement | null>
  readonly onGone: () => void
  readonly onClose: () => void
}

/**
 * Asks before a category is deleted; asks to deactivate it instead if it is active and in use. Calls `onGone` when the
 * category is deleted, or turns out to be deleted already.
 */
export function RemoveCategory({ category, returnFocus, onGone, onClose }: RemoveCategoryProps) {
  const remove = useCommand(costs.deleteCategory)
  const update = useCommand(costs.updateCategory)
  const { id, version, name, used, isActive } = category

  async function confirm(): Promise<void> {
    try {
      await remove.mutateAsync({ params: { id } })
    } catch (error) {
      showFailure(error, { fallback: 'De categorie kon niet worden verwijderd.' })
      if (error instanceof CallError && error.status === 404) return onGone()
      throw error
    }
    onGone()
    toast({ title: 'Categorie verwijderd' })
  }

  async function deactivate(): Promise<void> {
    try {
      await update.mutateAsync({ params: { id }, body: { isActive: false }, version })
      toast({ title: 'Categorie gedeactiveerd' })
    } catch (error) {
      showFailure(error, { fallback: 'De categorie kon niet worden gedeactiveerd.' })
      throw error
    }
  }

  const usedText = used === 1 ? '1 regel heeft deze categorie.' : `${used} regels hebben deze categorie.`
  if (used > 0 && isActive) {
    return (
      <Confirm
        open
        onOpenChange={onClose}
        returnFocus={returnFocus}
        title={`${name} deactiveren?`}
        description={`${usedText} Deactiveren bewaart de vaste kosten.`}
        confirmText="Deactiveren"
        tone="primary"
        onConfirm={deactivate}
      />
    )
  }
  return (
    <Confirm
      open
      onOpenChange={onClose}
      returnFocus={returnFocus}
      title={`${name} verwijderen?`}
      description={used === 0 ? 'Deze categorie is niet in gebruik.' : usedText}
      confirmText="Verwijderen"
      onConfirm={confirm}
    />
  )
}
