/** Stores a category of fixed costs. */
export async function storeCategory(id: string, name = id): Promise<void> {
  const { CategoryNames, CostCategories } = await import('../functions/costs/cost-entity.ts')
  const at = new Date().toISOString()
  const row = { id, version: 1, name, sortName: name.toLowerCase(), isActive: true, used: 0 }
  await CostCategories.put({ ...row, createdAt: at, updatedAt: at }).go()
  await CategoryNames.put({ name: row.sortName, categoryId: id }).go()
}
