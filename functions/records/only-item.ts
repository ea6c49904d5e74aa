/** Returns the only item of a list of one, such as the view of a single row. Throws when the list is empty. */
export function onlyItem<View>([view]: readonly View[]): View {
  if (view === undefined) throw new Error('One row has one view')
  return view
}
