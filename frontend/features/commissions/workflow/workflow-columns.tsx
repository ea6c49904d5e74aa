import type { Commission } from '../../../../shared/api/schemas/commissions.ts'
import type { Column } from '../../../ui/table/data-table-types.ts'
import { allColumns, fewColumns } from '../columns.tsx'
import { StepButton } from '../step-button.tsx'

/** Order in which columns are hidden to make room for the button of the next step. */
const leaving: Readonly<Record<string, number>> = {
  ...{ date: 1, id: 2, provider: 3, agent: 4 },
  ...{ 'caller-commission': 5, 'agent-commission': 6 },
}
const step: Column<Commission> = {
  id: 'step',
  header: 'Stap',
  headerHidden: true,
  width: 196,
  align: 'end',
  cell: (row) => <StepButton row={row} />,
}

/** Table columns of all commissions, with the button for the next step. */
export const workflowColumns: readonly Column<Commission>[] = [
  ...allColumns.map((column) => ({
    ...column,
    ...(leaving[column.id] && { dropOrder: leaving[column.id] as number }),
  })),
  step,
]

/** Table columns when the list is narrow; the amount stays visible beside the button for the next step. */
export const fewWorkflowColumns: readonly Column<Commission>[] = [...fewColumns, step]
